"""A text that was broken off: what of it can be gone on from, and joined to what follows."""

import re

from studio.core import checks, manners, prose

# Fewer words are not worth a prompt of their own kind.
FEWEST_WORDS = 30
# A run of so few words may stand at a seam by chance.
_FEWEST_REPEATED, _MOST_REPEATED = 3, 2000
_WORD = re.compile(r"\w+")
_AFTER_WORD = re.compile(r"[^\w\s]*")
_UNSPACED = re.compile("[\u3000-\u9fff\uff00-\uffef\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


def beginning(text: str) -> str:
    """What of an unfinished reply can be gone on from: its whole sentences, without thoughts and
    words to the author; a line end follows where its last paragraph had ended. '' if too few."""
    found = manners.without_thoughts(prose.normalise(text))
    if found is None or manners.is_refusal(found):
        return ""
    found = prose.normalise(found[len(manners.preamble(found)) :].lstrip())
    whole = checks.whole_sentences(found).rstrip()
    if prose.count_words(whole) < FEWEST_WORDS:
        return ""
    return f"{whole}\n" if found[len(whole) :].startswith("\n\n") else whole


def joined(begun: str, reply: str) -> str:
    """A beginning and what was written after it as one text, with nothing said twice."""
    if not begun.strip():
        return reply
    told = manners.without_thoughts(reply)
    # A line end at its head begins a paragraph, but not one behind thoughts.
    said = reply if told is None or told == reply.lstrip("\n") else told
    said = said[len(manners.preamble(said)) :]
    rest = said[_repeated(begun, said) :]
    if not rest.strip():
        return begun
    is_apart = begun.endswith("\n") or rest.startswith("\n")
    return f"{begun.rstrip()}{_between(begun, rest, is_apart=is_apart)}{rest.strip()}"


def _between(begun: str, rest: str, *, is_apart: bool) -> str:
    if is_apart:
        return "\n\n"
    return "" if _UNSPACED.match(begun.rstrip()[-1]) and _UNSPACED.match(rest.strip()[0]) else " "


def _repeated(begun: str, said: str) -> int:
    """How much at the head of a text says again what stands at the end of its beginning."""
    before = [found.group().casefold() for found in _WORD.finditer(begun)][-_MOST_REPEATED:]
    found = list(_WORD.finditer(said))[:_MOST_REPEATED]
    after = [one.group().casefold() for one in found]
    for n in range(min(len(before), len(after)), _FEWEST_REPEATED - 1, -1):
        if before[-n:] == after[:n]:
            seam = _AFTER_WORD.match(said, found[n - 1].end())
            return seam.end() if seam else found[n - 1].end()
    return 0
