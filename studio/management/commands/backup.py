from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from studio.local import backups


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes a backup of all books into one file; the desk may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        try:
            size = backups.back_up(file)
        except (backups.CannotBackUp, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {size / 1000:,.0f} kB")
