"""What is done to a small world, by numbers: what they lead to depends on what it holds by then."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from studio.actions import wording
from studio.actions.refusals import Refused
from studio.core import doubt, keys, prose
from studio.management.benches import drawing
from studio.management.benches.growing import Grouped
from studio.management.benches.worlds import NOW, WORDS, Pick, World
from studio.models import Entry, Project, Unit
from studio.queries import briefs

KINDS = ("claim", "term", "constraint", "claim", "thesis")
MOST = 20

Writes = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """Numbers to choose by."""

    a: int
    b: int
    c: int

    def word(self) -> str:
        return WORDS[self.b % len(WORDS)]

    def sentence(self) -> str:
        return f"Of {WORDS[self.b % len(WORDS)]} and {WORDS[self.c % len(WORDS)]}."


Edit = Callable[[World, Grouped, Hand], Writes]


def _of(state: Grouped, kind: str) -> list[str]:
    return sorted(key for key in state.entries if keys.kind(key) == kind)


def _one(state: Grouped, kind: str, n: int) -> tuple[str, dict[str, Any]] | None:
    found = _of(state, kind)
    return (found[n % len(found)], dict(state.entries[found[n % len(found)]])) if found else None


def _changed(state: Grouped, kind: str, n: int, new: Callable[[dict[str, Any]], Any]) -> Writes:
    found = _one(state, kind, n)
    return {found[0]: found[1] | new(found[1])} if found else {}


def _linked(state: Grouped, n: int) -> str:
    """An object to lead to: mostly one that some section establishes, since that is looked at."""
    sections = (state.entry(key) or {} for key in _of(state, "section"))
    found = sorted({i for body in sections for i in body["establishes"]})
    others = [keys.rest(key) for key in _of(state, "object")]
    choice = found if found and n % 4 != 3 else others
    return choice[n % len(choice)] if choice else ""


def _toggled(items: list[str], item: str) -> list[str]:
    return [i for i in items if i != item] if item in items else [*items, item]


def retitle(world: World, state: Grouped, hand: Hand) -> Writes:
    return _changed(state, "section", hand.a, lambda _: {"title": hand.word()})


def respecify(world: World, state: Grouped, hand: Hand) -> Writes:
    return _changed(state, "section", hand.a, lambda _: {"synopsis": hand.sentence()})


def select(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "object", hand.b)
    link = ("establishes", "uses")[hand.c % 2]
    if found is None:
        return {}
    return _changed(
        state, "section", hand.a, lambda b: {link: _toggled(b[link], keys.rest(found[0]))}
    )


def depend(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "section", hand.b)
    other = keys.rest(found[0]) if found else ""
    new = {"depends_on": [other]}
    return _changed(state, "section", hand.a, lambda b: new if other else {})


def move(world: World, state: Grouped, hand: Hand) -> Writes:
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


def add_section(world: World, state: Grouped, hand: Hand) -> Writes:
    """At the top, or inside another, which then holds no prose of its own."""
    above, key = _one(state, "section", hand.b), keys.section(f"n{hand.a}")
    found = drawing.drawn(f"n{hand.a} {hand.word()}\n    - one\n    - two")
    parent = keys.rest(above[0]) if above and above[0] != key and hand.c % 3 else None
    found[key] = {**found[key], "parent": parent}
    is_new = state.entry(key) is None
    return (dict(found) if hand.c % 2 else {key: found[key]}) if is_new else {}


def drop_section(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "section", hand.a)
    return {found[0]: None} if found else {}


def drop_map(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "map", hand.a)
    return {found[0]: None} if found else {}


def remap(world: World, state: Grouped, hand: Hand) -> Writes:
    """Takes a movement away, adds one, turns their order round, or changes a purpose."""

    def new(body: dict[str, Any]) -> dict[str, Any]:
        old = list(body["movements"])
        fresh = drawing.movement(f"new-{hand.c}", purpose=hand.sentence())
        without = [m for m in old if m["key"] != fresh["key"]]
        turned = [
            [*without[: hand.b], fresh, *without[hand.b :]],
            old[::-1],
            old[1:],
            [m | {"purpose": hand.sentence()} if n == hand.b else m for n, m in enumerate(old)],
        ]
        return {"movements": turned[hand.b % 4]}

    return _changed(state, "map", hand.a, new)


def redefine(world: World, state: Grouped, hand: Hand) -> Writes:
    return _changed(
        state, "object", hand.a, lambda b: {"fields": b["fields"] | {"text": hand.sentence()}}
    )


def rename(world: World, state: Grouped, hand: Hand) -> Writes:
    return _changed(
        state, "object", hand.a, lambda b: {"fields": b["fields"] | {"name": hand.word()}}
    )


def relate(world: World, state: Grouped, hand: Hand) -> Writes:
    target = _linked(state, hand.b)
    new = {"relations": [{"name": "supports", "to": target}] if hand.c % 3 != 2 and target else []}
    return _changed(state, "object", hand.a, lambda _: new)


def add_object(world: World, state: Grouped, hand: Hand) -> Writes:
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


def drop_object(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "object", hand.a)
    return {found[0]: None} if found else {}


def restate(world: World, state: Grouped, hand: Hand) -> Writes:
    field = keys.BRIEF_FIELDS[hand.a % len(keys.BRIEF_FIELDS)]
    return {keys.brief(field): {"value": hand.c % 3 if field == "words" else hand.word()}}


def instruct(world: World, state: Grouped, hand: Hand) -> Writes:
    slug = ("draft", "map", "challenge")[hand.a % 3]
    body = dict(state.entry(keys.step(slug)) or {})
    return {keys.step(slug): body | {"prompt": f"# user\n{{{{intention}}}} {hand.sentence()}"}}


def distrust(world: World, state: Grouped, hand: Hand) -> Writes:
    """Of a whole text or of its first paragraph; or trusts it again."""
    found = _one(state, "text", hand.a)
    if found is None:
        return {}
    key = keys.trust(keys.rest(found[0]))
    whole = {"whole": True, "paragraphs": [], "reason": ""}
    first = {"whole": False, "paragraphs": found[1]["paragraphs"][:1], "reason": ""}
    return {key: (whole, first, None)[hand.b % 3]}


def doubt_it(world: World, state: Grouped, hand: Hand) -> Writes:
    """All or a part of a thing, a section or a map; or trusts it again."""
    kind = doubt.KINDS[hand.c % 3]
    found = _one(state, kind, hand.a)
    if found is None:
        return {}
    parts = sorted(doubt.parts(kind, found[1]))
    body = doubt.said(found[1])
    some = doubt.marked(body, "argument", parts[:1]), doubt.marked(body, "argument", parts), body
    return {found[0]: some[hand.b % 3]}


def lock(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "text", hand.a)
    return {keys.pin(keys.rest(found[0])): ({}, None)[hand.b % 2]} if found else {}


def take_text_away(world: World, state: Grouped, hand: Hand) -> Writes:
    found = _one(state, "text", hand.a)
    return {found[0]: None} if found else {}


def undo(world: World, state: Grouped, hand: Hand) -> Writes:
    """Brings back what the last commits wrote over, as it was before them."""
    now = Project.objects.get(pk=world.project_id).commit_number
    before = max(3, now - 1 - hand.a % 3)
    rows = Entry.objects.filter(project=world.project_id)
    touched = set(rows.filter(since__gt=before).values_list("key", flat=True))
    touched |= set(rows.filter(until__gt=before).values_list("key", flat=True))
    was = dict(rows.as_of(before).filter(key__in=touched).values_list("key", "body"))
    return {key: was.get(key) for key in touched}


EDITS: tuple[Edit, ...] = (
    retitle, respecify, select, depend, move, add_section, drop_section, drop_map, remap,
    redefine, rename, relate, add_object, drop_object, restate, instruct, distrust, doubt_it, lock,
    take_text_away, undo,
)  # fmt: skip


def edit(world: World, name: Edit, hand: Hand) -> None:
    world.commit(name(world, world.state(), hand))


def write_anew(world: World, hand: Hand) -> None:
    """A text made from the book as it is: a recomposition, or 'keep as is'."""
    units = world.units()
    key = units[hand.a % len(units)]
    world.write({key: f"{hand.sentence()}\n\n{hand.sentence()} Still.\n"})


def edit_by_hand(world: World, hand: Hand) -> None:
    """An edit keeps the reads of its base, so it makes nothing fresh."""
    found = Unit.objects.in_project(world.project_id).exclude(movement_key="").exclude(current=None)
    units = list(found.order_by("key"))
    if not units:
        return
    unit = units[hand.a % len(units)]
    assert unit.current is not None, "only units with a text are looked at"
    texts = [p.text for p in briefs.paragraphs(unit.current)]
    texts[hand.b % len(texts)] = hand.sentence()
    try:
        wording.edit_text(
            unit.pk, prose.join(texts), actor_id=world.owner_id, cause="Edited", now=NOW
        )
    except Refused:
        return


def away_and_back(world: World, hand: Hand) -> None:
    """A place leaves the book and comes back as it was, after something else has changed."""
    leave, between = AWAY[hand.b % len(AWAY)], EDITS[hand.c % len(EDITS)]
    state = world.state()
    gone = leave(world, state, hand)
    edit(world, lambda *_: gone, hand)
    edit(world, between, hand)
    edit(world, lambda *_: {key: state.entry(key) for key in gone}, hand)


AWAY: tuple[Edit, ...] = (drop_section, drop_map, remap, move, add_section)
ACTS = (write_anew, edit_by_hand, away_and_back)


Step = tuple[Any, Hand]


def hand(pick: Pick) -> Hand:
    return Hand(pick(MOST), pick(MOST), pick(MOST))


def step(pick: Pick) -> Step:
    """One edit, an act, or several edits in one commit."""
    kind = pick(3)
    if kind == 0:
        return EDITS[pick(len(EDITS))], hand(pick)
    if kind == 1:
        acts = (*ACTS, away_and_back)
        return acts[pick(len(acts))], hand(pick)
    return [EDITS[pick(len(EDITS))] for _ in range(2 + pick(2))], hand(pick)


def do(world: World, change: Any, hand: Hand) -> None:
    """Carries a step out."""
    if isinstance(change, list):
        several(world, change, hand)
    elif change in ACTS:
        change(world, hand)
    else:
        edit(world, change, hand)


def several(world: World, names: Sequence[Edit], hand: Hand) -> None:
    """Several edits in one commit; where they write the same entry, the last one stands."""
    state, writes = world.state(), Writes()
    for name in names:
        writes |= name(world, state, hand)
    world.commit(writes)
