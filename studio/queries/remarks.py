"""All remarks of a book, narrowed by what its author asks for; as a table, CSV or Markdown."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.urls import reverse

from studio import words
from studio.models import Finding, Project
from studio.queries import book_units, frame
from studio.queries.book_units import BookUnits
from studio.queries.section import WEIGHTS, source_of
from studio.queries.values.remarks import Choice, Filter, RemarkRow, RemarksPage

MOST = 200
NAMES = ("state", "weight", "source", "section", "age")
STATES = {
    "open": "Open",
    "fixed": "Fixed: look again",
    "waived": "Set aside",
    "withdrawn": "Of a distrusted text",
    "done": "Done",
    "all": "All",
}
AGES = {"day": "Since yesterday", "week": "This week", "older": "Older"}
PLAN = "plan"
_ORDER = {"must": 0, "should": 1, "idea": 2}


def remarks_page(
    project: Project, asked: Mapping[str, str], *, now: datetime, shows_all: bool = False
) -> RemarksPage:
    """The remarks that fit what was asked; those whose place is gone stand apart, first."""
    book = book_units.load(project)
    every = [_row(finding, book) for finding in _findings(project)]
    tests = _tests(asked, now)
    rows = [r for r in every if all(test(r) for test in tests.values())]
    in_place = [row for row in rows if not row.row.has_lost_place]
    most = len(in_place) if shows_all else MOST
    return RemarksPage(
        book=frame.book_head(project),
        filters=_filters(every, asked, tests, now),
        lost=tuple(row.row for row in rows if row.row.has_lost_place),
        rows=tuple(row.row for row in in_place[:most]),
        n_more=max(0, len(in_place) - most),
        n_all=len(every),
        query=_query(asked),
    )


def as_csv(rows: Iterable[RemarkRow]) -> str:
    """The rows for a table calculation."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["Place", "Weight", "Remark", "Words", "From", "State", "Made"])
    for row in rows:
        weight, made = words.WORDS[row.weight], row.made_at.isoformat(timespec="minutes")
        line = (row.place, weight, row.words, row.quote, row.source, row.state, made)
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
        lines.append(f"- [{mark}] **{words.WORDS[row.weight]}** ({row.source}): {said}{quote}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row with what it is found by."""

    row: RemarkRow
    section: str
    state: str


def _findings(project: Project) -> list[Finding]:
    rows = Finding.objects.filter(project=project, unit__is_retired=False)
    found = list(rows.select_related("unit"))
    return sorted(found, key=lambda f: (f.unit.place, _ORDER[WEIGHTS[f.severity]], f.pk))


def _row(finding: Finding, book: BookUnits) -> _Row:
    unit = finding.unit
    node = book.nodes.get(unit.section_id)
    has_place = bool(finding.paragraph_id) and finding.is_anchored
    row = RemarkRow(
        id=str(finding.pk),
        weight=WEIGHTS[finding.severity],
        words=finding.words,
        source=source_of(finding, book),
        quote=finding.quote,
        state=STATES.get(finding.state, finding.state),
        made_at=finding.made_at,
        place=f"{node.number} {node.body['title']}" if node else "The plan of the book",
        url=_url(book.project, finding, has_place=has_place),
        is_open=finding.state == "open",
        has_lost_place=not finding.is_anchored,
        is_fixed=finding.state == "fixed",
        can_reopen=finding.state in ("fixed", "waived", "done"),
        both_url=_both(book.project, finding),
    )
    return _Row(row, unit.section_id or PLAN, finding.state)


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


def _tests(asked: Mapping[str, str], now: datetime) -> dict[str, Callable[[_Row], bool]]:
    """One test for each filter."""
    return {name: _test(name, asked.get(name, ""), now) for name in NAMES}


def _test(name: str, value: str, now: datetime) -> Callable[[_Row], bool]:
    if name == "state" and value not in STATES:
        value = "open"
    return lambda row: value in _shown_under(name, row, now)


def _shown_under(name: str, row: _Row, now: datetime) -> tuple[str, ...]:
    """The values of a filter with which the table shows a row."""
    if name == "state":
        return row.state, "all"
    if name == "section":
        return "", row.section
    if name == "age":
        return "", *_ages(row.row.made_at, now)
    return "", str(getattr(row.row, name))


def _ages(made_at: datetime, now: datetime) -> tuple[str, ...]:
    if made_at > now - timedelta(days=1):
        return "day", "week"
    return ("week",) if made_at > now - timedelta(days=7) else ("older",)


def _filters(
    every: list[_Row],
    asked: Mapping[str, str],
    tests: Mapping[str, Callable[[_Row], bool]],
    now: datetime,
) -> tuple[Filter, ...]:
    """Each value counts what the table would show with it, all other filters as they are."""
    known: dict[str, tuple[str, dict[str, str]]] = {
        "state": ("State", STATES),
        "weight": ("Weight", {w: words.WORDS[w].capitalize() for w in _ORDER}),
        "source": ("From", {s: s for s in sorted({r.row.source for r in every})}),
        "section": (words.WORDS["section"].capitalize(), {r.section: r.row.place for r in every}),
        "age": ("Made", AGES),
    }
    found = []
    for name, (title, values) in known.items():
        rest = [r for r in every if all(t(r) for other, t in tests.items() if other != name)]
        counts = Counter(value for row in rest for value in _shown_under(name, row, now))
        named = values if name == "state" else {"": "All", **values}
        found.append(Filter(name, title, _choices(name, named, counts, asked)))
    return tuple(found)


def _choices(
    name: str, named: Mapping[str, str], counts: Mapping[str, int], asked: Mapping[str, str]
) -> tuple[Choice, ...]:
    chosen = asked.get(name, "") if asked.get(name, "") in named else next(iter(named))
    return tuple(
        Choice(value, said, counts[value], _query({**asked, name: value}), value == chosen)
        for value, said in named.items()
    )


def _query(asked: Mapping[str, str]) -> str:
    return urlencode({name: asked[name] for name in NAMES if asked.get(name)})


def _harmless(part: str) -> str:
    """A cell that no table calculation takes for a formula."""
    return f"'{part}" if part[:1] in ("=", "+", "-", "@", "\t", "\r") else part
