from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from studio.management import printing
from studio.queries import showing


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Prints a part of a book as JSON: a cell, an object, a section, a step with its attempts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "key",
            nargs="?",
            default="",
            help="such as object/claim-1, conclusions/s2, unit/draft/s2/opening, text (the whole "
            "book), changes, change/12, change/3...12",
        )
        parser.add_argument("--at", type=int, default=0, help="as it was after this change")
        parser.add_argument("--json", action="store_true", help="what it prints in any case")

    def handle(self, *, slug: str, key: str, at: int, **options: object) -> None:
        try:
            found = showing.show(printing.book(slug), key, at=at)
        except LookupError as missing:
            raise CommandError(str(missing.args[0]), returncode=2) from missing
        self.stdout.write(printing.as_json(found))
