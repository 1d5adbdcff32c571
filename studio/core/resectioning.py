"""Splitting and merging sections: their passages move with their texts, to the letter.

A passage that moves becomes a passage of another section: what stood at its old place stands at
the new one, with trust and lock. A passage may be divided between two of its paragraphs.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import arranging, doubt, keys, maps, outline_edits, prose
from studio.core.digest import digest
from studio.core.editing import Edit, Placed, Plan, Writes
from studio.core.intent import BadIntent, Intent
from studio.core.state import Body

Movement = Mapping[str, Any]


def split(intent: Intent, plan: Plan) -> Edit:
    """Makes a section of its own of the passages from one on, or from one of its paragraphs on."""
    section_id = keys.rest(intent.thing)
    section, movements = plan.section(section_id), _movements(section_id, plan)
    at, _, paragraph = intent.at.partition("/")
    place = next((n for n, m in enumerate(movements) if m["key"] == at), None)
    if place is None:
        raise BadIntent(f"“{section['title']}” has no passage “{at}”; it has: "
                        f"{', '.join(m['key'] for m in movements)}.", "at")  # fmt: skip
    new_id = plan.free_id("section", "s")
    stay, go = list(movements[:place]), list(movements[place:])
    parts = _divided(section_id, at, paragraph, plan) if paragraph else ()
    if parts:
        first, rest = _halves(go[0], parts)
        stay, go = [*stay, first], [rest, *go[1:]]
    if not stay:
        raise BadIntent("A section is split after its first passage or paragraph.", "at")
    whole = plan.state.entry(keys.map_of(section_id)) or {}
    new = _split_off(section, doubt.rewritten("map", whole, {"movements": go}), intent)
    writes = _among_peers(section_id, {**section, "words": _words(stay)}, new_id, new, plan)
    for owner, kept in ((section_id, stay), (new_id, go)):
        writes[keys.map_of(owner)] = doubt.rewritten("map", whole, {"movements": kept})
    moved = [
        Placed(_draft(section_id, m["key"]), _draft(new_id, m["key"]))
        for m in (go[1:] if parts else go)
    ]
    if parts:
        own = _draft(section_id, at)
        # What stays is said last: remarks on what goes have gone by then.
        moved = [Placed(own, _draft(new_id, at), parts[1]), *moved, Placed(own, own, parts[0])]
    return _with_texts(Edit(writes, stated=(section_id, new_id)), moved, plan)


def merge(intent: Intent, plan: Plan) -> Edit:
    """Adds the passages of the next section at the end of this one, and takes that one away."""
    into = keys.rest(intent.thing)
    kept = plan.section(into)
    gone_id = intent.to or _next(into, plan)
    gone = plan.section(gone_id)
    _check_joinable(into, gone_id, plan)
    writes: Writes = outline_edits.depending_on([gone_id], plan, instead=into)
    writes[keys.section(into)] = _joined(kept, gone, {into, gone_id})
    writes[keys.section(gone_id)] = None
    if plan.state.entry(keys.map_of(into)) is None:
        return Edit(writes)
    staying, going = _movements(into, plan), _movements(gone_id, plan)
    taken = {m["key"] for m in staying}
    added, moved = [], []
    for movement in going:
        key = maps.free_key(movement["key"], taken)
        taken.add(key)
        added.append({**movement, "key": key})
        moved.append(Placed(_draft(gone_id, movement["key"]), _draft(into, key)))
    writes[keys.map_of(into)] = _joined_map(into, gone_id, staying, added, plan)
    writes[keys.map_of(gone_id)] = None
    return _with_texts(Edit(writes, stated=(into,)), moved, plan)


def _movements(section_id: str, plan: Plan) -> list[Movement]:
    body = plan.state.entry(keys.map_of(section_id))
    if body is None:
        title = plan.section(section_id)["title"]
        raise BadIntent(
            f"“{title}” is not planned in passages yet, so there is nothing to divide. "
            "Add a section beside it instead."
        )
    return list(body["movements"])


def _divided(
    section_id: str, at: str, paragraph: str, plan: Plan
) -> tuple[tuple[str, ...], tuple[str, ...]] | tuple[()]:
    """The ids of the paragraphs before a place in a passage, and of those after it; nothing where
    the place is its beginning."""
    text = plan.state.entry(keys.text(_draft(section_id, at)))
    ids = tuple(text["paragraphs"]) if text else ()
    if paragraph not in ids:
        raise BadIntent(f"The passage “{at}” has no paragraph “{paragraph}”.", "at")
    place = ids.index(paragraph)
    return (ids[:place], ids[place:]) if place else ()


def _halves(
    movement: Movement, parts: tuple[tuple[str, ...], tuple[str, ...]]
) -> tuple[Movement, Movement]:
    """A passage as two, with its words shared by their paragraphs."""
    total = int(movement.get("words", 0))
    first = round(total * len(parts[0]) / (len(parts[0]) + len(parts[1])))
    return {**movement, "words": first}, {**movement, "words": total - first}


def _among_peers(section_id: str, section: Body, new_id: str, new: Body, plan: Plan) -> Writes:
    parent = section.get("parent")
    order = arranging.peers(plan.sections, parent)
    order.insert(order.index(section_id) + 1, new_id)
    return arranging.ranked(order, {**plan.sections, section_id: section, new_id: new}, parent)


def _next(section_id: str, plan: Plan) -> str:
    order = arranging.peers(plan.sections, plan.sections[section_id].get("parent"))
    after = order[order.index(section_id) + 1 :]
    if not after:
        title = plan.sections[section_id]["title"]
        raise BadIntent(f"No section follows “{title}” beside it; there is nothing to join.")
    return after[0]


def _check_joinable(into: str, gone: str, plan: Plan) -> None:
    kept_body, gone_body = plan.sections[into], plan.sections[gone]
    if into == gone or (kept_body.get("parent") or None) != (gone_body.get("parent") or None):
        raise BadIntent("Two sections can be joined when they stand beside one another.")
    for section_id in (into, gone):
        if arranging.peers(plan.sections, section_id):
            title = plan.sections[section_id]["title"]
            raise BadIntent(f"“{title}” has sections of its own; move them out first.")
    planned = [i for i in (into, gone) if plan.state.entry(keys.map_of(i)) is not None]
    if len(planned) == 1:
        bare = plan.sections[gone if planned[0] == into else into]["title"]
        raise BadIntent(
            f"“{bare}” is not planned in passages yet, and the other section is. "
            "Have it planned or write it first, or remove it."
        )


def _split_off(section: Body, own_map: Body, intent: Intent) -> Body:
    """The section of the passages that go; it says only what is not doubted."""
    trusted = (doubt.trusted("map", own_map) or {"movements": ()})["movements"]
    title = intent.fields.get("title") or next((m["title"] for m in trusted), section["title"])
    synopsis = " ".join(m["purpose"] for m in trusted)
    new = {
        **section,
        **outline_edits.checked({"title": title}),
        "words": _words(own_map["movements"]),
        "establishes": [],
        "synopsis": synopsis[: outline_edits.TEXTS["synopsis"]],
    }
    return doubt.rewritten("section", section, new)


def _joined_map(
    into: str, gone: str, staying: list[Movement], added: list[dict[str, Any]], plan: Plan
) -> Body:
    """The passages of both; those that were doubted in their section are doubted here."""
    kept_map, gone_map = (plan.state.entry(keys.map_of(i)) or {} for i in (into, gone))
    joined = doubt.rewritten("map", kept_map, {"movements": [*staying, *added]})
    trusted = (doubt.trusted("map", gone_map) or {"movements": ()})["movements"]
    known = {m["key"] for m in trusted}
    pairs = zip(gone_map["movements"], added, strict=True)
    doubted = [new["key"] for old, new in pairs if old["key"] not in known]
    return doubt.marked_too(joined, keys.unit(keys.MAP, into), doubted)


def _joined(kept: Body, gone: Body, both: set[str]) -> Body:
    """One section of two; what is doubted of either is not said of both."""
    trusted = [doubt.trusted("section", body) or {} for body in (kept, gone)]
    said = [str(body.get("synopsis", "")) for body in trusted]
    synopsis = (
        " ".join(dict.fromkeys(s for s in said if s)) if said[0] else kept.get("synopsis", "")
    )
    return {
        **kept,
        "synopsis": synopsis[: outline_edits.TEXTS["synopsis"]],
        "words": int(kept.get("words", 0)) + int(gone.get("words", 0)),
        "establishes": _union(kept, gone, "establishes"),
        "uses": _union(kept, gone, "uses"),
        "depends_on": [i for i in _union(kept, gone, "depends_on") if i not in both],
    }


def _union(kept: Body, gone: Body, field: str) -> list[str]:
    return list(dict.fromkeys([*kept.get(field, ()), *gone.get(field, ())]))


def _with_texts(edit: Edit, moved: Iterable[Placed], plan: Plan) -> Edit:
    """The edit with what stood at the old places at the new ones: text, trust and lock."""
    writes: Writes = dict(edit.writes)
    texts: dict[str, str] = {}
    placed = []
    for one in moved:
        text = plan.state.entry(keys.text(one.source))
        if text is None:
            continue
        placed.append(one)
        writes.setdefault(keys.text(one.source), None)
        writes[keys.text(one.place)] = _part(text, one.paragraphs, plan, texts)
        for of in (keys.trust, keys.pin):
            body = plan.state.entry(of(one.source))
            writes.setdefault(of(one.source), None)
            writes[of(one.place)] = _of_part(body, one.paragraphs)
    return Edit(writes, tuple(placed), edit.stated, texts)


def _part(text: Body, paragraphs: tuple[str, ...], plan: Plan, texts: dict[str, str]) -> Body:
    if not paragraphs:
        return text
    whole = prose.paragraphs(plan.state.blob(text["blob"]))
    by_id = dict(zip(text["paragraphs"], whole, strict=True))
    body = prose.join(by_id[i] for i in paragraphs)
    texts[digest(body)] = body
    return {**text, "blob": digest(body), "paragraphs": list(paragraphs)}


def _of_part(body: Body | None, paragraphs: tuple[str, ...]) -> Body | None:
    """Trust or lock of a text, as far as it concerns these paragraphs."""
    if body is None or not paragraphs or not body.get("paragraphs"):
        return body
    left = [i for i in body["paragraphs"] if i in paragraphs]
    if not left:
        return None
    whole = len(left) == len(paragraphs)
    return {**body, "whole": whole, "paragraphs": [] if whole else left}


def _words(movements: Iterable[Movement]) -> int:
    return sum(int(m.get("words", 0)) for m in movements)


def _draft(section_id: str, movement_key: str) -> str:
    return keys.unit(keys.DRAFT, section_id, movement_key)
