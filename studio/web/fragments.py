"""The parts of a page that change while it is open, rendered once for all who look at it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from studio.core.states import Work
from studio.models import Entry, Project, Unit
from studio.queries import board as boards
from studio.queries import groups, queue
from studio.queries.desk import View as Cards
from studio.queries.frame import book_head
from studio.queries.outline_page import outline_page
from studio.queries.plan import plan_view
from studio.queries.section import section_page
from studio.queries.steps import step_page
from studio.queries.values import Board, Card, PassagePart, SectionPage
from studio.web import frame

PASSAGE, LINE = "passage-", "line-"
# From so many sections on, an open outline is not kept current: each change would draw all of it.
MOST_LIVE_SECTIONS = 600
# Of what the cards of a board are looked for by.
MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows of a book: its board, a section, a step, its plan, what waits. `only` and
    `words`: to which cards a board is narrowed."""

    page: str
    what: str = ""
    showing: str = ""
    only: tuple[str, ...] = ()
    words: str = ""

    @property
    def kind(self) -> Cards:
        """Of a board: a card for each section, or for each step; a list has sections too."""
        return "units" if self.what == "units" else "sections"


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a view at one number, by the id of the element that each takes the place of.

    While the `shape` stays, a page needs only the parts that differ from those it has; when it
    changes, it needs `whole` instead of the parts `within` it. `places` says where the text of a
    running passage arrives.
    """

    number: int
    by_id: Mapping[str, str]
    shape: str = ""
    whole: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    within: str = PASSAGE

    def html(self) -> str:
        """All of it, for a page that remembers nothing."""
        if not self.whole:
            return "\n".join(self.by_id.values())
        rest = (html for part, html in self.by_id.items() if not part.startswith(self.within))
        return "\n".join([self.whole, *rest])


def view_of(query: QueryDict) -> View:
    """The view that a page asks for by its address."""
    for page in ("section", "unit"):
        if what := query.get(page, ""):
            return View(page, what, query.get("show", ""))
    named = str(query.get("page", ""))
    if named in ("plan", "review"):
        return View(named)
    if named == "outline":
        return View(named, "cards" if query.get("view") == "cards" else "tree")
    what, group = query.get("view", ""), str(query.get("group", ""))
    return View(
        "board",
        what if what in ("units", "list") else "sections",
        group if group in groups.BY else "",
        tuple(kind for kind in boards.FILTERS if kind in query.getlist("only")),
        str(query.get("q", ""))[:MOST_CHARACTERS],
    )


def parts(project: Project, view: View, *, since: int) -> Parts:
    """The parts of a view as they are now; of a board only those that changed since a number.

    LookupError, where what it shows is no longer in the book.
    """
    context = frame.around(project, book_head(project)) | {"oob": True}
    made = _PAGES[view.page](project, view, since, context)
    pill = _render("frame/_pill.html", context)
    number = _render("frame/_live.html", context)
    tally = _render("frame/_tally.html", context)
    frame_parts = {"run-pill": pill, "change-number": number, "waiting-tally": tally}
    by_id = {**made.by_id, **frame_parts}
    return replace(made, number=project.change_number, by_id=by_id)


def is_moving(project: Project, view: View) -> bool:
    """Whether text arrives in this view, which no number tells of."""
    if view.page != "section":
        return False
    return (
        Unit.objects.in_project(project.pk).filter(section_id=view.what, work=Work.ACTIVE).exists()
    )


def _board(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    cards, gone = boards.changed_cards(project, since, view=view.kind, words=view.words)
    whole = boards.board(
        project, view=view.kind, only=view.only, words=view.words, group=view.showing
    )
    context |= {"board": whole}
    if view.what == "list":
        return Parts(0, _rows(whole, cards, gone, context))
    found = {f"card-{c.id}": _render("board/_card.html", context, card=c) for c in cards}
    for card_id in gone:
        found[f"card-{card_id}"] = _render("board/_gone.html", context, id=card_id)
    for column in whole.columns:
        found[f"count-{column.key}"] = _render("board/_count.html", context, column=column)
    for group in whole.groups:
        found[f"group-{group.id}"] = _render("board/_group_name.html", context, group=group)
    found |= _counts(whole, context)
    every = (card for column in whole.columns for card in (*column.cards, *column.band))
    places = {card.key: f"last-{card.id}" for card in every}
    return Parts(0, found, places=places)


def _rows(
    whole: Board, cards: Iterable[Card], gone: Iterable[str], context: dict[str, Any]
) -> dict[str, str]:
    """The rows of a list, and of its bands the names with their counts."""
    found = {f"row-{c.id}": _render("board/_row.html", context, card=c) for c in cards}
    for card_id in gone:
        found[f"row-{card_id}"] = _render("board/_gone.html", context, id=card_id, is_row=True)
    for group in whole.groups:
        name = _render("board/_group_name.html", context, group=group, tag="span")
        found[f"group-{group.id}"] = name
    return found | _counts(whole, context)


def _counts(whole: Board, context: dict[str, Any]) -> dict[str, str]:
    """How many there are of each kind, and what stands above the board."""
    found = {f"n-{f.name}": _render("board/_n.html", context, filter=f) for f in whole.filters}
    return found | {"head": _render("board/_head.html", context, progress=whole.progress)}


def _section(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    page = section_page(project, view.what, showing=view.showing)
    context |= {"page": page}
    found = {
        "head": _render("section/_head.html", context),
        "showing": _render("section/_showing.html", context),
        "aside": _render("section/_aside.html", context),
    }
    if page.showing in ("changes", "side"):
        found["text"] = _render("section/_text.html", context)
        return Parts(0, found)
    for passage in page.passages:
        found[f"{PASSAGE}{passage.id}"] = _render("section/_passage.html", context, passage=passage)
    whole = _render("section/_text.html", context)
    return Parts(0, found, _shape(page), whole, _places(page.passages))


def _unit(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    context |= {"page": step_page(project, view.what)}
    names = {"head": "unit/_head.html", "body": "unit/_body.html"}
    return Parts(0, {part: _render(name, context) for part, name in names.items()})


def _plan(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    context |= {"plan": plan_view(project)}
    names = {"head": "plan/_head.html", "body": "plan/_body.html"}
    return Parts(0, {part: _render(name, context) for part, name in names.items()})


def _outline(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    if Entry.objects.filter(project=project, kind="section").current().count() > MOST_LIVE_SECTIONS:
        return Parts(0, {})
    page = outline_page(project)
    context |= {"outline": page, "view": view.what}
    found = {"outline-sum": _render("outline/_sum.html", context)}
    for line in page.lines:
        is_head = line.level == 1 and not line.is_leaf
        name = "line" if view.what == "tree" else "head" if is_head else "card"
        found[f"{LINE}{line.id}"] = _render(f"outline/_{name}.html", context, line=line)
    whole = _render("outline/_lines.html", context)
    shape = " ".join(f"{line.level}{line.id}{line.is_leaf}" for line in page.lines)
    return Parts(0, found, shape, whole, within=LINE)


def _review(project: Project, view: View, since: int, context: dict[str, Any]) -> Parts:
    # How far its author has come is known to their browser alone: it is told that something moved.
    context |= {"stamp": queue.stamp(project)}
    return Parts(0, {"stamp": _render("review/_stamp.html", context)})


_PAGES: dict[str, Callable[[Project, View, int, dict[str, Any]], Parts]] = {
    "board": _board,
    "section": _section,
    "unit": _unit,
    "plan": _plan,
    "outline": _outline,
    "review": _review,
}


def _shape(page: SectionPage) -> str:
    return " ".join([page.showing, *(passage.id for passage in page.passages)])


def _places(passages: tuple[PassagePart, ...]) -> dict[str, str]:
    return {passage.key: f"arriving-{passage.id}" for passage in passages}


def _render(template: str, context: dict[str, Any], **more: Any) -> str:
    return render_to_string(template, context | more).strip()
