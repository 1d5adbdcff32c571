"""Words for the scripted model: titles and prose that look like text, and differ."""

from __future__ import annotations

import random
import re


def _listed(told: str) -> tuple[str, ...]:
    return tuple(" ".join(item.split()) for item in told.split(","))


ADJECTIVES = _listed("""
    quiet, amber, northern, hollow, patient, distant, silver, broken, early, crooked, gentle,
    narrow, bright, weathered, sudden, plain, secret, steady, pale, stubborn, golden, borrowed,
    honest, restless, silent, green, winding, careful, lasting, bitter, common, fading,
    faithful, frozen, hidden, humble, idle, keen, late, lonely, modest, noble, open, proud,
    rough, salted, second, slender, spare, stern, sunken, tender, upright, vivid, wandering,
    warm, wild, woven, yearly, young, ancient, bold, calm, deep, fair, grave
""")
NOUNS = _listed("""
    harbour, ledger, lantern, orchard, compass, bridge, archive, window, garden, river, map,
    letter, clock, mirror, anchor, bell, meadow, tower, key, journal, ferry, signal, forest,
    valley, ladder, market, shore, thread, kettle, station, quarry, cellar, chapel, gate,
    island, mill, needle, oven, path, quilt, road, sail, table, vessel, wheel, yard, attic,
    barn, candle, door, engine, field, glass, hedge, inn, jetty, kitchen, library, mountain,
    notebook, observatory, pier, reef, stone
""")
VERBS = _listed("""
    keeps, changes, carries, answers, shelters, measures, crosses, recalls, opens, repairs,
    follows, marks, gathers, questions, outlasts, explains, holds, divides, reveals, settles,
    steadies, weighs, names, warns
""")
PLACES = _listed("""
    near the coast, in the old town, beyond the hills, under the roof, along the canal, at the
    border, beside the railway, above the valley, inside the workshop, across the square, behind
    the school, between two seasons, before the first frost, after the long rain, without much
    ceremony, against all advice, in plain sight, at the edge of the map, for a whole winter, by
    common consent
""")
LINKS = _listed("""
    Because of this, Even so, In the end, For that reason, Meanwhile, As a rule, At first,
    Little by little, More than once, To be sure, On closer view, Years later, Until then, By
    contrast, In practice, Most of the time, Strictly speaking, Some days, All the same, Now and
    then
""")
_TEMPLATES = (
    "The {a} {n} {v} what the {n2} had left {p}.",
    "{l}, the {n} {v} a {a} {n2} {p}.",
    "Nobody who saw the {a} {n} doubted that it {v} the {n2} {p}.",
    "{l}, one {a} {n} is enough: it {v} the {n2}, and the {n3} stays where it was.",
    "When the {n} {v} the {a2} {n2}, people speak of the {n3} again {p}.",
    "There is a {a} {n} {p}, and it {v} every {n2} that comes its way.",
    "What the {n} {v}, the {a} {n2} {w} {p}.",
    "{l}, they asked whether a {n} {v} the {n2}, or whether the {a} {n3} does.",
    "The {n} and the {n2} stood {p}; only the {a} {n3} {v} them both.",
    "Whoever {v} a {n} {p} soon needs a {a} {n2} as well.",
    "The {n} is {a}; the {n2} is not, and that {v} the whole {n3}.",
    "Take the {n} {p}: it {v} the {n2} before anyone mentions the {a} {n3}.",
    "{l}, the {a} {n} was never the point, since the {n2} {v} the {n3}.",
    "One {n} {v} another until the {a} {n2} {w} the last of them.",
    "No {n} {v} the {n2} for long, and the {a} {n3} least of all.",
    "{l} a {a} {n} {v} them, and the {n2} is left {p}.",
    "It was the {n2}, not the {n}, that {v} the {a} {n3} {p}.",
    "If a {n} {v} anything, it {v} the {a} {n2} and leaves the {n3} alone.",
    "Between the {a} {n} and the {n2} lies a {n3} that {v} neither.",
    "A {a} {n} {v} little by itself, yet {p} it {w} the {n2} and the {n3}.",
)
_ABOUT = re.compile(r"about\s+([\d][\d,. ]*)\s*words", re.IGNORECASE)
DEFAULT_WORDS = 180


def wanted_words(prompt: str) -> int:
    """The length that a prompt asks for last, in words."""
    asked = _ABOUT.findall(prompt)
    return int(re.sub(r"\D", "", asked[-1])) if asked else DEFAULT_WORDS


def title(rng: random.Random, n_words: int = 3) -> str:
    """A short name, such as "The Amber Ledger of Stone"."""
    words = f"The {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}"
    if n_words > 2:
        words += f" of {rng.choice(NOUNS)}"
    return " ".join(word if word == "of" else word.capitalize() for word in words.split())


def sentence(rng: random.Random) -> str:
    """One sentence of ten to twenty words."""
    nouns = rng.sample(NOUNS, 3)
    adjectives = rng.sample(ADJECTIVES, 2)
    verbs = rng.sample(VERBS, 2)
    words = rng.choice(_TEMPLATES).format(
        a=adjectives[0],
        a2=adjectives[1],
        n=nouns[0],
        n2=nouns[1],
        n3=nouns[2],
        v=verbs[0],
        w=verbs[1],
        p=rng.choice(PLACES),
        l=rng.choice(LINKS),
    )
    return re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", words)


def prose(rng: random.Random, n_words: int) -> str:
    """Paragraphs of three to six sentences, of the wanted length within half a sentence."""
    sentences: list[str] = []
    left = n_words
    while left > 0:
        new = sentence(rng)
        if new in sentences:
            continue
        size = len(new.split())
        if sentences and left < size / 2:
            break
        sentences.append(new)
        left -= size
    return "\n\n".join(_paragraphs(rng, sentences))


def _paragraphs(rng: random.Random, sentences: list[str]) -> list[str]:
    paragraphs = []
    while sentences:
        size = rng.randint(3, 6)
        if len(sentences) - size < 2:
            size = len(sentences) if len(sentences) <= 7 else size - 1
        paragraphs.append(" ".join(sentences[:size]))
        sentences = sentences[size:]
    return paragraphs
