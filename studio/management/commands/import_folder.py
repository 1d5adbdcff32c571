from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import books, bringing_back, publishing, signin, unpacking
from studio.actions.refusals import Refused
from studio.formats.folder import disk
from studio.formats.folder.contents import BadFolder
from studio.formats.folder.unpack import unpack
from studio.management import printing
from studio.models import Project
from studio.queries import bringing_back as plans
from studio.queries.values.bringing_back import BackPlan


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Makes a book of the folder that `export --format folder` wrote; or, where there is a book "
        "of that short name, brings back into it what was edited in the folder: first as a plan."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="the folder, or it as a .zip")
        parser.add_argument("--slug", default="", metavar="S")
        parser.add_argument("--confirm", default="", metavar="DIGEST", help="the plan seen")
        parser.add_argument("--yes", action="store_true", help="whatever the plan is")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, folder: Path, slug: str, json: bool, **options: object) -> None:
        book = Project.objects.filter(slug=slug).first() if slug else None
        if book is not None:
            self._back(book, folder, str(options["confirm"]), bool(options["yes"]), is_json=json)
            return
        try:
            slug = books.checked_slug(slug) if slug else ""
            found = unpack(read(folder))
            project = unpacking.unpack(
                found, owner_id=signin.owner().pk, slug=slug, now=timezone.now()
            )
        except (BadFolder, Refused) as bad:
            raise CommandError(str(bad), returncode=2) from bad
        told = {"slug": project.slug, "title": project.title, "left_out": found.left_out}
        if json:
            self.stdout.write(printing.as_json(told))
            return
        self.stdout.write(f"“{project.title}” is on the shelf as {project.slug}.")
        for line in found.left_out:
            self.stdout.write(f"Left out: {line}")

    def _back(
        self, project: Project, folder: Path, confirm: str, is_sure: bool, *, is_json: bool
    ) -> None:
        """Shows what a folder changes in its book, and carries it out where that is confirmed."""
        try:
            files = read(folder)
            found = unpack(files)
            made = plans.back(project, found)
            plan = plans.back_plan(project, made)
            if is_json:
                self.stdout.write(printing.as_json(plan))
            else:
                self._say(plan)
            if confirm or is_sure:
                bringing_back.bring_back(
                    project.pk, found, digest=confirm or made.digest,
                    actor_id=signin.owner().pk, now=timezone.now(),
                )  # fmt: skip
                self.stderr.write("Brought back, in one change that `apply undo` takes back.")
            # Where the folder keeps other words than the book, it is left as it is.
            if (confirm or is_sure) and folder.is_dir() and not made.kept:
                publishing.lay_out(project.pk, folder, known=files)
        except (BadFolder, Refused) as bad:
            raise CommandError(str(bad), returncode=2) from bad

    def _say(self, plan: BackPlan) -> None:
        for text in plan.texts:
            both = " (changed in both: where they differ, both stand)" if text.is_merged else ""
            words = f"{text.words_before:,} → {text.words_after:,} words"
            self.stdout.write(f"Text of {text.name}: {words}{both}")
        for part in plan.parts:
            self.stdout.write(f"{part.what.capitalize()}: {part.name}")
        for row in (*plan.stale, *plan.ending):
            what = "Basis changed" if row in plan.stale else "Comes to an end"
            self.stdout.write(f"{what}: {row.name}")
        for name in plan.kept:
            self.stdout.write(f"Stays as the book has it: {name}")
        for line in plan.problems:
            self.stdout.write(f"Cannot be: {line}")
        if plan.is_nothing:
            self.stdout.write("The folder says nothing that the book does not say.")
        else:
            self.stdout.write(f"To do it: --confirm {plan.digest}")


def read(folder: Path) -> dict[str, bytes]:
    """The files of a folder, or of one that is packed."""
    try:
        return disk.read_folder(folder) if folder.is_dir() else disk.read_zip(folder.read_bytes())
    except OSError as error:
        raise BadFolder(f"{folder} cannot be read: {error.strerror}.") from error
