import time
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import publishing, running
from studio.actions.refusals import Refused
from studio.core import brief_file
from studio.local import supervisor
from studio.management import printing, writing
from studio.models import Project

INTERVAL = 0.3
NEEDS_A_PERSON = 3


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Writes a book from a brief file, without a browser; the same command again goes on. "
        "Exit 0: the book is finished. Exit 3: some steps need a person, with the reasons listed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("brief", type=Path, metavar="BRIEF.md")
        parser.add_argument("--protocol", default="", metavar="P")
        parser.add_argument("--slug", default="", metavar="S")
        parser.add_argument("--accept", choices=["policy", "author"], default="author")
        parser.add_argument("--limit", type=int, default=0, metavar="TOKENS")
        parser.add_argument(
            "--money",
            default="",
            metavar="AMOUNT",
            help="the most it may spend on models whose price is set, such as 2.50",
        )
        parser.add_argument("--out", type=Path, default=None, metavar="DIR")
        parser.add_argument("--format", default="md,html", metavar="F,F")

    def handle(self, *, brief: Path, out: Path | None, **options: str | int) -> None:
        wanted = [f.strip() for f in str(options["format"]).split(",") if f.strip()]
        try:
            publishing.check_formats(wanted)
            project = self._begin(brief, options)
            with supervisor.working(settings.STUDIO):
                is_finished = self._write(project)
            self._publish(project, out, wanted, is_finished=is_finished)
            self.stdout.write(f"Spent: {writing.spent(project)}.")
        except (Refused, brief_file.BadFile, writing.NoModel) as refused:
            raise CommandError(str(refused), returncode=2) from refused
        if not is_finished:
            self._say_what_waits(project)
            raise SystemExit(NEEDS_A_PERSON)

    def _begin(self, brief: Path, options: dict[str, str | int]) -> Project:
        statement = writing.statement_of(brief, protocol=str(options["protocol"]))
        project, news = writing.book_for(
            statement,
            slug=str(options["slug"]) or writing.slug_of(brief),
            is_by_rule=options["accept"] == "policy",
            token_limit=int(options["limit"]),
            money_limit=writing.amount(str(options["money"])),
        )
        for line in news:
            self.stdout.write(line)
        return project

    def _write(self, project: Project) -> bool:
        """Has the book written; an interrupt stops it, however early it comes."""
        try:
            writing.go(project)
            return self._follow(project)
        except KeyboardInterrupt:
            running.stop(project.pk, now=timezone.now())
            self.stdout.write("Stopped. The same command goes on from here.")
            raise

    def _follow(self, project: Project) -> bool:
        """Prints what changes until nothing can go on by itself; True when all is written."""
        progress = writing.Progress(project)
        while True:
            for line in progress.news():
                self.stdout.write(line)
                self.stdout.flush()
            if progress.is_over():
                return progress.is_finished()
            time.sleep(INTERVAL)

    def _publish(
        self, project: Project, out: Path | None, wanted: list[str], *, is_finished: bool
    ) -> None:
        if out is None:
            return
        for made in publishing.export(project.pk, wanted, out, now=timezone.now()):
            note = "" if is_finished and made.is_complete else " — not complete"
            self.stdout.write(f"{made.path}: {made.n_words:,} words{note}")

    def _say_what_waits(self, project: Project) -> None:
        self.stdout.write("The book is not complete. These need a person:")
        for line in writing.what_waits(printing.book(project.slug)):
            self.stdout.write(f"  {line}")
