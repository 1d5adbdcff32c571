"""A section's text as one, and divided among its passages again."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from studio.core import paragraphs, prose

_MARK = re.compile(r"`{3,}|~{3,}")


@dataclass(frozen=True, slots=True)
class Passage:
    """The paragraphs of one passage, under the key of its unit."""

    key: str
    paragraphs: tuple[str, ...]


def passage(key: str, texts: Iterable[str]) -> Passage:
    """A passage whose text ends where it ends: a fence that was left open is closed."""
    found = list(texts)
    if found and prose.unclosed_fence(found[-1]) is not None:
        marks = _MARK.findall(found[-1])
        found[-1] = f"{found[-1]}\n{marks[0]}"
    return Passage(key, tuple(found))


def whole(passages: Iterable[Passage]) -> str:
    """The canonical text of a section."""
    return prose.join(text for one in passages for text in one.paragraphs)


def divide(passages: Sequence[Passage], text: str) -> tuple[Passage, ...]:
    """The passages with the paragraphs of a new text, in its order.

    A paragraph that stayed or was edited stays in its passage; a new one joins the passage of the
    paragraph before it, unless it stands where a passage was written anew.
    """
    new = prose.paragraphs(prose.normalise(text))
    places = places_of(passages, new)
    return tuple(
        replace(one, paragraphs=tuple(t for t, at in zip(new, places, strict=True) if at == n))
        for n, one in enumerate(passages)
    )


def places_of(passages: Sequence[Passage], new: list[str]) -> list[int]:
    """For each paragraph of a new text the number of the passage that it goes to."""
    homes = _homes(passages, new)
    kept = _in_order(homes, [1 + prose.count_words(t) for t in new])
    return _filled(kept, [bool(one.paragraphs) for one in passages])


def _homes(passages: Sequence[Passage], new: list[str]) -> list[int | None]:
    """For each new paragraph the passage that it was in before."""
    old = [(str(n), text) for n, one in enumerate(passages) for text in one.paragraphs]
    matched = paragraphs.match(old, new, lambda _: "")
    return [int(home) if home else None for home, _ in matched]


def _in_order(homes: list[int | None], weights: list[int]) -> list[int | None]:
    """The homes without those that break the order of the passages: as few words as can be."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {}
    for n, home in enumerate(homes):
        if home is None:
            continue
        before = max(
            (found for last, found in best.items() if last <= home),
            key=lambda found: found[0],
            default=(0, ()),
        )
        grown = (before[0] + weights[n], (*before[1], n))
        if grown[0] > best.get(home, (0, ()))[0]:
            best[home] = grown
    kept = set(max(best.values(), key=lambda found: found[0])[1]) if best else set()
    return [home if n in kept else None for n, home in enumerate(homes)]


def _filled(homes: list[int | None], had_text: list[bool]) -> list[int]:
    """A place for every paragraph: that of the one before it, or of a passage that lost its own."""
    left = {home for home in homes if home is not None}
    places: list[int] = []
    for n, home in enumerate(homes):
        if home is None:
            before = places[-1] if places else 0
            after = next((h for h in homes[n:] if h is not None), len(had_text) - 1)
            lost = (p for p in range(before, after + 1) if had_text[p] and p not in left)
            home = next(lost, before)
        places.append(home)
    return places
