"""Cards for screens: each section, or each step, in the state of its work."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from studio.queries import awaiting, book_units, groups, values
from studio.queries.book_units import UnitFacts
from studio.queries.desk import Desk, View

FROM_TEXT = "Plan, from its text"
_COLUMN_OF = {
    "none": "pending",
    "pending": "pending",
    "active": "active",
    "review": "review",
    "held": "review",
    "accepted": "accepted",
    "reopened": "accepted",
}
# The first that is found among a section's units is the state of its card.
PRECEDENCE: tuple[values.Work, ...] = (
    "active",
    "held",
    "review",
    "pending",
    "none",
    "reopened",
    "accepted",
)


def cards(desk: Desk, view: View) -> tuple[values.Card, ...]:
    """All cards of a desk: those of the whole book first, then in book order."""
    if view == "units":
        return tuple(_of_unit(desk, unit) for unit in desk.book.units)
    by_section: dict[str, list[UnitFacts]] = {}
    for unit in desk.book.units:
        by_section.setdefault(unit.section_id, []).append(unit)
    wide = [_of_book(desk, unit) for unit in by_section.pop("", [])]
    return (*wide, *(_of_section(desk, s, units) for s, units in by_section.items()))


def card_of(desk: Desk, section_id: str) -> values.Card | None:
    """The card of a section; None where it has no step yet."""
    units = desk.of_section(section_id)
    return _of_section(desk, section_id, units) if units else None


def is_concerned(desk: Desk, card: values.Card, changed: set[int], sections: set[str]) -> bool:
    """Whether a card shows a unit that changed."""
    if card.id.startswith("s-"):
        return card.id[2:] in sections
    return any(u.pk in changed for u in desk.book.units if u.key == card.key)


def _of_book(desk: Desk, unit: UnitFacts) -> values.Card:
    title = desk.book.protocol.passes[unit.pass_slug].title
    url = reverse("plan_of_book", args=[desk.book.project.slug])
    card_id = f"b-{unit.pass_slug}"
    return _card(desk, card_id, "", title, "whole book", [unit], unit.place, url)


def _of_unit(desk: Desk, unit: UnitFacts) -> values.Card:
    node = desk.book.nodes.get(unit.section_id)
    title = desk.book.movement(unit).get("title") or (node.body["title"] if node else "")
    step = desk.book.protocol.passes[unit.pass_slug].title
    number = node.number if node else ""
    url = desk.unit_url(unit)
    return _card(desk, f"u-{unit.pk}", number, title or step, step, [unit], unit.place, url)


def _of_section(desk: Desk, section_id: str, units: list[UnitFacts]) -> values.Card:
    node = desk.book.nodes[section_id]
    passages = [u for u in units if u.movement_key]
    plan = [u for u in units if not u.movement_key]
    is_planned = bool(passages) and all(u.state in ("accepted", "reopened") for u in plan)
    shown = passages if is_planned else plan
    step = FROM_TEXT if shown[0].is_from_text else _title(desk, shown[0])
    url = reverse("section", args=[desk.book.project.slug, section_id])
    return _card(
        desk, f"s-{section_id}", node.number, str(node.body["title"]), step, shown,
        units[0].place, url, all_units=units, passages=passages,
        target=int(node.body.get("words", 0)),
    )  # fmt: skip


def _card(
    desk: Desk,
    card_id: str,
    number: str,
    title: str,
    step: str,
    shown: list[UnitFacts],
    rank: int,
    url: str,
    *,
    all_units: Sequence[UnitFacts] = (),
    passages: Sequence[UnitFacts] = (),
    target: int = 0,
) -> values.Card:
    state = next(s for s in PRECEDENCE if any(u.state == s for u in shown))
    lead = next(u for u in shown if u.state == state)
    every = all_units or shown
    return values.Card(
        id=card_id,
        key=lead.key,
        number=number,
        title=title,
        url=url,
        step=step,
        column=_COLUMN_OF[state],
        rank=rank,
        state=state,
        chapter=groups.chapter_of(desk.book.nodes.get(lead.section_id)),
        marks=tuple(_mark(desk, u) for u in passages),
        steps=tuple(_step(desk, u) for u in all_units),
        words=sum(u.words for u in passages or shown),
        target_words=target,
        reasons=desk.reasons_of(every),
        wait=desk.wait(lead),
        must_fix_count=sum(desk.must_fix.get(u.pk, 0) for u in every),
        provenance=book_units.provenance(passages or shown),
        accepted_by=book_units.accepted_by(shown),
        # That its author stopped it is no failure.
        error=lead.held_words if lead.held_reason not in ("", "stopped") else "",
        trouble=_trouble(desk, [lead, *shown]),
        last_sentence=book_units.last_sentence(desk.book.partials.get(lead.pk, "")),
        awaits_you=any(awaiting.kind_of(u) for u in every),
        is_distrusted=any(u.key in desk.book.distrusted for u in every),
        is_locked=all(u.is_pinned for u in shown),
        has_draft=bool(all_units) and every[0].section_id in desk.drafted,
    )


def _trouble(desk: Desk, units: Iterable[UnitFacts]) -> values.Trouble | None:
    found = (desk.troubles.at(u) for u in units)
    return next((trouble for trouble in found if trouble), None)


def _mark(desk: Desk, unit: UnitFacts) -> values.Mark:
    title = str(desk.book.movement(unit).get("title", ""))
    return values.Mark(title, unit.state, unit.is_stale, unit.key in desk.book.distrusted)


def _step(desk: Desk, unit: UnitFacts) -> values.Step:
    movement = desk.book.movement(unit).get("title")
    name = FROM_TEXT if unit.is_from_text else _title(desk, unit)
    return values.Step(
        key=unit.key,
        name=f"{name}: {movement}" if movement else name,
        state=unit.state,
        words=unit.words,
        note=unit.held_words,
        is_stale=unit.is_stale,
        is_distrusted=unit.key in desk.book.distrusted,
        is_locked=unit.is_pinned,
    )


def _title(desk: Desk, unit: UnitFacts) -> str:
    return desk.book.protocol.passes[unit.pass_slug].title
