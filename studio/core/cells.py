"""Cells: the named values of a project's state that an operation may look at.

`compute` is the only place that says what a cell's value is. It is a pure function of a state;
with a traced state it also tells what the value was made of.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core import doubt, keys, prose
from studio.core.digest import canonical, digest
from studio.core.state import Body, State, Traced, words_in

Value = Any
N_WORDS_AROUND = 120
UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class Cell:
    """A computed cell: its value as canonical JSON, that text's digest, and its sources."""

    key: str
    value: Value
    text: str
    digest: str
    sources: frozenset[str]


def compute(key: str, state: State) -> Cell:
    """The cell of this name now; ValueError where the key names no cell."""
    traced = Traced(state)
    value = _value(key, traced)
    text = canonical(value)
    return Cell(key, value, text, digest(text), frozenset(traced.sources))


def draft_unit(section_id: str, movement_key: str) -> str:
    return keys.unit(keys.DRAFT, section_id, movement_key)


def movement_keys(state: State, section_id: str) -> list[str]:
    """The movements of a section in order; a section without a map has none."""
    body = state.entry(keys.map_of(section_id))
    return [m["key"] for m in body["movements"]] if body else []


def trusted_text(state: State, unit_key: str) -> str | None:
    """The accepted text of a unit without what is untrusted; None before there is any."""
    entry = state.entry(keys.text(unit_key))
    if entry is None:
        return None
    distrust = state.entry(keys.trust(unit_key))
    if distrust is None:
        return state.blob(entry["blob"])
    if distrust.get("whole"):
        return UNTRUSTED
    left_out = set(distrust.get("paragraphs", ()))
    kept = [p for p in _paragraphs(state, entry) if p[0] not in left_out]
    return "\n\n".join(text for _, text in kept)


def _paragraphs(state: State, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    texts = prose.paragraphs(state.blob(entry["blob"]))
    return list(zip(entry["paragraphs"], texts, strict=True))


def _value(key: str, state: Traced) -> Value:
    kind, rest = keys.kind(key), keys.rest(key)
    try:
        return _CELLS[kind](rest, state)
    except KeyError as unknown:
        if kind in _CELLS:
            raise
        raise ValueError(f"no cell is named {key}") from unknown


def _brief(field: str, state: Traced) -> Value:
    body = state.entry(keys.brief(field))
    return body["value"] if body else ""


def _style(scope: str, state: Traced) -> Value:
    scopes = {"", "book", scope, *_ancestors(scope, state)}
    constraints = [
        {"id": key, "text": body["fields"].get("text", "")}
        for key, body in _trusted(sorted(state.group("object", "constraint").items()))
        if body["fields"].get("scope", "book") in scopes
    ]
    return {"constraints": constraints, "voice": _brief("voice", state)}


def _ancestors(section_id: str, state: Traced) -> list[str]:
    found: list[str] = []
    body = state.entry(keys.section(section_id)) if section_id != "book" else None
    while body and body.get("parent") and body["parent"] not in found:
        found.append(body["parent"])
        body = state.entry(keys.section(body["parent"]))
    return found


def _object(object_id: str, state: Traced) -> Value:
    body = state.entry(keys.object_(object_id))
    if body is None:
        return None
    left = doubt.trusted("object", body)
    return {k: left.get(k) for k in ("kind", "fields", "relations")} if left else UNTRUSTED


def _trusted(objects: Iterable[tuple[str, Body]]) -> Iterator[tuple[str, Body]]:
    """Objects without what is distrusted of them."""
    for key, body in objects:
        left = doubt.trusted("object", body)
        if left is not None:
            yield key, left


def _thesis(_scope: str, state: Traced) -> Value:
    """The objects of which a book has exactly one."""
    found = [
        pair
        for kind in _kinds(state)
        if kind.get("one")
        for pair in state.group("object", kind["slug"]).items()
    ]
    return [_object(keys.rest(key), state) for key, _ in sorted(_trusted(found))]


def _objects_of(scope: str, state: Traced) -> Value:
    """Book: every object that no term index would find. Section: what it establishes and uses,
    and whatever leads to what it establishes (its premises, its objections)."""
    if scope == "book":
        return sorted(_all_objects(state))
    body = state.entry(keys.section(scope))
    if body is None:
        return []
    own = [*body.get("establishes", ()), *body.get("uses", ())]
    leading = [
        keys.rest(key) for i in body.get("establishes", ()) for key in sorted(state.linking(i))
    ]
    return [i for i in dict.fromkeys([*own, *leading]) if _is_known(i, state)]


def _is_known(object_id: str, state: Traced) -> bool:
    return doubt.trusted("object", state.entry(keys.object_(object_id))) is not None


def _all_objects(state: Traced) -> list[str]:
    return [
        keys.rest(key)
        for kind in _kinds(state)
        if kind["slug"] != "constraint"
        for key, _ in _trusted(state.group("object", kind["slug"]).items())
    ]


def _terms_for(section_id: str, state: Traced) -> Value:
    """The named objects (terms; in a novel also people and places) that a section uses, or that
    its specification, its map or its objects mention. Its own prose is not looked at."""
    composition = doubt.trusted("map", state.entry(keys.map_of(section_id)))
    return _terms(section_id, composition, state)


def _terms_of(section_id: str, state: Traced) -> Value:
    """The same before there is a map: what composing the map may read without feeding itself."""
    return _terms(section_id, None, state)


def _terms(section_id: str, composition: Mapping[str, Any] | None, state: Traced) -> Value:
    objects = [_object(i, state) for i in _objects_of(section_id, state)]
    section, movements = _section(section_id, state), (composition or {}).get("movements", ())
    known = None if section == UNTRUSTED else section
    text = "\n".join(_said([known, *movements, *(o["fields"] for o in objects)]))
    used = set((state.entry(keys.section(section_id)) or {}).get("uses", ()))
    named = [pair for kind in _named_kinds(state) for pair in _by_name(kind, text, state)]
    return [
        {"id": keys.rest(key), **body["fields"]}
        for key, body in sorted(named, key=lambda pair: pair[0])
        if keys.rest(key) in used or _mentions(text, body["fields"].get("name", ""))
    ]


def _said(parts: Iterable[Mapping[str, Any] | None]) -> Iterator[str]:
    """What is said in words; ids, roles and names of fields mention nothing."""
    for part in parts:
        for field, said in (part or {}).items():
            if isinstance(said, str) and field not in ("key", "role"):
                yield said


def _named_kinds(state: Traced) -> list[str]:
    return [kind["slug"] for kind in _kinds(state) if kind.get("name_field")]


def _kinds(state: Traced) -> Sequence[Mapping[str, Any]]:
    protocol = state.entry(keys.PROTOCOL) or {"kinds": ()}
    kinds: Sequence[Mapping[str, Any]] = protocol["kinds"]
    return kinds


def _by_name(kind: str, text: str, state: Traced) -> list[tuple[str, Mapping[str, Any]]]:
    return list(_trusted(state.named(kind, words_in(text)).items()))


def _mentions(text: str, name: str) -> bool:
    return bool(name) and bool(re.search(rf"\b{re.escape(name)}", text, re.IGNORECASE))


def _section(section_id: str, state: Traced) -> Value:
    body = state.entry(keys.section(section_id))
    if body is None:
        return None
    left = doubt.trusted("section", body)
    return {k: v for k, v in left.items() if k not in ("rank", "parent")} if left else UNTRUSTED


def _conclusions(section_id: str, state: Traced) -> Value:
    whole = state.entry(keys.section(section_id))
    if whole is None:
        return None
    body = doubt.trusted("section", whole)
    if body is None:
        return UNTRUSTED
    established = [_object(i, state) for i in body.get("establishes", ())]
    return {
        "title": body["title"],
        "establishes": [o for o in established if o and o != UNTRUSTED],
        "reader": body.get("reader_state", ""),
    }


def _outline(scope: str, state: Traced) -> Value:
    """Titles and roles: of the whole book for `book`, else of a section's place among its peers."""
    if scope == "book":
        return _titles("", state, deep=True)
    body = state.entry(keys.section(scope))
    parent = (body or {}).get("parent") or ""
    above = state.entry(keys.section(parent)) if parent else None
    return {"within": _title(above), "peers": _titles(parent, state, deep=False)}


def _titles(parent: str, state: Traced, *, deep: bool) -> list[Value]:
    peers = sorted(
        state.group("section", parent).items(), key=lambda kv: (kv[1].get("rank", 0), kv[0])
    )
    return [
        {"id": keys.rest(key), "title": _title(body), "role": body.get("role", "")}
        | ({"below": _titles(keys.rest(key), state, deep=True)} if deep else {})
        for key, body in peers
    ]


def _title(body: Body | None) -> str:
    """A title, if it may be relied on."""
    left = doubt.trusted("section", body)
    return str(left["title"]) if left else ""


def _map(section_id: str, state: Traced) -> Value:
    body = state.entry(keys.map_of(section_id))
    if body is None:
        return None
    left = doubt.trusted("map", body)
    return left["movements"] if left else UNTRUSTED


def _movement(place: str, state: Traced) -> Value:
    section_id, _, key = place.partition("/")
    body = state.entry(keys.map_of(section_id)) or {"movements": ()}
    if all(m["key"] != key for m in body["movements"]):
        return None
    left = doubt.trusted("map", body) or {"movements": ()}
    return next((m for m in left["movements"] if m["key"] == key), UNTRUSTED)


def _before(place: str, state: Traced) -> Value:
    return _around(place, state, step=-1)


def _after(place: str, state: Traced) -> Value:
    return _around(place, state, step=1)


def _around(place: str, state: Traced, *, step: int) -> Value:
    """The words that adjoin a position within its section, whoever wrote them."""
    section_id, _, key = place.partition("/")
    order = movement_keys(state, section_id)
    position = order.index(key) + step if key in order else -1
    if not 0 <= position < len(order):
        return ""
    text = trusted_text(state, draft_unit(section_id, order[position]))
    if text is None or text == UNTRUSTED:
        return text or ""
    return last_words(text) if step < 0 else first_words(text)


def _text(place: str, state: Traced) -> Value:
    section_id, _, key = place.partition("/")
    if key:
        return trusted_text(state, draft_unit(section_id, key)) or ""
    parts = [
        trusted_text(state, draft_unit(section_id, k)) for k in movement_keys(state, section_id)
    ]
    return "\n\n".join(part for part in parts if part)


def _pass(slug: str, state: Traced) -> Value:
    return state.entry(keys.step(slug))


def last_words(text: str, n: int = N_WORDS_AROUND) -> str:
    """The last n words of a text, line ends and all; letters where words are not spaced."""
    starts = [m.start() for m in re.finditer(r"\S+", text)]
    cut = text[starts[-n] :] if len(starts) > n else text
    return cut[-n * 12 :]


def first_words(text: str, n: int = N_WORDS_AROUND) -> str:
    """The first n words of a text."""
    ends = [m.end() for m in re.finditer(r"\S+", text)]
    cut = text[: ends[n - 1]] if len(ends) > n else text
    return cut[: n * 12]


_CELLS: dict[str, Callable[[str, Traced], Value]] = {
    "brief": _brief,
    "style": _style,
    "object": _object,
    "thesis": _thesis,
    "objects-of": _objects_of,
    "terms-for": _terms_for,
    "terms-of": _terms_of,
    "section": _section,
    "conclusions": _conclusions,
    "outline": _outline,
    "map": _map,
    "movement": _movement,
    "before": _before,
    "after": _after,
    "text": _text,
    "pass": _pass,
}

# The cells that are made of texts.
OF_TEXTS = ("before/", "after/", "text/")
# The marks on steps that any cell is made of: that a step is locked is part of none.
MARKS = ("trust",)
