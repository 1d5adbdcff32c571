from django.core.management.base import BaseCommand
from django.utils import timezone

from studio.actions import example, signin


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Restores the example book to its first state."

    def handle(self, *args: object, **options: object) -> None:
        project = example.restore(signin.owner().pk, now=timezone.now())
        self.stdout.write(f"The example book “{project.title}” is as it was: /b/{project.slug}/")
