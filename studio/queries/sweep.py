"""The sweep: everything that waits for the author, in book order, one place at a time."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from studio.core import keys
from studio.core.digest import digest_of
from studio.core.states import Standing, Work
from studio.models import Project, Unit
from studio.queries import book_units, frame, steps, updating, values
from studio.queries.book_units import UnitFacts
from studio.queries.desk import Desk
from studio.queries.queue import KINDS, PLAN, Place, queue, stale_since, stamp
from studio.queries.section import section_page
from studio.queries.values.review import (
    Decision,
    ReviewPage,
    SoFar,
    SweepItem,
    Verb,
)

# How people read with a pencil in their hand, and what a decision takes besides.
WORDS_A_MINUTE, SECONDS_EACH = 220, 12
# So many places are listed as touched by what was decided.
MOST_STALE = 100
_DECIDING = (Work.REVIEW, Work.HELD)
_VERBS: tuple[Verb, ...] = ("accepted", "kept", "holds", "read", "retried", "sent", "deferred")


def review_page(
    project: Project, so_far: SoFar, *, at: str = "", showing: str = "", only: str = ""
) -> ReviewPage:
    """The sweep as it stands; `at` names the place that is looked at, `only` a kind of waiting."""
    chosen = next((kind for kind in KINDS if kind == only), None)
    latest = dict(so_far.decided)
    deferred = [place for place, verb in latest.items() if verb == "deferred"]
    found = queue(project, at=at, only=chosen or "", decided=latest, deferred=deferred)
    here = found.here
    desk = Desk.of_some(project, [section_of(here.id)] if here else [])
    stale = _now_stale(project, so_far) if here is None else []
    book_units.bring(desk.book, {*(place.id for place in found.places), *latest, *stale} - {PLAN})
    items = tuple(_item(desk, place) for place in found.places)
    n_done = len(latest.keys() - found.decided)
    page = ReviewPage(
        book=frame.book_head(project),
        only=chosen or "",
        kinds=found.kinds,
        stamp=stamp(project),
        items=items,
        n_deferred=found.n_deferred,
        decisions=_decisions(desk, so_far),
        here=next((item for item in items if item.is_here), None),
        n_active=Unit.objects.in_project(project.pk).filter(work=Work.ACTIVE).count(),
        now_stale=tuple(_link(desk, place) for place in stale),
        place=n_done,
        count=n_done + found.count,
    )
    opened = page.here
    if here is None or opened is None:
        return page
    index = found.places.index(here)
    first, last = found.places[0], found.places[-1]
    page = replace(
        page,
        place=n_done + here.n,
        n_earlier=first.n - 1,
        n_later=found.count - last.n,
        time_left=_time_left(found.places[index:], found.count - here.n + 1),
        before=found.places[index - 1].id if index else "",
        after=found.places[index + 1].id if index + 1 < len(found.places) else "",
    )
    return _opened(project, desk, page, opened, showing)


def stale_ids(project: Project) -> list[str]:
    """The places of which something's basis changed."""
    rows = Unit.objects.in_project(project.pk).filter(is_stale=True)
    return sorted({section_id or PLAN for section_id in rows.values_list("section_id", flat=True)})


def section_of(item_id: str) -> str:
    """The section that an item of the sweep stands for; '' for the plan of the book."""
    return "" if item_id == PLAN else item_id


def _item(desk: Desk, place: Place) -> SweepItem:
    node = None if place.id == PLAN else desk.book.nodes.get(place.id)
    return SweepItem(
        id=place.id,
        number=node.number if node else "",
        title=str(node.body["title"]) if node else "The plan of the book",
        kind=place.kind,
        is_plan=node is None,
        is_deferred=place.is_deferred,
        is_here=place.is_here,
    )


def _time_left(places: Sequence[Place], count: int) -> str:
    """How long so many take, if the rest is like those that are known."""
    seconds = sum(60 * place.words / WORDS_A_MINUTE + SECONDS_EACH for place in places)
    minutes = max(1, round(seconds * count / len(places) / 60))
    return "about a minute" if minutes == 1 else f"about {minutes:,} minutes"


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


def _now_stale(project: Project, so_far: SoFar) -> list[str]:
    """What this sweep's decisions made stale, as far as it has not been settled since."""
    return stale_since(project, so_far.stale_before, MOST_STALE) if so_far.has_begun else []


def _link(desk: Desk, place: str) -> values.Link:
    slug = desk.book.project.slug
    node = None if place == PLAN else desk.book.nodes.get(place)
    if node is None:
        return values.Link("The plan of the book", reverse("plan_of_book", args=[slug]))
    url = frame.section_url(slug, node.id)
    return values.Link(f"{node.number} {node.body['title']}", url)
