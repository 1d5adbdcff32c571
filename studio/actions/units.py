"""Units follow what the book consists of: the protocol, the outline and the maps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from studio.actions import readiness
from studio.actions.sums import Sums
from studio.core import keys, outline
from studio.core.budgets import Amount
from studio.core.protocol import Pass, Protocol, protocol_of
from studio.core.state import Body
from studio.core.states import Standing, Work
from studio.models import Finding, Project, Requirement, Run, Unit, statements
from studio.models.among import among, among_ids
from studio.models.finding import MUST_BE_FIXED
from studio.queries.state import DbState

SPACING = 1000
_IS_BLOCKED = f"SELECT {MUST_BE_FIXED}"
_STANDING_ENTRIES = ("text", "trust", "pin")
_PLACE = ("parent", "rank")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A unit that the book should have, with its order and what it requires, by key."""

    step: Pass
    section_id: str
    movement_key: str
    place: int
    needs: tuple[str, ...]
    after: str = ""

    @property
    def key(self) -> str:
        return keys.unit(self.step.slug, self.section_id, self.movement_key)


def follow(
    project: Project,
    state: DbState,
    writes: Mapping[str, Body | None],
    *,
    before: Mapping[str, Body],
    sums: Sums,
    now: datetime,
) -> set[int]:
    """Creates, moves and retires units as the writes ask; returns the ids of those concerned."""
    if any(_moves_places(key, before.get(key), body) for key, body in writes.items()):
        rows = Unit.objects.filter(project=project)
        return _sync(project, _whole_book(state), rows, state, sums, now)
    mapped = {keys.rest(key) for key in writes if keys.kind(key) == "map"}
    if not mapped:
        return set()
    rows = Unit.objects.filter(project=project, section_id__in=mapped)
    live = rows.live().filter(movement_key="")
    places = dict(live.values_list("section_id", "place"))
    wanted = [
        unit
        for section_id, place in places.items()
        for unit in _of_section(section_id, place, protocol_of(state), state)
    ]
    return _sync(project, wanted, rows, state, sums, now)


def stand(
    project: Project,
    state: DbState,
    writes: Mapping[str, Body | None],
    *,
    also: Iterable[str] = (),
    at_hand: Mapping[str, Unit],
    sums: Sums,
    now: datetime,
) -> list[Unit]:
    """Gives units whose text, trust or lock was written, and those named by key, the standing
    that these say. Units at hand are not read again."""
    concerned = {keys.rest(k) for k in writes if keys.kind(k) in _STANDING_ENTRIES} | set(also)
    state.fetch(of(key) for key in concerned for of in (keys.text, keys.pin, keys.trust))
    others = sorted(concerned - set(at_hand))
    named = "project_id = %s AND key = ANY(%s)"
    rows = statements.rows(Unit, named, [project.pk, others]) if others else []
    rows += [at_hand[key] for key in sorted(concerned & set(at_hand))]
    for unit in rows:
        text = state.entry(keys.text(unit.key))
        if keys.trust(unit.key) in writes:
            _remarks_follow(unit, text, writes[keys.trust(unit.key)])
        unit.is_pinned = state.entry(keys.pin(unit.key)) is not None
        unit.stand(
            current_id=text["artifact"] if text else None,
            by=text["by"] if text else "",
            is_trusted=state.entry(keys.trust(unit.key)) is None and not _is_blocked(text),
        )
        if unit.standing == Standing.NONE and unit.work == Work.IDLE and not unit.is_retired:
            unit.want(now=now)
        unit.change = project.change_number
        sums.note(unit)
        unit.write()
    return rows


def _remarks_follow(unit: Unit, text: Body | None, distrust: Body | None) -> None:
    """The remarks of checks go and come with the trust in the text that they are about."""
    remarks = Finding.objects.filter(unit=unit)
    if distrust is not None:
        remarks.withdraw()
    elif text is not None:
        remarks.bring_back(text["blob"])


def touch(unit_ids: Iterable[int], number: int) -> None:
    """Stamps units with the change number under which live pages will find them."""
    ids = list(unit_ids)
    if ids:
        Unit.objects.filter(pk__in=ids).update(change=number)


def _moves_places(key: str, old: Body | None, new: Body | None) -> bool:
    """Whether a write may give other places to steps all over the book. What a section says
    does not; where it stands among the others does."""
    if keys.kind(key) == "section":
        return old is None or new is None or any(old.get(f) != new.get(f) for f in _PLACE)
    return keys.kind(key) == "protocol"


def _is_blocked(text: Body | None) -> bool:
    """Whether something must be fixed in this very text; a candidate's faults are its own."""
    if text is None:
        return False
    return bool(statements.value(_IS_BLOCKED, [text["artifact"]]))


def _whole_book(state: DbState) -> list[Wanted]:
    protocol = protocol_of(state)
    book_wide = [p for p in protocol.composing if p.scope == "book"]
    # A book-wide step may be proposed on the candidate of the one before it: one plan to judge.
    before = ["", *(step.slug for step in book_wide)]
    wanted = [
        Wanted(step, "", "", place, _needs(step, "", protocol, state), before[place])
        for place, step in enumerate(book_wide)
    ]
    sections = {keys.rest(key): body for key, body in state.kind("section").items()}
    leaves = outline.leaves(sections)
    state.fetch(keys.map_of(node.id) for node in leaves)
    for position, node in enumerate(leaves, 1):
        wanted += _of_section(node.id, position * SPACING, protocol, state)
    return wanted


def _of_section(section_id: str, place: int, protocol: Protocol, state: DbState) -> list[Wanted]:
    wanted = []
    for step in protocol.composing:
        needs = _needs(step, section_id, protocol, state)
        if step.scope == "section":
            wanted.append(Wanted(step, section_id, "", place, needs))
        elif step.scope == "movement":
            wanted += _movements(step, section_id, place, needs, state)
    return wanted


def _movements(
    step: Pass, section_id: str, place: int, needs: tuple[str, ...], state: DbState
) -> list[Wanted]:
    body = state.entry(keys.map_of(section_id)) or {"movements": ()}
    order = [m["key"] for m in body["movements"]]
    before = ["", *(keys.unit(step.slug, section_id, key) for key in order)]
    return [
        Wanted(step, section_id, key, place + n, needs, before[n - 1])
        for n, key in enumerate(order, 1)
    ]


def _needs(step: Pass, section_id: str, protocol: Protocol, state: DbState) -> tuple[str, ...]:
    """The units that a pass requires at a place: of the book, of the section, or each passage."""
    found: list[str] = []
    for slug in step.needs:
        scope = protocol.passes[slug].scope
        if scope == "book":
            found.append(slug)
        elif scope == "section":
            found.append(keys.unit(slug, section_id))
        else:
            body = state.entry(keys.map_of(section_id)) or {"movements": ()}
            found += [keys.unit(slug, section_id, m["key"]) for m in body["movements"]]
    return tuple(found)


def _sync(
    project: Project,
    wanted: Iterable[Wanted],
    rows: Iterable[Unit],
    state: DbState,
    sums: Sums,
    now: datetime,
) -> set[int]:
    existing = {unit.key: unit for unit in rows}
    by_key = {unit.key: unit for unit in wanted}
    changed = [_place(project, w, existing.get(key), state, sums, now) for key, w in by_key.items()]
    retired = [u for key, u in existing.items() if key not in by_key and not u.is_retired]
    for unit in retired:
        _call_off(project, unit, now)
        unit.retire()
        sums.note(unit)
        unit.save()
    ids = {unit.pk for unit in changed if unit is not None}
    _require(project, by_key.values())
    return ids | {unit.pk for unit in retired}


def _call_off(project: Project, unit: Unit, now: datetime) -> None:
    """What is being written at a place that is gone is for nobody: its run ends here."""
    for run in Run.objects.active().filter(unit=unit):
        run.stop(now=now)
        project.charge(reserved=run.settle(), spent=Amount(), today=now.date())
        run.save()


def _place(
    project: Project, wanted: Wanted, unit: Unit | None, state: DbState, sums: Sums, now: datetime
) -> Unit | None:
    """Creates a unit, or moves or revives it; None where nothing changed."""
    if unit is None:
        unit = Unit(
            project=project,
            key=wanted.key,
            pass_slug=wanted.step.slug,
            section_id=wanted.section_id,
            movement_key=wanted.movement_key,
        )
        unit.want(now=now)
    elif unit.place == wanted.place and not unit.is_retired:
        return None
    unit.place = wanted.place
    if unit.is_retired:
        unit.revive()
        # A text that comes back with its place needs not be written.
        if unit.standing == Standing.NONE and state.entry(keys.text(unit.key)) is None:
            unit.want(now=now)
    sums.note(unit)
    unit.save()
    return unit


def _require(project: Project, wanted: Iterable[Wanted]) -> None:
    """Writes the requirements of units anew where they differ, and counts them."""
    wanted = list(wanted)
    named = {w.key for w in wanted} | {n for w in wanted for n in (*w.needs, w.after) if n}
    ids = dict(Unit.objects.filter(project=project, key__in=among(named)).values_list("key", "pk"))
    should = {
        (ids[w.key], ids[need], need == w.after)
        for w in wanted
        for need in dict.fromkeys((*w.needs, w.after))
        if need in ids
    }
    own = {ids[w.key] for w in wanted}
    rows = Requirement.objects.filter(unit_id__in=among_ids(own))
    have = set(rows.values_list("unit_id", "needs_id", "is_after"))
    for unit_id, needs_id, is_after in have - should:
        rows.filter(unit_id=unit_id, needs_id=needs_id, is_after=is_after).delete()
    Requirement.objects.bulk_create(
        Requirement(unit_id=u, needs_id=n, is_after=a) for u, n, a in should - have
    )
    readiness.meet(project, {n for _, n, _ in should - have})
    readiness.count(project, own)
