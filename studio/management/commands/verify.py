from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from studio.management import printing
from studio.queries.verify import verify


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Checks the invariants of a book; exit 1 with the violations named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, slug: str, json: bool, **options: object) -> None:
        found = verify(printing.book(slug))
        if json:
            self.stdout.write(printing.as_json(found))
        for violation in [] if json else found:
            self.stdout.write(f"{violation.invariant}. {violation.place}: {violation.words}")
        if found:
            raise SystemExit(1)
        if not json:
            self.stdout.write(f"{slug}: every invariant holds.")
