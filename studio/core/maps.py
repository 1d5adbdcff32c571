"""Composition maps: the movements of a section, with keys that stay while their content does."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import schemas
from studio.core.proposals import Body
from studio.core.schemas import NEW, Schema

WORDS_PER_MOVEMENT, MAX_MOVEMENTS, LEAST_WORDS = 250, 8, 40


def movements_of(words: int) -> int:
    """How many movements a section of that many words is composed of."""
    return max(1, min(MAX_MOVEMENTS, round(words / WORDS_PER_MOVEMENT)))


def map_schema(section: Body, old: Body | None) -> Schema:
    """The schema of a composition map; keys of movements that exist are offered by name."""
    n = movements_of(section.get("words", 0))
    movement: Schema = {
        "title": schemas.text(3, 80),
        "purpose": schemas.text(10, 240),
        "words": schemas.whole(40, 1000),
        "done_when": schemas.text(5, 160),
    }
    if old:
        movement["key"] = {"enum": [*(m["key"] for m in old["movements"]), NEW]}
    return schemas.record(
        {"movements": schemas.array(schemas.record(movement), n, n if n < 3 else n + 1)}
    )


def map_body(reply: Body, section: Body, old: Body | None) -> dict[str, Any]:
    """The map that a reply proposes: a movement of equal content keeps its key, others get one."""
    before = {m["key"]: m for m in (old or {"movements": ()})["movements"]}
    kept = _kept(reply["movements"], before)
    taken = set(kept)
    total, n = section.get("words", 0), max(1, len(reply["movements"]))
    asked = [min(2 * total / n, max(total / n / 2, m["words"])) for m in reply["movements"]]
    scale = total / max(1, sum(asked))
    movements = [
        _movement(item, max(LEAST_WORDS, round(words * scale / 10) * 10), key, before, taken)
        for item, words, key in zip(reply["movements"], asked, kept, strict=True)
    ]
    return {"movements": movements}


class SameTwice(ValueError):
    """Two passages cannot be the same one."""


def rematched(movements: Iterable[Body], chosen: Mapping[str, str], used: set[str]) -> list[Body]:
    """A proposed map with the keys that its author chose: by the proposed key the one of a passage
    that it goes on from, or NEW. Keys that the section ever used name nothing new."""
    found: list[Body] = []
    named = {k for k in chosen.values() if k != NEW}
    taken = set(used) | named
    for movement in movements:
        key = chosen.get(movement["key"], movement["key"])
        if key == NEW:
            key = _fresh_key(movement["title"], taken)
        taken.add(key)
        found.append({**movement, "key": key})
    if len({m["key"] for m in found}) < len(found):
        raise SameTwice
    return found


def _kept(items: Iterable[Body], before: Mapping[str, Body]) -> list[str]:
    """For each movement the key that it keeps since it says the same, or ''; no key twice."""
    kept: list[str] = []
    for item in items:
        same = (k for k, m in before.items() if k not in kept and _said(m) == _said(item))
        kept.append(next(same, ""))
    return kept


def _movement(
    item: Body, words: int, kept: str, before: Mapping[str, Body], taken: set[str]
) -> Body:
    key = kept or item.get("key", NEW)
    if not kept and (key == NEW or key in taken):
        key = _fresh_key(item["title"], taken | set(before))
    taken.add(key)
    return {"key": key, **_said(item), "words": words}


def _said(movement: Body) -> dict[str, str]:
    return {field: movement[field].strip() for field in ("title", "purpose", "done_when")}


def _fresh_key(title: str, taken: set[str]) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    stem = "-".join(re.findall(r"[a-z0-9]+", plain.lower())[:4])[:32] or "passage"
    # Not the word that stands for what is new.
    return free_key(stem, taken | {NEW})


def free_key(stem: str, taken: set[str]) -> str:
    """A key that is not taken: the stem, or the stem with a number."""
    numbered = (f"{stem}-{n}" for n in range(2, 1000))
    return stem if stem not in taken else next(k for k in numbered if k not in taken)
