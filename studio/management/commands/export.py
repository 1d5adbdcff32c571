from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import publishing
from studio.actions.refusals import Refused
from studio.formats import files
from studio.management import printing
from studio.models import Export, Project


def said(words: str, section: str, heading: str) -> str:
    """What could not be printed as it was meant, in one line."""
    return f"{section} {heading}: {words}" if section else words


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes the accepted book into files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--format",
            default="md,html",
            metavar="F,F",
            help=f"of: {', '.join(files.FORMATS)}",
        )
        parser.add_argument(
            "--part", default="", metavar="SECTION", help="only this section and those below: s3"
        )
        parser.add_argument(
            "--proposals", action="store_true", help="what waits to be accepted as well"
        )
        parser.add_argument("--out", type=Path, default=Path(), metavar="DIR")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, slug: str, format: str, out: Path, json: bool, **options: Any) -> None:
        project = printing.book(slug)
        wanted = [f.strip() for f in format.split(",") if f.strip()]
        try:
            publishing.check_formats(wanted)
            if files.FOLDER in wanted:
                self._lay_out(project, out / project.slug, is_quiet=json)
            rest = [f for f in wanted if f != files.FOLDER]
            made = self._make(project, rest, out, options) if rest else []
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        facts = [
            {"path": e.path, "change": e.commit_number, "is_complete": e.is_complete,
             "words": e.n_words, "bytes": e.n_bytes, "sha256": e.digest,
             "remarks": [said(*finding) for finding in e.findings]}
            for e in made
        ]  # fmt: skip
        if files.FOLDER in wanted:
            facts.append({"path": str((out / project.slug).resolve()), "format": files.FOLDER})
        if json:
            self.stdout.write(printing.as_json(facts))
            return
        for export in made:
            note = "" if export.is_complete else " (not complete)"
            self.stdout.write(f"{export.path}: {export.n_words:,} words{note}")
            for finding in export.findings:
                self.stdout.write(f"  {said(*finding)}")

    def _make(
        self, project: Project, formats: list[str], out: Path, options: dict[str, Any]
    ) -> list[Export]:
        part, has_proposals = options["part"], options["proposals"]
        now = timezone.now()
        return publishing.export(
            project.pk, formats, out, part=part, has_proposals=has_proposals, now=now
        )

    def _lay_out(self, project: Project, folder: Path, *, is_quiet: bool) -> None:
        """The folder of a book, written over what an earlier export left there."""
        changed = publishing.lay_out(project.pk, folder)
        if not is_quiet:
            n = len(changed)
            said = f"{n:,} {'file' if n == 1 else 'files'} changed" if n else "nothing changed"
            self.stdout.write(f"{folder.resolve()}: {said}")
