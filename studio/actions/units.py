"""Units follow what the book consists of: the protocol, the outline and the maps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from studio.actions import placing, readiness
from studio.actions.sums import Sums
from studio.core import keys, outline
from studio.core.budgets import Amount
from studio.core.protocol import Pass, Protocol, protocol_of
from studio.core.state import Body
from studio.core.states import Standing, Work
from studio.models import Finding, Project, Requirement, Run, Unit, finding, statements
from studio.models.among import among, among_ids
from studio.models.finding import MUST_BE_FIXED
from studio.queries.state import DbState

NOTHING = placing.Moved({}, frozenset())
_BLOCKED = f"""
    SELECT asked.one FROM unnest(%s::bigint[]) AS asked(one) WHERE {MUST_BE_FIXED % "asked.one"}
"""
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
    if keys.PROTOCOL in writes:
        return _sync_all(project, state, sums, now)
    moved = NOTHING
    if any(_moves_places(key, before.get(key), body) for key, body in writes.items()):
        found = placing.moved(project, state)
        if found is None:
            return _sync_all(project, state, sums, now)
        moved = found
    mapped = {keys.rest(key) for key in writes if keys.kind(key) == "map"}
    concerned = mapped | moved.places.keys() | moved.ended
    if not concerned:
        return set()
    rows = Unit.objects.filter(project=project, section_id__in=among(concerned))
    live = rows.filter(movement_key="", is_retired=False).exclude(section_id__in=moved.ended)
    places = dict(live.values_list("section_id", "place")) | moved.places
    protocol = protocol_of(state)
    wanted = [
        unit
        for section_id, place in places.items()
        for unit in _of_section(section_id, place, protocol, state)
    ]
    if any(w.place - places[w.section_id] >= placing.LEAST for w in wanted):
        # More passages than there is room for before the next section.
        return _sync_all(project, state, sums, now)
    return _sync(project, wanted, rows, state, sums, now)


def _sync_all(project: Project, state: DbState, sums: Sums, now: datetime) -> set[int]:
    rows = Unit.objects.filter(project=project)
    return _sync(project, _whole_book(state), rows, state, sums, now)


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
    _remarks_follow(rows, state, writes)
    texts = {unit.key: state.entry(keys.text(unit.key)) for unit in rows}
    blocked = _blocked(text["artifact"] for text in texts.values() if text)
    for unit in rows:
        text = texts[unit.key]
        made = text["artifact"] if text else None
        unit.is_pinned = state.entry(keys.pin(unit.key)) is not None
        unit.stand(
            current_id=made,
            by=text["by"] if text else "",
            is_trusted=state.entry(keys.trust(unit.key)) is None and made not in blocked,
        )
        if unit.standing == Standing.NONE and unit.work == Work.IDLE and not unit.is_retired:
            unit.want(now=now)
        unit.change = project.change_number
        sums.note(unit)
    Unit.write_all(rows)
    return rows


def _remarks_follow(
    units: Iterable[Unit], state: DbState, writes: Mapping[str, Body | None]
) -> None:
    """The remarks of checks go and come with the trust in the text that they are about."""
    judged = {unit: writes[key] for unit in units if (key := keys.trust(unit.key)) in writes}
    distrusted = [unit.pk for unit, distrust in judged.items() if distrust is not None]
    if distrusted:
        Finding.objects.filter(unit__in=among_ids(distrusted)).withdraw()
    trusted = {u.pk: state.entry(keys.text(u.key)) for u, why in judged.items() if why is None}
    finding.bring_back({pk: text["blob"] for pk, text in trusted.items() if text is not None})


def touch(unit_ids: Iterable[int], number: int) -> None:
    """Stamps units with the change number under which live pages will find them."""
    ids = list(unit_ids)
    if ids:
        Unit.objects.filter(pk__in=among_ids(ids)).update(change=number)


def _moves_places(key: str, old: Body | None, new: Body | None) -> bool:
    """Whether a write may give sections another place. What a section says does not; where it
    stands among the others does."""
    if keys.kind(key) != "section":
        return False
    return old is None or new is None or any(old.get(f) != new.get(f) for f in _PLACE)


def _blocked(artifact_ids: Iterable[int]) -> set[int]:
    """In which of these texts something must be fixed; a candidate's faults are its own."""
    ids = list(artifact_ids)
    return {pk for (pk,) in statements.select(_BLOCKED, [ids])} if ids else set()


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
        wanted += _of_section(node.id, position * placing.SPACING, protocol, state)
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
    changed = [_place(project, w, existing.get(key), state, now) for key, w in by_key.items()]
    retired = [u for key, u in existing.items() if key not in by_key and not u.is_retired]
    _call_off(project, retired, now)
    for unit in retired:
        unit.retire()
    placed = [unit for unit in changed if unit is not None]
    for unit in (*placed, *retired):
        sums.note(unit)
    statements.insert_all([unit for unit in placed if unit._state.adding])
    Unit.write_all(unit for unit in (*placed, *retired) if unit.key in existing)
    _require(project, by_key.values())
    return {unit.pk for unit in (*placed, *retired)}


def _call_off(project: Project, units: Iterable[Unit], now: datetime) -> None:
    """What is being written at places that are gone is for nobody: its runs end here."""
    active = [unit.pk for unit in units if unit.work == Work.ACTIVE]
    for run in Run.objects.active().filter(unit__in=active) if active else ():
        run.stop(now=now)
        project.charge(reserved=run.settle(), spent=Amount(), now=now)
        run.save()


def _place(
    project: Project, wanted: Wanted, unit: Unit | None, state: DbState, now: datetime
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
    found = rows.values_list("pk", "unit_id", "needs_id", "is_after")
    have = {(u, n, a): pk for pk, u, n, a in found}
    gone = [pk for key, pk in have.items() if key not in should]
    if gone:
        Requirement.objects.filter(pk__in=among_ids(gone)).delete()
    new = should - have.keys()
    Requirement.objects.bulk_create(
        Requirement(unit_id=u, needs_id=n, is_after=a) for u, n, a in new
    )
    readiness.meet(project, {n for _, n, _ in new})
    readiness.count(project, own)
