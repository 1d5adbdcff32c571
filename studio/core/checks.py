"""The mechanical checks that every text from a model goes through before a person sees it."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from studio.core import language as languages
from studio.core import manners, prose, repeats
from studio.core.echoes import Told, repeats_what_was_told

# Reviews record which checks a text went through: a change of their judgement is a new version.
VERSION = "checks/2"

OUTCOME_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "": "The text can be used.",
        "empty": "The model sent back no text.",
        "truncated": "The text breaks off long before its end.",
        "echo": "The model repeated what it was told instead of writing.",
        "refusal": "The model declined to write this.",
        "reasoning": "The model thought aloud and did not get to the text.",
        "preamble": "The model talked about the text, and it is not clear where the text begins.",
        "language": "The text is not in the language of the book.",
        "structure": "The model sent something other than running text.",
    }
)

_SHORT, _LONG, _WHOLE_ENOUGH = 0.5, 1.8, 0.6
_PROSE_FENCES = frozenset(("", "markdown", "md", "text", "txt", "plaintext", "plain", "prose"))
_FENCE_LINE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\s`]*)[^`\n]*$")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}$")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_SETEXT = re.compile(r"[^\n]+\n {0,3}(?:=+|-{2,})[ \t]*$")
_BOLD_LINE = re.compile(r"(\*\*|__)(?P<words>[^\n]+?)\1:?$")
_HEADING_MARKS = re.compile(r"^[\s#*_=]+|[\s#*_:.=-]+$")
_HEADING_LABEL = re.compile(
    r"^(?:title|heading|titre|titel|título|titolo|标题)\s*[:：]\s*|"
    r"^(?:(?:chapter|section|part|scene|chapitre|partie|kapitel|abschnitt|capítulo|capitolo|hoofdstuk|"
    r"глава)\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+)\s*[.:)–—-]+\s*|^第.{1,4}[章节]\s*[:：]?\s*",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"<(?:!doctype|html|head|body|div|p|h[1-6]|section|article|\?xml)\b", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,200}>", re.IGNORECASE)
_OPENS_JSON = re.compile(r"\s*(?:\{\s*(?:\"|\}|$)|\[\s*(?:\{|\"|\[|-?\d[\d.]*\s*,))")
_NOTHING = Told()
_SOFT_END = re.compile(r"[\w,;]$")


@dataclass(frozen=True, slots=True)
class Remark:
    """Advice about a text: its kind (length, repetition, cut), plain words, the words meant."""

    kind: str
    words: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A reply without what is not text; `outcome` is empty when the text can be used."""

    text: str
    outcome: str
    remarks: tuple[Remark, ...] = ()

    @property
    def is_usable(self) -> bool:
        return not self.outcome


def check_prose(
    reply: str,
    *,
    prompt: str,
    target_words: int,
    language: str,
    finish: str,
    title: str = "",
    base: str = "",
    told: Told = _NOTHING,
) -> Checked:
    """The text in a reply, or the reason why there is none; `base` is text it may repeat, `told`
    what no text may."""
    text = prose.normalise(reply)
    if not text:
        return Checked("", "empty")
    thoughtless = manners.without_thoughts(text)
    if thoughtless is None or not thoughtless.strip():
        return Checked(text, "reasoning")
    text, remarks = _without_talk(prose.normalise(thoughtless))
    if manners.is_refusal(text or thoughtless):
        return Checked(text or thoughtless, "refusal", remarks)
    if not text or manners.is_addressed_to_author(text):
        return Checked(text or thoughtless, "preamble", remarks)
    text, more = _without_echo(_without_title(text, title, prompt), prompt, base)

    def judged(found: str) -> str:
        is_told = repeats_what_was_told(found, told, base)
        return _outcome(found, language, is_echo=is_told or _is_echo(found, prompt, base))

    if finish == "length":
        return _cut_short(text, (*remarks, *more), target_words, judged)
    outcome = judged(text)
    advice = () if outcome else _advice(text, target_words)
    return Checked(text, outcome, (*remarks, *more, *advice))


def _cut_short(
    text: str,
    remarks: tuple[Remark, ...],
    target_words: int,
    judged: Callable[[str], str],
) -> Checked:
    """What a reply that met its limit is worth: its whole sentences, if they are most."""
    whole = whole_sentences(text)
    if prose.count_words(whole) < _WHOLE_ENOUGH * target_words:
        whole = _whole_lines(text, target_words) or whole
    if outcome := judged(whole or text):
        return Checked(text, outcome, remarks)
    if not whole or prose.count_words(whole) < _WHOLE_ENOUGH * target_words:
        return Checked(text, "truncated", remarks)
    lost = text[len(whole.rstrip()) :].strip()
    if not lost:
        return Checked(whole, "", (*remarks, *_advice(whole, target_words)))
    cut = Remark("cut", "The reply met its limit. It was cut after the last whole sentence.", lost)
    return Checked(whole, "", (*remarks, cut, *_advice(whole, target_words)))


def _outcome(text: str, language: str, *, is_echo: bool) -> str:
    judgements: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("empty", lambda: not text.strip()),
        ("echo", lambda: is_echo),
        ("structure", lambda: _is_broken(text)),
        ("language", lambda: languages.contradicts(text, language)),
    )
    return next((outcome for outcome, is_so in judgements if is_so()), "")


def _without_talk(text: str) -> tuple[str, tuple[Remark, ...]]:
    """The text without a fence around it, words to the author before it and offers after it."""
    remarks: list[Remark] = []
    while True:
        before = text
        text = _unwrapped(text)
        if said := manners.preamble(text):
            text = _without_rule_above(prose.normalise(text[len(said) :].lstrip()))
            remarks.append(
                Remark("cut", "The reply began with words to you; they were taken off.", said)
            )
        if said := manners.offer(text):
            text = _without_rule_below(prose.normalise(text.rstrip()[: -len(said)]))
            remarks.append(
                Remark("cut", "The reply ended with words to you; they were taken off.", said)
            )
        if text == before:
            return text, tuple(remarks)


def _unwrapped(text: str) -> str:
    """The text inside a fence that surrounds the whole reply."""
    lines = text.rstrip("\n").split("\n")
    opening = _FENCE_LINE.match(lines[0])
    if opening is None or opening["info"].casefold() not in _PROSE_FENCES:
        return text
    fences = [n for n, line in enumerate(lines) if _FENCE_LINE.match(line)]
    if len(fences) == 1:
        return prose.normalise("\n".join(lines[1:]))
    closing = _FENCE_LINE.match(lines[-1])
    is_whole = closing is not None and not closing["info"] and len(fences) % 2 == 0
    # Two fenced blocks one after the other are not one fence around both, unless it says Markdown.
    is_one = len(fences) == 2 or bool(opening["info"])
    return prose.normalise("\n".join(lines[1:-1])) if is_whole and is_one else text


def _without_rule_above(text: str) -> str:
    first, _, rest = text.partition("\n")
    return prose.normalise(rest) if _RULE.match(first) else text


def _without_rule_below(text: str) -> str:
    rest, _, last = text.rstrip("\n").rpartition("\n\n")
    return prose.normalise(rest) if _RULE.match(last) else text


def _without_title(text: str, title: str, prompt: str) -> str:
    """The text without a first heading that only repeats the title or a line of the prompt."""
    first, _, rest = text.partition("\n\n")
    if _HEADING.match(first) and "\n" in first:
        first, _, rest = text.partition("\n")
    found = _heading_words(first)
    if not found or not rest.strip():
        return text
    is_marked = _HEADING.match(first) or _SETEXT.fullmatch(first) or _BOLD_LINE.fullmatch(first)
    known = {_heading_words(title)} if title else set()
    if is_marked and re.search(rf"(?<!\w){re.escape(found)}(?!\w)", prompt.casefold()):
        known.add(found)
    return prose.normalise(rest) if found in known else text


def _heading_words(line: str) -> str:
    bare = _HEADING_MARKS.sub("", line.split("\n")[0]).strip("\"“”«»'")
    return _HEADING_MARKS.sub("", _HEADING_LABEL.sub("", bare)).casefold()


def _without_echo(text: str, prompt: str, base: str) -> tuple[str, tuple[Remark, ...]]:
    said = repeats.leading_echo(text, prompt, base)
    rest = prose.normalise(text[len(said) :].lstrip())
    if not said or prose.count_words(rest) < prose.count_words(said):
        return text, ()
    return rest, (
        Remark("cut", "The reply began by repeating earlier words; they were cut.", said),
    )


def _is_echo(text: str, prompt: str, base: str) -> bool:
    found = repeats.echo(text, prompt, base)
    return found.longest >= 80 or (found.n_echoed >= 15 and found.share >= 0.5)


def _is_broken(text: str) -> bool:
    if prose.unclosed_fence(text) is not None or _is_data(text) or _is_markup(text):
        return True
    blocks = prose.paragraphs(text)
    return all(_is_heading(block) for block in blocks) and any(map(_HEADING.match, blocks))


def _is_heading(block: str) -> bool:
    lines = block.split("\n")
    return _SETEXT.fullmatch(block) is not None or all(
        _HEADING.match(line) or _RULE.match(line) for line in lines
    )


def _is_data(text: str) -> bool:
    blocks = prose.paragraphs(text)
    if all(prose.is_fenced(block) for block in blocks):
        info = _FENCE_LINE.match(blocks[0].split("\n")[0])
        text = blocks[0].split("\n", 1)[-1].rsplit("\n", 1)[0]
        return bool(
            info and info["info"].casefold() in ("json", "xml", "html", "yaml")
        ) or _is_data(text)
    return _OPENS_JSON.match(text) is not None and (_parses(text) or text.count('":') >= 2)


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_markup(text: str) -> bool:
    blocks = [block for block in prose.paragraphs(text) if not prose.is_fenced(block)]
    starts_so = bool(blocks) and _MARKUP.match(blocks[0].lstrip()) is not None
    return starts_so and len(_TAG.findall("\n".join(blocks))) >= 2


def whole_sentences(text: str) -> str:
    """The text up to its last whole sentence, before any fence that was left open."""
    opened = prose.unclosed_fence(text)
    if opened is not None:
        return prose.normalise("\n".join(text.split("\n")[:opened]))
    blocks = prose.paragraphs(text)
    while blocks:
        last = blocks.pop()
        if prose.is_fenced(last):
            return prose.join([*blocks, last])
        end = max(prose.sentence_ends(last), default=0)
        if end and not _is_heading(last):
            return prose.join([*blocks, last[:end]])
    return ""


def _whole_lines(text: str, target_words: int) -> str:
    """The whole lines of a text that ran past its length without one sentence that ends there:
    it is too long rather than broken off. Nothing where they hold fewer words than asked for."""
    lines, _, _ = text.rstrip().rpartition("\n")
    is_long = prose.count_words(lines) >= target_words and prose.unclosed_fence(lines) is None
    return prose.normalise(lines) if is_long else ""


def _advice(text: str, target_words: int) -> tuple[Remark, ...]:
    advice = (_on_length(text, target_words), _on_repetition(text), _on_ending(text))
    return tuple(remark for remark in advice if remark)


def _on_length(text: str, target_words: int) -> Remark | None:
    n_words = prose.count_words(text)
    if not target_words or _SHORT * target_words <= n_words <= _LONG * target_words:
        return None
    how = "shorter" if n_words < target_words else "longer"
    return Remark(
        "length", f"It is much {how} than planned: {n_words} words instead of {target_words}."
    )


def _on_repetition(text: str) -> Remark | None:
    sentence, times = repeats.repeated_sentence(text)
    if sentence:
        return Remark("repetition", f"The same sentence stands here {times} times.", sentence)
    phrase, times = repeats.repeated_phrase(text)
    words = f"It repeats itself; these words alone stand here {times} times."
    return Remark("repetition", words, phrase) if phrase else None


def _on_ending(text: str) -> Remark | None:
    last = prose.paragraphs(text)[-1]
    is_running = prose.count_words(last) >= 15 and not prose.is_fenced(last) and "\n" not in last
    if not is_running or not _SOFT_END.search(last) or not any(prose.sentence_ends(last)):
        return None
    return Remark("cut", "It seems to stop in the middle of a sentence.", last[-60:])
