import tempfile
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import books, importing, signin
from studio.actions.refusals import Refused
from studio.formats.archives import BadArchive, check_size, zipped
from studio.formats.reading import box, manuscript
from studio.formats.reading.manuscript import BadManuscript, Manuscript
from studio.management import printing
from studio.models import Project


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Makes a book of a manuscript: Markdown, text, DOCX, EPUB, ODT, RTF, OPML, a Scrivener "
        "project, a folder of files, or any of these as .zip."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH")
        parser.add_argument("--dry-run", action="store_true", help="shows what it would make")
        parser.add_argument("--level", type=int, default=0, metavar="N", help="divide there")
        parser.add_argument("--title", default="", metavar="T")
        parser.add_argument("--language", default="", metavar="L")
        parser.add_argument("--protocol", default="argument", metavar="P")
        parser.add_argument("--slug", default="", metavar="S")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, path: Path, slug: str, **options: object) -> None:
        try:
            slug = books.checked_slug(slug) if slug else ""
            if slug and Project.objects.filter(slug=slug).exists():
                raise CommandError(f"There is a book “{slug}” already. Choose another short name.")
            found = read(path)
            level = int(str(options["level"])) or manuscript.usual_level(found)
            sections = manuscript.sections(found, level)
            told = importing.stated(found, sections).changed(
                title=str(options["title"]),
                language=str(options["language"]),
                protocol=str(options["protocol"]),
            )
            made = ""
            if not options["dry_run"]:
                source = importing.Source(found.name, found.kind)
                project = importing.bring_in(
                    sections, told, source, owner_id=signin.owner().pk, slug=slug,
                    now=timezone.now(),
                )  # fmt: skip
                made = project.slug
        except (BadManuscript, Refused) as bad:
            raise CommandError(str(bad), returncode=2) from bad
        facts = _facts(found, level, sections, told, made)
        self.stdout.write(printing.as_json(facts) if options["json"] else _said(facts))


def read(path: Path) -> Manuscript:
    """The manuscript in a file or folder."""
    try:
        data = _packed(path) if path.is_dir() else path.read_bytes()
    except OSError as error:
        raise BadManuscript(f"{path} cannot be read: {error.strerror}.") from error
    name = f"{path.resolve().name}.zip" if path.is_dir() else path.name
    with tempfile.TemporaryDirectory(prefix="reading-") as folder:
        return box.read(Path(folder), name, data)


def _packed(path: Path) -> bytes:
    found: dict[str, bytes] = {}
    n_bytes = 0
    for file in sorted(path.rglob("*")):
        if file.is_file() and not file.is_symlink():
            n_bytes += file.stat().st_size
            _check(n_bytes)
            found[file.relative_to(path).as_posix()] = file.read_bytes()
    return zipped(found, path.resolve().name)


def _check(n_bytes: int) -> None:
    try:
        check_size(n_bytes)
    except BadArchive as bad:
        raise BadManuscript(str(bad)) from bad


def _facts(
    found: Manuscript,
    level: int,
    sections: tuple[manuscript.Section, ...],
    told: books.Statement,
    made: str,
) -> dict[str, object]:
    return {
        "book": made,
        "kind": found.kind,
        "title": told.title,
        "language": told.language,
        "level": level,
        "levels": [vars_of(one) for one in manuscript.levels(found)],
        "words": found.n_words,
        "n_sections": len(sections),
        "sections": [{"depth": s.depth, "title": s.title, "words": s.n_words} for s in sections],
        "to_know": list(found.left_out),
    }


def vars_of(one: manuscript.Level) -> dict[str, int]:
    return {"level": one.level, "headings": one.n_headings, "sections": one.n_sections}


def _said(facts: dict[str, object]) -> str:
    lines = [
        f"“{facts['title']}” ({facts['kind']}, {facts['language']}): {facts['words']:,} words, "
        f"{facts['n_sections']:,} sections, divided at level {facts['level']}.",
    ]
    levels, sections, to_know = facts["levels"], facts["sections"], facts["to_know"]
    assert isinstance(levels, list)
    assert isinstance(sections, list)
    assert isinstance(to_know, list)
    lines += [f"Level {o['level']}: {o['sections']:,} sections." for o in levels]
    lines += [f"{'  ' * s['depth']}{s['title']} ({s['words']:,})" for s in sections]
    lines += [f"To know: {one}" for one in to_know]
    made = facts["book"]
    lines.append(f"On the shelf as {made}." if made else "Nothing was made (--dry-run).")
    return "\n".join(lines)
