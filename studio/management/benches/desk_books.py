"""Books for the benches of the desk; their texts are set down without a commit."""

from studio.core import prose
from studio.core.digest import digest
from studio.core.states import Standing
from studio.management.benches import book
from studio.models import Artifact, Blob, Project, Unit

WORDS_PER_PARAGRAPH = 80
UNITS_BESIDES, MOST_WORDS = 2, 450_000
_SENTENCE = "The river that ran below the {n}th house was never asked whether it wanted a lid. "


def of_units(n_units: int, *, title: str) -> Project:
    """A book of about as many units, the drafts of which are wanted."""
    per_section = book.MOVEMENTS_PER_SECTION
    n_sections = max(1, (n_units - UNITS_BESIDES) // (per_section + 1))
    n_passages = n_sections * per_section
    words = min(book.WORDS_PER_MOVEMENT, MOST_WORDS // n_passages)
    return book.begin(n_passages, title=title, words=words)


def of_one_section(n_words: int, *, title: str) -> Project:
    """A book of one section of as many words, all of it written."""
    n_passages = 5
    project = book.begin(
        n_passages, title=title, per_section=n_passages, words=n_words // n_passages
    )
    for n, unit in enumerate(Unit.objects.in_project(project.pk).exclude(movement_key="")):
        _write(project, unit, n, n_words // n_passages)
    return project


def _write(project: Project, unit: Unit, number: int, n_words: int) -> None:
    paragraphs = [_paragraph(1000 * number + n) for n in range(n_words // WORDS_PER_PARAGRAPH)]
    text = prose.join(paragraphs)
    Blob.objects.get_or_create(digest=digest(text), defaults={"body": text})
    unit.current = Artifact.objects.create(
        project=project, unit=unit, number=1, digest=digest(text), origin="model",
        made_by="bench", cause="Set down", paragraphs=[[f"p{n}", "model"] for n in
                                                       range(1, len(paragraphs) + 1)],
    )  # fmt: skip
    unit.standing, unit.accepted_by = Standing.ACCEPTED, "person"
    unit.save()


def _paragraph(number: int) -> str:
    n_words = prose.count_words(_SENTENCE.format(n=number))
    return (_SENTENCE.format(n=number) * max(1, WORDS_PER_PARAGRAPH // n_words)).strip()
