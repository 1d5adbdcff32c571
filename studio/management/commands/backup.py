from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from studio.local import backups


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes a backup of all books into one file; the desk may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--follow", action="store_true", help="prints how many bytes there are, as it goes on"
        )

    def handle(self, *, file: Path, follow: bool, **options: object) -> None:
        try:
            size = backups.back_up(file, self._tell if follow else None)
        except (backups.CannotBackUp, OSError) as error:
            raise CommandError(str(error)) from error
        if not follow:
            self.stdout.write(f"{file}: {size / 1000:,.0f} kB")

    def _tell(self, n_bytes: int) -> None:
        self.stdout.write(str(n_bytes))
        self.stdout.flush()
