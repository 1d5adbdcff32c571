from argparse import REMAINDER, ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from studio.core import intent as intents
from studio.core import intent_words
from studio.management import printing, telling
from studio.queries import planning


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Says what a change would do, before anything is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = telling.EPILOG
        parser.add_argument("slug")
        parser.add_argument("change", nargs=REMAINDER, metavar="CHANGE [--json]")

    def handle(self, *, slug: str, change: list[str], **options: object) -> None:
        words, _, json = telling.confirmation(change)
        try:
            found = planning.plan(printing.book(slug), intent_words.parse(words))
        except intents.BadIntent as bad:
            raise CommandError(str(bad), returncode=2) from bad
        self.stdout.write(printing.as_json(found) if json else telling.plan_lines(found))
