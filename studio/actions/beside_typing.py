"""Comments on words that an author is typing: kept with the book's text, found again on Done."""

from datetime import datetime

from django.db import transaction

from studio.actions import leases
from studio.actions.refusals import Empty, Refused
from studio.models import Finding, Project, Unit
from studio.models.finding import Severity
from studio.queries import typed, writing
from studio.queries.typed import Marked


class NotThere(Refused):
    """These words are not in your text. Copy them from it."""


class NothingThere(Refused):
    """There is no text here yet that a comment could be kept with. Press Done first."""


def comment(
    project_id: int, section_id: str, text: str, marked: Marked, words: str, *, now: datetime
) -> None:
    """Keeps a person's remark about what is marked in a text as it is typed.

    Its anchor is of the typed words; where the book has them too it is found at once, else when
    they become the text of the book.
    """
    if not words.strip():
        raise Empty("Write down what you want to remark.")
    with transaction.atomic():
        project = Project.locked(project_id)
        found = typed.marked(project_id, section_id, text, marked)
        if not found:
            raise NotThere if writing.passages(project_id, section_id) else NothingThere
        unit = Unit.objects.get(pk=found[0].unit.pk)
        _keep(project, unit, found[0], marked.quote, words.strip(), now)
        leases.close(project, unit, now)


def _keep(
    project: Project,
    unit: Unit,
    paragraph: typed.TypedParagraph,
    quote: str,
    words: str,
    now: datetime,
) -> None:
    text = writing.shown(unit)
    if text is None:
        raise NothingThere
    anchor = typed.anchor(paragraph, quote)
    Finding.objects.create(
        project=project,
        unit=unit,
        artifact=text,
        source="person",
        severity=Severity.SHOULD,
        words=words,
        paragraph_id=anchor.paragraph_id,
        quote=anchor.quote,
        prefix=anchor.prefix,
        suffix=anchor.suffix,
        # A paragraph that is new is nowhere in the book yet.
        is_anchored=bool(paragraph.id),
        made_at=now,
    )
