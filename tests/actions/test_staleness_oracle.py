"""Stored staleness against an oracle that knows nothing but entries and recorded reads.

A small book is drawn at random and changed at random. After every commit, each unit's mark must be
what recomputing its reads from nothing says, each kept cell must be what it would be if computed
afresh, and units and their counters must be those that the outline and the maps ask for.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.actions import judging
from studio.actions.refusals import Refused
from studio.core import doubt, keys, outline, prose
from studio.core.cells import Cell as Computed
from studio.core.cells import compute
from studio.core.state import DictState
from studio.models import Cell, Entry, Read, Requirement, Unit
from tests import building
from tests.building import Book

N_EXAMPLES = 150 if os.environ.get("CI") else 40
WORDS = ("memory", "river", "stone", "oral memory", "salt", "rivers", "old stone bridge")
KINDS = ("claim", "term", "constraint", "claim", "thesis")

Writes = dict[str, Any]
numbers = st.integers(0, 19)


@dataclass(frozen=True, slots=True)
class Hand:
    """Numbers to choose by: what they lead to depends on what the book holds by then."""

    a: int
    b: int
    c: int

    def word(self) -> str:
        return WORDS[self.b % len(WORDS)]

    def sentence(self) -> str:
        return f"Of {WORDS[self.b % len(WORDS)]} and {WORDS[self.c % len(WORDS)]}."


def check(book: Book) -> None:
    """Compares all that is stored with what follows from entries and reads alone."""
    state = book.state()
    fresh = Fresh(state)
    assert book.stale() == set(_stale(book, fresh))
    for cell in Cell.objects.filter(project=book.project_id):
        now = fresh[cell.key]
        sources = sorted(f"{book.project_id}:{source}" for source in now.sources)
        assert (cell.digest, cell.sources) == (now.digest, sources), cell.key
    assert set(book.units()) == _units(state)
    _check_counters(book)


class Fresh(dict[str, Computed]):
    """Cells, each computed once from the entries."""

    def __init__(self, state: DictState) -> None:
        super().__init__()
        self.state = state

    def __missing__(self, key: str) -> Computed:
        self[key] = compute(key, self.state)
        return self[key]


def _stale(book: Book, fresh: Fresh) -> Iterator[str]:
    reads: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for artifact_id, key, digest in Read.objects.filter(project=book.project_id).values_list(
        "artifact_id", "key", "digest"
    ):
        reads[artifact_id].append((key, digest))
    for unit in Unit.objects.in_project(book.project_id).exclude(current=None):
        assert reads[unit.current_id or 0], "every text of these books was made from something"
        if any(fresh[key].digest != digest for key, digest in reads[unit.current_id or 0]):
            yield unit.key


def _units(state: DictState) -> set[str]:
    sections = {keys.rest(k): b for k, b in state._entries.items() if keys.kind(k) == "section"}
    found = {"argument", "outline"}
    for node in outline.leaves(sections):
        found.add(f"map/{node.id}")
        body = state.entry(keys.map_of(node.id)) or {"movements": ()}
        found |= {f"draft/{node.id}/{m['key']}" for m in body["movements"]}
    return found


def _check_counters(book: Book) -> None:
    unmet: dict[int, int] = defaultdict(int)
    for needs in Requirement.objects.filter(unit__project=book.project_id).select_related("needs"):
        is_met = needs.needs.is_settled or needs.needs.is_retired
        assert needs.is_met == is_met, str(needs)
        unmet[needs.unit_id] += not is_met
    for unit in Unit.objects.in_project(book.project_id):
        assert unit.n_unmet == unmet[unit.pk], unit.key


# What is done to a book ---------------------------------------------------------------------------

Edit = Callable[[Book, DictState, Hand], Writes]


def _of(state: DictState, kind: str) -> list[str]:
    return sorted(key for key in state._entries if keys.kind(key) == kind)


def _one(state: DictState, kind: str, n: int) -> tuple[str, dict[str, Any]] | None:
    found = _of(state, kind)
    return (found[n % len(found)], dict(state._entries[found[n % len(found)]])) if found else None


def _changed(state: DictState, kind: str, n: int, new: Callable[[dict[str, Any]], Any]) -> Writes:
    found = _one(state, kind, n)
    return {found[0]: found[1] | new(found[1])} if found else {}


def _linked(state: DictState, n: int) -> str:
    """An object to lead to: mostly one that some section establishes, since that is looked at."""
    sections = (state.entry(key) or {} for key in _of(state, "section"))
    found = sorted({i for body in sections for i in body["establishes"]})
    others = [keys.rest(key) for key in _of(state, "object")]
    choice = found if found and n % 4 != 3 else others
    return choice[n % len(choice)] if choice else ""


def _toggled(items: list[str], item: str) -> list[str]:
    return [i for i in items if i != item] if item in items else [*items, item]


def retitle(book: Book, state: DictState, hand: Hand) -> Writes:
    return _changed(state, "section", hand.a, lambda _: {"title": hand.word()})


def respecify(book: Book, state: DictState, hand: Hand) -> Writes:
    return _changed(state, "section", hand.a, lambda _: {"synopsis": hand.sentence()})


def select(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "object", hand.b)
    link = ("establishes", "uses")[hand.c % 2]
    if found is None:
        return {}
    return _changed(
        state, "section", hand.a, lambda b: {link: _toggled(b[link], keys.rest(found[0]))}
    )


def depend(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "section", hand.b)
    other = keys.rest(found[0]) if found else ""
    new = {"depends_on": [other]}
    return _changed(state, "section", hand.a, lambda b: new if other else {})


def move(book: Book, state: DictState, hand: Hand) -> Writes:
    """Into another section or to the top; never into what is inside it."""
    moved, target = _one(state, "section", hand.a), _one(state, "section", hand.b)
    if moved is None or target is None:
        return {}
    above: str | None = keys.rest(target[0]) if hand.c % 3 else None
    around, here = set(), above
    while here and here not in around:
        around.add(here)
        here = (state.entry(keys.section(here)) or {}).get("parent")
    if keys.rest(moved[0]) in around:
        above = moved[1]["parent"]
    return {moved[0]: moved[1] | {"parent": above, "rank": hand.c}}


def add_section(book: Book, state: DictState, hand: Hand) -> Writes:
    """At the top, or inside another, which then holds no prose of its own."""
    above, key = _one(state, "section", hand.b), keys.section(f"n{hand.a}")
    found = building.drawn(f"n{hand.a} {hand.word()}\n    - one\n    - two")
    parent = keys.rest(above[0]) if above and above[0] != key and hand.c % 3 else None
    found[key] = {**found[key], "parent": parent}
    is_new = state.entry(key) is None
    return (dict(found) if hand.c % 2 else {key: found[key]}) if is_new else {}


def drop_section(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "section", hand.a)
    return {found[0]: None} if found else {}


def drop_map(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "map", hand.a)
    return {found[0]: None} if found else {}


def remap(book: Book, state: DictState, hand: Hand) -> Writes:
    """Takes a movement away, adds one, turns their order round, or changes a purpose."""

    def new(body: dict[str, Any]) -> dict[str, Any]:
        old = list(body["movements"])
        fresh = building.movement(f"new-{hand.c}", purpose=hand.sentence())
        without = [m for m in old if m["key"] != fresh["key"]]
        turned = [
            [*without[: hand.b], fresh, *without[hand.b :]],
            old[::-1],
            old[1:],
            [m | {"purpose": hand.sentence()} if n == hand.b else m for n, m in enumerate(old)],
        ]
        return {"movements": turned[hand.b % 4]}

    return _changed(state, "map", hand.a, new)


def redefine(book: Book, state: DictState, hand: Hand) -> Writes:
    return _changed(
        state, "object", hand.a, lambda b: {"fields": b["fields"] | {"text": hand.sentence()}}
    )


def rename(book: Book, state: DictState, hand: Hand) -> Writes:
    return _changed(
        state, "object", hand.a, lambda b: {"fields": b["fields"] | {"name": hand.word()}}
    )


def relate(book: Book, state: DictState, hand: Hand) -> Writes:
    target = _linked(state, hand.b)
    new = {"relations": [{"name": "supports", "to": target}] if hand.c % 3 != 2 and target else []}
    return _changed(state, "object", hand.a, lambda _: new)


def add_object(book: Book, state: DictState, hand: Hand) -> Writes:
    kind = KINDS[hand.c % len(KINDS)]
    target = _linked(state, hand.b)
    scope = _one(state, "section", hand.b)
    body: dict[str, Any] = {"kind": kind, "fields": {"text": hand.sentence()}, "relations": []}
    if kind == "term":
        body["fields"] = {"name": hand.word(), "definition": hand.sentence()}
    if kind == "constraint" and scope:
        body["fields"]["scope"] = keys.rest(scope[0])
    if kind == "claim" and target:
        body["relations"] = [{"name": "supports", "to": target}]
    return {keys.object_(f"{kind}-{hand.a}"): body}


def drop_object(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "object", hand.a)
    return {found[0]: None} if found else {}


def restate(book: Book, state: DictState, hand: Hand) -> Writes:
    field = keys.BRIEF_FIELDS[hand.a % len(keys.BRIEF_FIELDS)]
    return {keys.brief(field): {"value": hand.c % 3 if field == "words" else hand.word()}}


def instruct(book: Book, state: DictState, hand: Hand) -> Writes:
    slug = ("draft", "map", "challenge")[hand.a % 3]
    body = dict(state.entry(keys.step(slug)) or {})
    return {keys.step(slug): body | {"prompt": f"# user\n{{{{intention}}}} {hand.sentence()}"}}


def distrust(book: Book, state: DictState, hand: Hand) -> Writes:
    """Of a whole text or of its first paragraph; or trusts it again."""
    found = _one(state, "text", hand.a)
    if found is None:
        return {}
    key = keys.trust(keys.rest(found[0]))
    whole = {"whole": True, "paragraphs": [], "reason": ""}
    first = {"whole": False, "paragraphs": found[1]["paragraphs"][:1], "reason": ""}
    return {key: (whole, first, None)[hand.b % 3]}


def doubt_it(book: Book, state: DictState, hand: Hand) -> Writes:
    """All or a part of a thing, a section or a map; or trusts it again."""
    kind = doubt.KINDS[hand.c % 3]
    found = _one(state, kind, hand.a)
    if found is None:
        return {}
    parts = sorted(doubt.parts(kind, found[1]))
    body = doubt.said(found[1])
    some = doubt.marked(body, "argument", parts[:1]), doubt.marked(body, "argument", parts), body
    return {found[0]: some[hand.b % 3]}


def lock(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "text", hand.a)
    return {keys.pin(keys.rest(found[0])): ({}, None)[hand.b % 2]} if found else {}


def take_text_away(book: Book, state: DictState, hand: Hand) -> Writes:
    found = _one(state, "text", hand.a)
    return {found[0]: None} if found else {}


def undo(book: Book, state: DictState, hand: Hand) -> Writes:
    """Brings back what the last commits wrote over, as it was before them."""
    now = book.project.commit_number
    before = max(3, now - 1 - hand.a % 3)
    rows = Entry.objects.filter(project=book.project_id)
    touched = set(rows.filter(since__gt=before).values_list("key", flat=True))
    touched |= set(rows.filter(until__gt=before).values_list("key", flat=True))
    was = dict(rows.as_of(before).filter(key__in=touched).values_list("key", "body"))
    return {key: was.get(key) for key in touched}


EDITS: tuple[Edit, ...] = (
    retitle, respecify, select, depend, move, add_section, drop_section, drop_map, remap,
    redefine, rename, relate, add_object, drop_object, restate, instruct, distrust, doubt_it, lock,
    take_text_away, undo,
)  # fmt: skip


def edit(book: Book, name: Edit, hand: Hand) -> None:
    book.commit(name(book, book.state(), hand))


def write_anew(book: Book, hand: Hand) -> None:
    """A text made from the book as it is: a recomposition, or 'keep as is'."""
    units = book.units()
    key = units[hand.a % len(units)]
    book.write({key: f"{hand.sentence()}\n\n{hand.sentence()} Still.\n"})


def edit_by_hand(book: Book, hand: Hand) -> None:
    """An edit keeps the reads of its base, so it makes nothing fresh."""
    found = Unit.objects.in_project(book.project_id).exclude(movement_key="").exclude(current=None)
    units = list(found.order_by("key"))
    if not units:
        return
    unit = units[hand.a % len(units)]
    texts = [p.text for p in building.paragraphs_of(unit.current)]
    texts[hand.b % len(texts)] = hand.sentence()
    try:
        judging.edit_text(
            unit.pk, prose.join(texts), actor_id=book.owner_id, cause="Edited", now=building.NOW
        )
    except Refused:
        return


def away_and_back(book: Book, hand: Hand) -> None:
    """A place leaves the book and comes back as it was, after something else has changed."""
    leave, between = AWAY[hand.b % len(AWAY)], EDITS[hand.c % len(EDITS)]
    state = book.state()
    gone = leave(book, state, hand)
    edit(book, lambda *_: gone, hand)
    edit(book, between, hand)
    edit(book, lambda *_: {key: state.entry(key) for key in gone}, hand)


AWAY: tuple[Edit, ...] = (drop_section, drop_map, remap, move, add_section)
ACTS = (write_anew, edit_by_hand, away_and_back)

hands = st.builds(Hand, numbers, numbers, numbers)
steps = st.one_of(
    st.tuples(st.sampled_from(EDITS), hands),
    st.tuples(st.sampled_from((*ACTS, away_and_back)), hands),
    st.tuples(st.lists(st.sampled_from(EDITS), min_size=2, max_size=3), hands),
)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[str, str]:
    """An outline of one to four sections, some inside others, and a few objects."""
    lines = []
    for n in range(1, draw(st.integers(1, 4)) + 1):
        indent = "    " * draw(st.integers(0, min(1, n - 1)))
        links = draw(st.sampled_from((" establishes claim-1, premise-1", " uses term-1", "")))
        lines.append(f"{indent}s{n} {WORDS[draw(numbers) % len(WORDS)]}{links}")
        for m in range(draw(st.integers(0, 2))):
            lines.append(f"{indent}        - m{m}: {Hand(n, n, m).sentence()}")
    objects = building.OBJECTS.replace("memory", WORDS[draw(numbers) % len(WORDS)])
    return "\n".join(lines), objects


@pytest.fixture
def begun() -> Book:
    return building.begin()


@pytest.mark.timeout(240)
@settings(
    max_examples=N_EXAMPLES,
    deadline=None,
    # The book is as it was begun after each example: what was done to it is taken back.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(world=worlds(), changes=st.lists(steps, min_size=1, max_size=7))
def test_stored_staleness_is_that_of_the_recorded_reads(
    begun: Book, world: tuple[str, str], changes: list[tuple[Any, Hand]]
) -> None:
    with transaction.atomic():
        _write(begun, *world)
        check(begun)
        for change, hand in changes:
            _do(begun, change, hand)
            check(begun)
        transaction.set_rollback(True)


def _write(book: Book, drawing: str, objects: str) -> None:
    book.commit({**building.drawn(drawing), **building.things(objects)})
    structure = {key: "" for key in book.units() if not key.startswith("draft")}
    live = set(book.units())
    book.write(structure | {k: t for k, t in building.texts(drawing).items() if k in live})


def _do(book: Book, change: Any, hand: Hand) -> None:
    if change in ACTS:
        change(book, hand)
    elif isinstance(change, list):
        _several(book, change, hand)
    else:
        edit(book, change, hand)


def _several(book: Book, names: list[Edit], hand: Hand) -> None:
    """Several edits in one commit; where they write the same entry, the last one stands."""
    state, writes = book.state(), Writes()
    for name in names:
        writes |= name(book, state, hand)
    book.commit(writes)


@pytest.mark.parametrize("name", EDITS, ids=lambda name: name.__name__)
def test_each_edit_can_have_an_effect(book: Book, name: Edit) -> None:
    """An oracle over edits that change nothing would prove nothing."""
    hands = [Hand(a, b, c) for a in (0, 1, 2) for b in (0, 1, 3) for c in (1, 0)]
    book.commit({keys.map_of("s2"): None})

    assert any(book.commit(name(book, book.state(), hand)) for hand in hands)
