from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from studio.local import backups
from studio.models import Project
from studio.queries.verify import verify


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Brings a backup back, into an installation that holds no books but the example."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        books = Project.objects.exclude(slug="somewhere-to-sit").order_by("slug")
        if books.exists():
            raise CommandError(
                f"This installation holds books ({', '.join(b.slug for b in books[:5])}). "
                "Name an empty folder in STUDIO_DATA and restore there."
            )
        connections.close_all()
        try:
            backups.restore(file)
        except (backups.CannotBackUp, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        for project in Project.objects.select_related("owner").order_by("slug"):
            found = verify(project)
            state = "every invariant holds" if not found else f"{len(found)} violations"
            self.stdout.write(f"{project.slug}: {project.title}: {state}")
