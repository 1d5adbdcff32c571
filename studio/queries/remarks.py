"""All remarks of a book, narrowed by what its author asks for; as a table, CSV or Markdown."""

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Case, Count, IntegerField, Q, When
from django.urls import reverse

from studio import words
from studio.core.protocol import Protocol, protocol_of
from studio.models import Finding, Project
from studio.models.finding import FindingQuerySet
from studio.queries import book_units, frame
from studio.queries.book_units import BookUnits
from studio.queries.remark import WEIGHTS, source_of, source_words
from studio.queries.remark_filters import PLAN, STATES, Narrowing, kind_of
from studio.queries.state import DbState
from studio.queries.values.remarks import RemarkRow, RemarksPage

MOST = 200
# So many places are offered to narrow the table to.
MOST_SECTIONS = 100


def remarks_page(
    project: Project, asked: Mapping[str, str], *, now: datetime, shows_all: bool = False
) -> RemarksPage:
    """The remarks that fit what was asked, a part of them at a time; those whose place is gone
    stand apart, first."""
    protocol = protocol_of(DbState(project.pk))
    every = Finding.objects.filter(project=project, unit__is_retired=False)
    narrowing = Narrowing(every, asked, _sources(every, protocol), now)
    found = narrowing.found()
    counts = found.aggregate(n=Count("pk"), n_lost=Count("pk", filter=Q(is_anchored=False)))
    n_in_place = counts["n"] - counts["n_lost"]
    first = 0 if shows_all else _first(asked, n_in_place)
    placed = _in_order(found.filter(is_anchored=True))
    lost = _in_order(found.filter(is_anchored=False)) if not first else found.none()
    rows = list(placed if shows_all else placed[first : first + MOST])
    gone = list(lost if shows_all else lost[:MOST])
    named = narrowing.sections(MOST_SECTIONS)
    book = book_units.load_some(project, [])
    places = {f.unit.section_id for f in (*rows, *gone)} | {place for place, _ in named}
    book_units.bring(book, places - {"", PLAN})
    n_later = max(0, n_in_place - first - len(rows))
    return RemarksPage(
        book=frame.book_head(project),
        filters=narrowing.filters({i: _place(book, i) for i, _ in named}),
        lost=tuple(_row(finding, book) for finding in gone),
        rows=tuple(_row(finding, book) for finding in rows),
        first=first,
        n_fit=n_in_place,
        n_lost=counts["n_lost"],
        later=first + MOST if n_later else 0,
        earlier=max(0, first - MOST) if first else None,
        n_all=every.count(),
        query=narrowing.query(),
    )


def as_csv(rows: Iterable[RemarkRow]) -> str:
    """The rows for a table calculation."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["Place", "Weight", "Kind", "Remark", "Words", "From", "State", "Made"])
    for row in rows:
        weight, made = words.WORDS[row.weight], row.made_at.isoformat(timespec="minutes")
        line = (row.place, weight, row.kind, row.words, row.quote, row.source, row.state, made)
        writer.writerow([_harmless(part) for part in line])
    return out.getvalue()


def as_markdown(title: str, rows: Iterable[RemarkRow]) -> str:
    """The rows as a list to work through, by place."""
    lines = [f"# Remarks on {title}"]
    place = None
    for row in rows:
        if row.place != place:
            place = row.place
            lines.append(f"\n## {place}\n")
        mark = " " if row.is_open else "x"
        quote = f"\n  > {' '.join(row.quote.split())}" if row.quote else ""
        said = " ".join(row.words.split())
        by = ", ".join(filter(None, (row.source, row.kind)))
        lines.append(f"- [{mark}] **{words.WORDS[row.weight]}** ({by}): {said}{quote}")
    return "\n".join(lines) + "\n"


def _sources(every: FindingQuerySet, protocol: Protocol) -> dict[str, str]:
    """What remarks came from, by its title."""
    slugs = every.order_by().values_list("source", flat=True).distinct()
    return {slug: source_words(slug, protocol) for slug in slugs}


def _in_order(found: FindingQuerySet) -> FindingQuerySet:
    """By place, what must be fixed first."""
    weight = Case(
        *(When(severity=name, then=n) for n, name in enumerate(WEIGHTS)),
        output_field=IntegerField(),
    )
    return found.select_related("unit").order_by("unit__place", weight, "pk")


def _first(asked: Mapping[str, str], n: int) -> int:
    """From where on the table is shown: whole parts of it."""
    said = asked.get("first", "")
    first = int(said) if said.isdecimal() and len(said) < 10 else 0
    return first // MOST * MOST if first < n else 0


def _place(book: BookUnits, section_id: str) -> str:
    node = book.nodes.get(section_id) if section_id != PLAN else None
    return f"{node.number} {node.body['title']}" if node else "The plan of the book"


def _row(finding: Finding, book: BookUnits) -> RemarkRow:
    has_place = bool(finding.paragraph_id) and finding.is_anchored
    return RemarkRow(
        id=str(finding.pk),
        weight=WEIGHTS[finding.severity],
        words=finding.words,
        source=source_of(finding, book),
        quote=finding.quote,
        state=STATES.get(finding.state, finding.state),
        made_at=finding.made_at,
        place=_place(book, finding.unit.section_id or PLAN),
        url=_url(book.project, finding, has_place=has_place),
        is_open=finding.state == "open",
        has_lost_place=not finding.is_anchored,
        is_fixed=finding.state == "fixed",
        can_reopen=finding.state in ("fixed", "waived", "done"),
        both_url=_both(book.project, finding),
        kind=kind_of(finding),
    )


def _url(project: Project, finding: Finding, *, has_place: bool) -> str:
    unit = finding.unit
    if not unit.section_id:
        return reverse("plan_of_book", args=[project.slug])
    if not unit.movement_key:
        return reverse("unit", args=[project.slug, unit.key])
    anchor = f"#p-{unit.pk}-{finding.paragraph_id}" if has_place else "#remarks"
    return frame.section_url(project.slug, unit.section_id) + anchor


def _both(project: Project, finding: Finding) -> str:
    """Where the text that it was about is compared with what stands there now."""
    unit = finding.unit
    if finding.state != "fixed" or not unit.movement_key or not unit.current_id:
        return ""
    if finding.artifact_id == unit.current_id:
        return ""
    url = reverse("section_history", args=[project.slug, unit.section_id])
    return f"{url}?older=a{finding.artifact_id}&newer=a{unit.current_id}"


def _harmless(part: str) -> str:
    """A cell that no table calculation takes for a formula."""
    return f"'{part}" if part[:1] in ("=", "+", "-", "@", "\t", "\r") else part
