"""`manage.py start`: everything that one machine needs, until Ctrl-C."""

from django.conf import settings
from django.core.management.base import BaseCommand

from studio.local import ports, postgres, supervisor


class Command(BaseCommand):
    """Brings up database, small model, web server and worker, and keeps them up."""

    help = "Bring up everything on this machine and print a sign-in link; Ctrl-C stops it all."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        try:
            supervisor.start(settings.STUDIO, self._say)
        except (supervisor.AlreadyRuns, ports.PortBusy, postgres.CannotServe) as reason:
            # As a CommandError it would be told with a word of code before it.
            self.stderr.write(str(reason))
            raise SystemExit(1) from None

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
