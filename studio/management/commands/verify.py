from argparse import ArgumentParser
from dataclasses import asdict

from django.core.management.base import BaseCommand
from django.utils import timezone

from studio.actions import checkups, signin
from studio.actions import repair as repairs
from studio.management import printing
from studio.models import Project
from studio.queries.verify import HARMLESS


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Checks the invariants of a book; exit 1 with the violations named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--repair", action="store_true", help="mend what loses nothing")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, slug: str, repair: bool, json: bool, **options: object) -> None:
        project = printing.book(slug)
        if repair:
            self._repair(project, json=json)
        found = checkups.check(project.pk, now=timezone.now())
        if json:
            told = [asdict(v) | {"proposal": v.proposal} for v in found]
            self.stdout.write(printing.as_json(told))
        for violation in [] if json else found:
            hint = " (--repair does this)" if violation.repair in HARMLESS else ""
            self.stdout.write(f"{violation.invariant}. {violation.place}: {violation.words}")
            self.stdout.write(f"   {violation.proposal}{hint}")
        if found:
            raise SystemExit(1)
        if not json:
            self.stdout.write(f"{slug}: every invariant holds.")

    def _repair(self, project: Project, *, json: bool) -> None:
        mended = repairs.repair(project.pk, actor_id=signin.owner().pk, now=timezone.now())
        project.refresh_from_db()
        for violation in [] if json else mended:
            self.stdout.write(f"Mended: {violation.place}: {violation.words}")
