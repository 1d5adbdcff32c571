from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import publishing
from studio.actions.refusals import Refused
from studio.formats import files
from studio.management import printing


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes the accepted book into files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--format", default="md,html", metavar="F,F", help=f"of: {', '.join(files.FORMATS)}"
        )
        parser.add_argument("--out", type=Path, default=Path(), metavar="DIR")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, slug: str, format: str, out: Path, json: bool, **options: object) -> None:
        project = printing.book(slug)
        wanted = [f.strip() for f in format.split(",") if f.strip()]
        try:
            made = publishing.export(project.pk, wanted, out, now=timezone.now())
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        facts = [
            {"path": e.path, "change": e.commit_number, "is_complete": e.is_complete,
             "words": e.n_words, "bytes": e.n_bytes}
            for e in made
        ]  # fmt: skip
        if json:
            self.stdout.write(printing.as_json(facts))
            return
        for export in made:
            note = "" if export.is_complete else " (not complete)"
            self.stdout.write(f"{export.path}: {export.n_words:,} words{note}")
