"""Everything that a book says, as places that can be looked through, with their addresses."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse

from studio.core import keys, outline, prose, search
from studio.core.digest import digest
from studio.core.outline import Node
from studio.core.search import BadPattern, Hit, Sought
from studio.core.state import Body
from studio.models import Blob, Draft, Finding, Project, Unit, statements
from studio.models.among import among, among_ids
from studio.queries import frame, matching
from studio.queries.state import DbState
from studio.queries.values.search import HitGroup, HitView, SearchPage, Where

EVERYWHERE: tuple[Where, ...] = ("text", "titles", "plan", "remarks")
MOST_SHOWN = 300
# From so many passages on the database says which of them may hold what is looked for.
MANY = 3000
_HOLDING = """
    SELECT DISTINCT unit.id FROM studio_unit AS unit
    JOIN studio_artifact AS made ON made.id IN (unit.current_id, unit.candidate_id)
    JOIN studio_blob AS said ON said.digest = made.digest
    WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.movement_key <> ''
    AND said.body ILIKE ALL(%s::text[])
"""
LOCKED, DISTRUSTED = "locked", "distrusted"
_UNIT = ("pk", "key", "section_id", "movement_key", "is_pinned", "current_id", "candidate_id")


class Spot(NamedTuple):
    """One text of a book at its place: a paragraph, a title, a field of the plan, a remark."""

    id: str
    text: str
    section_id: str
    kind: str
    unit_id: int = 0
    artifact_id: int = 0
    part: str = ""
    movement_key: str = ""
    left_out: str = ""
    can_replace: bool = False
    has_proposal: bool = False


class Found(NamedTuple):
    """A hit at its spot."""

    spot: Spot
    hit: Hit

    @property
    def id(self) -> str:
        return f"{self.spot.id}:{self.hit.start}"

    @property
    def can_replace(self) -> bool:
        changes = self.hit.put != self.spot.text[self.hit.start : self.hit.end]
        return self.spot.can_replace and changes


def search_page(
    project: Project,
    asked: Sought,
    where: Iterable[Where],
    *,
    user_id: int,
    is_asked: bool,
    wrong: str = "",
) -> SearchPage:
    """What was found, by section; a pattern that cannot be used is said, not raised."""
    state, wanted = DbState(project.pk), frozenset(where)
    nodes = nodes_of(state)
    page = SearchPage(
        book=frame.book_head(project), asked=asked, where=wanted, wrong=wrong, is_asked=is_asked,
        n_looked_through=sum(node.is_leaf for node in nodes.values()),
        is_previewing=asked.put is not None,
    )  # fmt: skip
    if not is_asked:
        return page
    try:
        found = look(project, asked, wanted, user_id=user_id, state=state, nodes=nodes)
    except BadPattern as error:
        return replace(page, wrong=str(error))
    shown = found[:MOST_SHOWN]
    state.fetch(keys.map_of(f.spot.section_id) for f in shown if f.spot.movement_key)
    page = replace(
        page,
        groups=tuple(_groups(project, shown, nodes, state)),
        is_answered=True,
        n_hits=len(found),
        n_sections=len({f.spot.section_id for f in found}),
        n_more=len(found) - len(shown),
    )
    if asked.put is None:
        return page
    return replace(
        page,
        seen=seen(found),
        n_can_replace=sum(f.can_replace for f in found),
        n_left_out=sum(bool(f.spot.left_out) and f.can_replace for f in found),
    )


def look(
    project: Project,
    asked: Sought,
    where: Iterable[Where],
    *,
    user_id: int,
    state: DbState | None = None,
    nodes: Mapping[str, Node] | None = None,
) -> list[Found]:
    """All hits in book order; BadPattern where nothing can be looked for."""
    state, wanted = state or DbState(project.pk), set(where)
    nodes = nodes or nodes_of(state)
    spots = list(_spots(project, asked, wanted, state, nodes, user_id))
    order = {section_id: n for n, section_id in enumerate(nodes, 1)}
    spots.sort(key=lambda spot: order.get(spot.section_id, 0))
    found = matching.matches(asked, [spot.text for spot in spots])
    return [
        Found(spot, hit) for spot, hits in zip(spots, found, strict=True) for hit in hits
    ]  # fmt: skip


def seen(found: Iterable[Found]) -> str:
    """Names these very hits: it is another when the book says something else there."""
    return digest("\n".join(f"{f.id} {f.hit.put}" for f in found))


def nodes_of(state: DbState) -> dict[str, Node]:
    """The outline in book order, by id."""
    sections = {keys.rest(key): body for key, body in state.kind("section").items()}
    return {node.id: node for node in outline.ordered(sections)}


# --- what there is to look through


def _spots(
    project: Project,
    asked: Sought,
    wanted: set[Where],
    state: DbState,
    nodes: Mapping[str, Node],
    user_id: int,
) -> Iterator[Spot]:
    if "titles" in wanted:
        yield from _titles(nodes.values())
    if "text" in wanted:
        yield from _texts(project, state, asked)
        yield from _drafts(project, user_id)
    if "plan" in wanted:
        yield from _plan(state)
    if "remarks" in wanted:
        yield from _remarks(project)


def _titles(nodes: Iterable[Node]) -> Iterator[Spot]:
    for node in nodes:
        for field, left_out in (("title", ""), ("synopsis", "part of the plan")):
            if text := str(node.body.get(field, "")):
                yield Spot(
                    f"s-{node.id}-{field}", text, node.id, field, part=field, left_out=left_out,
                    can_replace=True,
                )  # fmt: skip


def _texts(project: Project, state: DbState, asked: Sought) -> Iterator[Spot]:
    """The paragraphs of every passage that may hold it: as they stand, and as they are proposed."""
    rows = Unit.objects.in_project(project.pk).exclude(movement_key="").order_by("place", "pk")
    if (needles := search.needles(asked)) and rows.count() > MANY:
        own = statements.select(_HOLDING, [project.pk, needles])
        rows = rows.filter(pk__in=among_ids(pk for (pk,) in own))
    fields = (
        "current__digest",
        "current__paragraphs",
        "candidate__digest",
        "candidate__paragraphs",
    )
    units = list(rows.exclude(current=None, candidate=None).values(*_UNIT, *fields))
    bodies = _bodies(u[f"{side}__digest"] for u in units for side in ("current", "candidate"))
    distrust = {keys.rest(key): body for key, body in state.kind("trust").items()}
    for unit in units:
        if unit["current_id"]:
            yield from _current(unit, bodies, distrust.get(unit["key"], {}))
        if unit["candidate_id"]:
            yield from _proposed(unit, bodies)


def _current(unit: dict[str, Any], bodies: dict[str, str], distrust: Body) -> Iterator[Spot]:
    marked, is_whole = set(distrust.get("paragraphs", ())), bool(distrust.get("whole"))
    for one, text in _paragraphs(unit, "current", bodies):
        is_distrusted = is_whole or one in marked
        left_out = LOCKED if unit["is_pinned"] else DISTRUSTED if is_distrusted else ""
        yield Spot(
            f"t-{unit['current_id']}-{one}", text, unit["section_id"], "text", unit["pk"],
            unit["current_id"], one, unit["movement_key"], left_out, True,
            bool(unit["candidate_id"]),
        )  # fmt: skip


def _proposed(unit: dict[str, Any], bodies: dict[str, str]) -> Iterator[Spot]:
    for one, text in _paragraphs(unit, "candidate", bodies):
        yield Spot(
            f"p-{unit['candidate_id']}-{one}", text, unit["section_id"], "proposal", unit["pk"],
            unit["candidate_id"], one, unit["movement_key"], "not yet your text",
            has_proposal=True,
        )  # fmt: skip


def _paragraphs(
    unit: dict[str, Any], side: str, bodies: dict[str, str]
) -> Iterator[tuple[str, str]]:
    ids = [paragraph_id for paragraph_id, _ in unit[f"{side}__paragraphs"]]
    body = bodies[unit[f"{side}__digest"]]
    texts = body.removesuffix("\n").split("\n\n")
    # Only a fenced block has blank lines within; then the slower way is the right one.
    return zip(ids, texts if len(texts) == len(ids) else prose.paragraphs(body), strict=True)


def _bodies(digests: Iterable[str | None]) -> dict[str, str]:
    rows = Blob.objects.filter(pk__in=among({d for d in digests if d}))
    return dict(rows.values_list("digest", "body"))


def _drafts(project: Project, user_id: int) -> Iterator[Spot]:
    rows = Draft.objects.filter(project=project, user=user_id)
    for section_id, text in rows.values_list("section_id", "text"):
        for n, paragraph in enumerate(prose.paragraphs(prose.normalise(text))):
            yield Spot(
                f"d-{section_id}-{n}", paragraph, section_id, "draft",
                left_out="unfinished, not yet in your book",
            )  # fmt: skip


def _plan(state: DbState) -> Iterator[Spot]:
    for key, body in state.kind("brief").items():
        if isinstance(body["value"], str) and body["value"]:
            yield Spot(f"b-{keys.rest(key)}", body["value"], "", "brief", part=keys.rest(key))
    for key, body in sorted(state.kind("object").items()):
        for field, text in body["fields"].items():
            if isinstance(text, str) and text:
                object_id = keys.rest(key)
                yield Spot(f"o-{object_id}-{field}", text, "", "object", part=object_id)


def _remarks(project: Project) -> Iterator[Spot]:
    rows = Finding.objects.open().filter(Q(unit__is_retired=False), project=project)
    for pk, words, section_id, unit_key in rows.order_by("pk").values_list(
        "pk", "words", "unit__section_id", "unit__key"
    ):
        yield Spot(f"f-{pk}", words, section_id, "remark", part=unit_key)


# --- as the page shows it


def _groups(
    project: Project, found: list[Found], nodes: dict[str, Node], state: DbState
) -> Iterator[HitGroup]:
    by_section: dict[str, list[Found]] = {}
    for one in found:
        by_section.setdefault(one.spot.section_id, []).append(one)
    for section_id, hits in by_section.items():
        node = nodes.get(section_id)
        yield HitGroup(
            id=section_id or "book",
            number=node.number if node else "",
            title=str(node.body["title"]) if node else "The plan of the book",
            url=_page_of(project, node),
            hits=tuple(_view(project, one, state) for one in hits),
        )


def _page_of(project: Project, node: Node | None) -> str:
    if node is None:
        return reverse("plan_of_book", args=[project.slug])
    if not node.is_leaf:
        return reverse("outline", args=[project.slug])
    return frame.section_url(project.slug, node.id)


def _view(project: Project, found: Found, state: DbState) -> HitView:
    spot, hit = found.spot, found.hit
    before, after = search.around(spot.text, hit)
    return HitView(
        id=found.id,
        place=_place(spot, state),
        url=_url(project, spot),
        before=before,
        match=spot.text[hit.start : hit.end],
        after=after,
        put=hit.put,
        left_out=_why_left_out(found),
        can_replace=found.can_replace,
        is_ticked=found.can_replace and not spot.left_out,
    )


def _why_left_out(found: Found) -> str:
    """Why a hit is not replaced, or only if it is ticked."""
    if found.spot.left_out:
        return found.spot.left_out
    if not found.spot.can_replace:
        return "only found, not replaced here"
    return "" if found.can_replace else "says that already"


_PLACES = {
    "title": "Title",
    "synopsis": "Synopsis",
    "brief": "Brief",
    "object": "What the book keeps track of",
    "remark": "Remark",
    "draft": "Unfinished writing",
}


def _place(spot: Spot, state: DbState) -> str:
    if spot.kind not in ("text", "proposal"):
        return _PLACES[spot.kind]
    movements = (state.entry(keys.map_of(spot.section_id)) or {}).get("movements", ())
    titles = (str(m["title"]) for m in movements if m["key"] == spot.movement_key)
    title = next(titles, "")
    return f"{title} (proposal)" if spot.kind == "proposal" else title


def _url(project: Project, spot: Spot) -> str:
    slug = project.slug
    if spot.kind in ("title", "synopsis"):
        return f"{reverse('outline', args=[slug])}#line-{spot.section_id}"
    if spot.kind == "brief":
        return reverse("brief", args=[slug])
    if spot.kind == "object":
        return f"{reverse('plan_of_book', args=[slug])}#item-{spot.part}"
    if spot.kind == "remark":
        return reverse("remarks", args=[slug])
    if spot.kind == "draft":
        return reverse("write", args=[slug, spot.section_id])
    shown = f"?show={spot.kind}" if spot.has_proposal else ""
    place = f"#p-{spot.unit_id}-{spot.part}"
    return f"{frame.section_url(slug, spot.section_id)}{shown}{place}"
