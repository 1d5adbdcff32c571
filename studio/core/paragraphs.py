"""The identity of paragraphs across edits."""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from studio.core.prose import words

SIMILAR = 0.6
_WINDOW = 12

Pair = tuple[int, int]


def match(
    old: Sequence[tuple[str, str]], new: Sequence[str], new_id: Callable[[int], str]
) -> list[tuple[str, str]]:
    """The new paragraphs with their ids: kept where a paragraph stayed, moved or was edited."""
    texts = [text for _, text in old]
    in_place = _equal_pairs(texts, new)
    pairs = [*in_place, *_moved_pairs(texts, new, in_place)]
    pairs += _similar_pairs(texts, new, in_place, pairs)
    ids = {there: old[here][0] for here, there in pairs}
    return [(ids.get(n) or new_id(n), text) for n, text in enumerate(new)]


def align(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Which old paragraph became which new one, both in rising order."""
    in_place = _equal_pairs(old, new)
    return sorted([*in_place, *_similar_pairs(old, new, in_place, in_place)])


def similarity(old: str, new: str, at_least: float = 0.0) -> float:
    """How much two paragraphs share, from 0 to 1; 0 when below `at_least`."""
    here, there = words(old), words(new)
    if not here or not there:
        here, there = list(old), list(new)
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    if matcher.real_quick_ratio() < at_least or matcher.quick_ratio() < at_least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= at_least else 0.0


def _equal_pairs(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    # The common head and tail come first: a local edit then leaves all others alone, even among
    # equal paragraphs such as scene breaks.
    head = _common_head(old, new)
    shorter = min(len(old), len(new))
    tail = min(_common_head(old[::-1], new[::-1]), shorter - head)
    middle = SequenceMatcher(
        None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False
    )
    pairs = [(n, n) for n in range(head)]
    for block in middle.get_matching_blocks():
        pairs += [(head + block.a + n, head + block.b + n) for n in range(block.size)]
    return pairs + [(len(old) - n, len(new) - n) for n in range(tail, 0, -1)]


def _common_head(old: Sequence[str], new: Sequence[str]) -> int:
    same = 0
    for here, there in zip(old, new, strict=False):
        if here != there:
            break
        same += 1
    return same


def _moved_pairs(old: Sequence[str], new: Sequence[str], taken: list[Pair]) -> list[Pair]:
    used_old, used_new = _used(taken)
    homeless: dict[str, list[int]] = {}
    for n, text in enumerate(old):
        if n not in used_old:
            homeless.setdefault(text, []).append(n)
    return [
        (homeless[text].pop(0), n)
        for n, text in enumerate(new)
        if n not in used_new and homeless.get(text)
    ]


def _similar_pairs(
    old: Sequence[str], new: Sequence[str], in_place: list[Pair], taken: list[Pair]
) -> list[Pair]:
    used_old, used_new = _used(taken)
    pairs: list[Pair] = []
    for start, end in _gaps(in_place, (len(old), len(new))):
        here = [n for n in range(start[0], end[0]) if n not in used_old]
        there = [n for n in range(start[1], end[1]) if n not in used_new]
        pairs += _best_in_order(old, new, here, there)
    return pairs


def _gaps(in_place: list[Pair], end: Pair) -> Iterator[tuple[Pair, Pair]]:
    start = (0, 0)
    for pair in [*in_place, end]:
        if pair[0] > start[0] and pair[1] > start[1]:
            yield start, pair
        start = (pair[0] + 1, pair[1] + 1)


def _best_in_order(
    old: Sequence[str], new: Sequence[str], here: list[int], there: list[int]
) -> list[Pair]:
    """The pairs in rising order whose similarities add up to the most."""
    slope = len(there) / max(1, len(here))
    best: list[list[tuple[float, tuple[Pair, ...]]]] = [[(0.0, ())] * (len(there) + 1)]
    for row, i in enumerate(here):
        line = [best[-1][0]]
        for column, j in enumerate(there):
            choice = max(best[-1][column + 1], line[-1], key=lambda scored: scored[0])
            # Only neighbours are compared: a rewritten chapter must not cost its square.
            if abs(column - row * slope) <= _WINDOW:
                score = similarity(old[i], new[j], SIMILAR)
                before = best[-1][column]
                if score and before[0] + score > choice[0]:
                    choice = (before[0] + score, (*before[1], (i, j)))
            line.append(choice)
        best = [line]
    return list(best[-1][-1][1])


def _used(pairs: list[Pair]) -> tuple[set[int], set[int]]:
    return {here for here, _ in pairs}, {there for _, there in pairs}
