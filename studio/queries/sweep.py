"""The sweep: everything that waits for the author, in book order, one place at a time."""

from dataclasses import replace

from django.urls import reverse

from studio.core import keys
from studio.core.digest import digest_of
from studio.core.states import Standing, Work
from studio.models import Project, Unit
from studio.queries import awaiting, frame, steps, updating, values
from studio.queries.book_units import UnitFacts
from studio.queries.desk import Desk
from studio.queries.section import section_page
from studio.queries.values.review import (
    Decision,
    ReviewPage,
    SoFar,
    SweepItem,
    Verb,
    Waiting,
)

PLAN = "plan"
# How people read with a pencil in their hand, and what a decision takes besides.
WORDS_A_MINUTE, SECONDS_EACH = 220, 12
# The first that a place has is what is asked about it.
_ORDER: tuple[Waiting, ...] = ("held", "proposal", "distrusted", "stale", "unread")
_DECIDING = (Work.REVIEW, Work.HELD)
_VERBS: tuple[Verb, ...] = ("accepted", "kept", "holds", "read", "retried", "sent", "deferred")


def review_page(
    project: Project, so_far: SoFar, *, at: str = "", showing: str = "", only: str = ""
) -> ReviewPage:
    """The sweep as it stands; `at` names the place that is looked at, `only` a kind of waiting."""
    desk = Desk.of(project)
    every = _items(desk, so_far)
    chosen = next((kind for kind in _ORDER if kind == only), None)
    items = tuple(i for i in every if i.kind == chosen) if chosen else every
    here = _here(items, at)
    page = ReviewPage(
        book=frame.book_head(project),
        only=chosen or "",
        kinds=tuple((kind, n) for kind in _ORDER if (n := sum(i.kind == kind for i in every))),
        stamp=stamp(project),
        items=tuple(replace(i, is_here=i == here) for i in items),
        decisions=_decisions(desk, so_far),
        here=here,
        n_active=sum(u.work == Work.ACTIVE for u in desk.book.units),
        now_stale=_now_stale(desk, items, so_far),
    )
    n_done = len({i for i, _ in so_far.decided} - {item.id for item in items})
    if here is None:
        return replace(page, place=n_done, count=n_done + len(items))
    page = replace(
        page,
        place=n_done + items.index(here) + 1,
        count=n_done + len(items),
        time_left=_time_left(items[items.index(here) :]),
        before=_neighbour(items, here, -1),
        after=_neighbour(items, here, 1),
    )
    return _opened(project, desk, page, here, showing)


def stamp(project: Project) -> str:
    """What waits at all, as a digest: while it stays, an open sweep is as it was."""
    rows = Unit.objects.in_project(project.pk).waiting().order_by("pk")
    held = rows.values_list("pk", "current_id", "candidate_id", "work", "held_words")
    return digest_of([list(row) for row in held])


def stale_ids(project: Project) -> list[str]:
    """The places of which something's basis changed."""
    rows = Unit.objects.in_project(project.pk).filter(is_stale=True)
    return sorted({section_id or PLAN for section_id in rows.values_list("section_id", flat=True)})


def section_of(item_id: str) -> str:
    """The section that an item of the sweep stands for; '' for the plan of the book."""
    return "" if item_id == PLAN else item_id


def _items(desk: Desk, so_far: SoFar) -> tuple[SweepItem, ...]:
    by_place: dict[str, list[UnitFacts]] = {}
    for unit in desk.book.units:
        by_place.setdefault(unit.section_id, []).append(unit)
    order = ["", *(node_id for node_id in desk.book.nodes)]
    latest = dict(so_far.decided)
    found = ((place, by_place[place]) for place in order if place in by_place)
    return tuple(
        _item(desk, place, units, kind, is_deferred=latest.get(place or PLAN) == "deferred")
        for place, units in found
        if (kind := _kind(units))
    )


def _item(
    desk: Desk, place: str, units: list[UnitFacts], kind: Waiting, *, is_deferred: bool
) -> SweepItem:
    node = desk.book.nodes.get(place)
    return SweepItem(
        id=place or PLAN,
        number=node.number if node else "",
        title=str(node.body["title"]) if node else "The plan of the book",
        kind=kind,
        words=sum(u.words for u in units),
        is_plan=node is None,
        is_deferred=is_deferred,
    )


def _kind(units: list[UnitFacts]) -> Waiting | None:
    found = {kind for unit in units if (kind := awaiting.kind_of(unit))}
    return next((kind for kind in _ORDER if kind in found), None)


def _here(items: tuple[SweepItem, ...], at: str) -> SweepItem | None:
    asked = next((item for item in items if item.id == at), None)
    return asked or next((item for item in items if not item.is_deferred), None)


def _neighbour(items: tuple[SweepItem, ...], here: SweepItem, step: int) -> str:
    place = items.index(here) + step
    return items[place].id if 0 <= place < len(items) else ""


def _time_left(items: tuple[SweepItem, ...]) -> str:
    seconds = sum(60 * item.words / WORDS_A_MINUTE + SECONDS_EACH for item in items)
    minutes = max(1, round(seconds / 60))
    return "about a minute" if minutes == 1 else f"about {minutes} minutes"


def _opened(
    project: Project, desk: Desk, page: ReviewPage, here: SweepItem, showing: str
) -> ReviewPage:
    """The page with the thing that is looked at, whole."""
    units = desk.of_section(section_of(here.id))
    page = replace(
        page,
        seen=_seen(units),
        error=" ".join(dict.fromkeys(u.held_words for u in units if u.held_words)),
        reasons=_reasons(desk, units),
        can_accept=any(
            u.work in _DECIDING and u.candidate_id and not u.is_from_text for u in units
        ),
        update_url=next((updating.link(project, u.key) for u in units if _is_update(u)), ""),
        can_keep=any(u.work in _DECIDING and u.candidate_id and u.current_id for u in units),
        can_retry=any(u.work == Work.HELD for u in units),
        distrust_reason=_distrust(desk, units),
    )
    return page if here.is_plan else _with_text(project, page, here, units, showing)


def _with_text(
    project: Project, page: ReviewPage, here: SweepItem, units: list[UnitFacts], showing: str
) -> ReviewPage:
    section = section_page(project, here.id, showing=showing)
    structural = (u for u in units if not u.movement_key and u.candidate_id)
    planned = next((u for u in structural if not u.is_from_text), None)
    return replace(
        page,
        section=section,
        showing=section.showing,
        remarks=tuple(r for r in (*section.remarks, *section.loose_remarks) if r.is_open),
        passages=steps.step_page(project, planned.key).passages if planned else (),
    )


def _is_update(unit: UnitFacts) -> bool:
    return unit.is_from_text and unit.work == Work.REVIEW


def _seen(units: list[UnitFacts]) -> str:
    return digest_of([[u.pk, u.current_id, u.candidate_id] for u in units])


def _reasons(desk: Desk, units: list[UnitFacts]) -> tuple[values.Link, ...]:
    found = [r for u in units if u.current_id for r in desk.reasons.get(u.current_id, ())]
    return tuple(dict.fromkeys(found))


def _distrust(desk: Desk, units: list[UnitFacts]) -> str:
    doubted = [keys.trust(u.key) for u in units if u.standing == Standing.REOPENED]
    desk.book.state.fetch(doubted)
    bodies = [desk.book.state.entry(key) or {} for key in doubted]
    return " ".join(dict.fromkeys(str(b.get("reason", "")) for b in bodies)).strip()


def _decisions(desk: Desk, so_far: SoFar) -> tuple[Decision, ...]:
    latest = dict(so_far.decided)
    return tuple(
        Decision(verb, _link(desk, place))
        for place, said in latest.items()
        for verb in _VERBS
        if verb == said and (place == PLAN or place in desk.book.nodes)
    )


def _now_stale(desk: Desk, items: tuple[SweepItem, ...], so_far: SoFar) -> tuple[values.Link, ...]:
    """What this sweep's decisions made stale, as far as it has not been settled since."""
    if not so_far.has_begun:
        return ()
    found = dict.fromkeys(u.section_id or PLAN for u in desk.book.units if u.is_stale)
    return tuple(_link(desk, place) for place in found if place not in so_far.stale_before)


def _link(desk: Desk, place: str) -> values.Link:
    slug, node = desk.book.project.slug, desk.book.nodes.get(place)
    if node is None:
        return values.Link("The plan of the book", reverse("plan_of_book", args=[slug]))
    url = frame.section_url(slug, node.id)
    return values.Link(f"{node.number} {node.body['title']}", url)
