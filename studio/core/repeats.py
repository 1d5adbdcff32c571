"""Words that come again: in the prompt, or in the text itself."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from studio.core.prose import paragraphs, sentences, words

_RUN = 12
_OFTEN = 3
_PHRASE = 4
_FEW_PHRASES = 0.65


@dataclass(frozen=True, slots=True)
class Echo:
    """How many words of a text stand in the prompt, in runs, and how long the longest run is."""

    n_words: int
    n_echoed: int
    longest: int

    @property
    def share(self) -> float:
        return self.n_echoed / self.n_words if self.n_words else 0.0


def echo(text: str, prompt: str, base: str = "") -> Echo:
    """How far the text repeats the prompt; what stands in `base` may be repeated."""
    found = words(text)
    foreign = runs(words(prompt), _RUN) - runs(words(base), _RUN)
    echoed = covered(found, foreign, _RUN)
    return Echo(len(found), sum(echoed), _longest(echoed))


def leading_echo(text: str, prompt: str, base: str = "") -> str:
    """The first paragraphs of the text, as far as each only repeats the prompt."""
    end = 0
    for block in paragraphs(text):
        found = echo(block, prompt, base)
        if found.n_words < _RUN or found.share < 0.95:
            break
        end = text.index(block, end) + len(block)
    return text[:end]


def repeated_sentence(text: str) -> tuple[str, int]:
    """The sentence said most often and how often, when it is three times or more; else nothing."""
    spoken = [sentence for sentence in sentences(text) if len(words(sentence)) >= _PHRASE]
    counts = Counter(" ".join(words(sentence)) for sentence in spoken)
    said, times = counts.most_common(1)[0] if counts else ("", 0)
    if times < _OFTEN:
        return "", 0
    return next(sentence for sentence in spoken if " ".join(words(sentence)) == said), times


def repeated_phrase(text: str) -> tuple[str, int]:
    """The phrase said most often and how often, when a third of all phrases is not new."""
    found = words(text)
    phrases = Counter(_each_run(found, _PHRASE))
    total = phrases.total()
    if total < 60 or len(phrases) / total > _FEW_PHRASES:
        return "", 0
    phrase, times = phrases.most_common(1)[0]
    return " ".join(phrase), times


def runs(found: list[str], size: int) -> set[tuple[str, ...]]:
    """All runs of so many words."""
    return set(_each_run(found, size))


def covered(found: list[str], runs: set[tuple[str, ...]], size: int) -> list[bool]:
    """Which words lie in one of these runs of so many words."""
    is_covered = [False] * len(found)
    for start, run in enumerate(_each_run(found, size)):
        if run in runs:
            is_covered[start : start + size] = [True] * size
    return is_covered


def _each_run(found: list[str], size: int) -> Iterator[tuple[str, ...]]:
    return zip(*(found[n:] for n in range(size)), strict=False)


def _longest(echoed: list[bool]) -> int:
    longest = current = 0
    for is_echoed in echoed:
        current = current + 1 if is_echoed else 0
        longest = max(longest, current)
    return longest
