from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import books, signin, unpacking
from studio.actions.refusals import Refused
from studio.formats.folder import disk
from studio.formats.folder.contents import BadFolder
from studio.formats.folder.unpack import unpack
from studio.management import printing
from studio.models import Project


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Makes a book of the folder that `export --format folder` wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="the folder, or it as a .zip")
        parser.add_argument("--slug", default="", metavar="S")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, folder: Path, slug: str, json: bool, **options: object) -> None:
        try:
            slug = books.checked_slug(slug) if slug else ""
            found = unpack(read(folder))
            if slug and Project.objects.filter(slug=slug).exists():
                raise CommandError(f"There is a book “{slug}” already. Choose another short name.")
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


def read(folder: Path) -> dict[str, bytes]:
    """The files of a folder, or of one that is packed."""
    try:
        return disk.read_folder(folder) if folder.is_dir() else disk.read_zip(folder.read_bytes())
    except OSError as error:
        raise BadFolder(f"{folder} cannot be read: {error.strerror}.") from error
