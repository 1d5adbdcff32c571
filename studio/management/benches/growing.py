"""What a grown book consists of: its plan, what each step was made from, and its words.

a chapter has ten sections, a section nine passages and the step that plans them: ten steps
each step was made from nine or ten cells
a hundred sections, which are a thousand steps, rest on one premise that they share
"""

from collections import defaultdict
from collections.abc import Mapping

from studio.core import keys
from studio.core.state import Body, DictState, group_of, targets

SECTIONS_PER_CHAPTER, PASSAGES, STEPS = 10, 9, 10
SHARING = 100
TERMS = ("bed", "culvert", "spring", "weir", "sluice", "quay", "ford", "marsh", "delta", "levee")
WORDS = ("water", "stone", "cellar", "street", "survey", "winter", "council", "ledger")


def drawn(n_sections: int) -> dict[str, Body]:
    """The entries that the plan of such a book consists of: objects, outline and maps."""
    found: dict[str, Body] = {keys.object_("thesis-1"): _thing("thesis", "Rivers come back.")}
    for n, name in enumerate(TERMS, 1):
        fields = {"name": name, "definition": f"what the survey calls a {name}"}
        found[keys.object_(f"term-{n}")] = {"kind": "term", "fields": fields, "relations": []}
    for n in range(-(-n_sections // SHARING)):
        found[keys.object_(f"premise-{n}")] = _thing("premise", f"Winter {n} was wet.", "thesis-1")
    for n in range(n_sections):
        chapter, rank = divmod(n, SECTIONS_PER_CHAPTER)
        found[keys.section(f"c{chapter}")] = _section(f"Chapter {chapter + 1}", None, chapter)
        found[keys.object_(f"claim-{n}")] = _thing("claim", f"Quarter {n} pays.", "thesis-1")
        found[keys.section(f"s{n}")] = _section(
            f"The river of quarter {n}", f"c{chapter}", rank, words=PASSAGES * 30,
            establishes=[f"claim-{n}"], uses=[f"premise-{n // SHARING}"],
            synopsis=f"The {WORDS[n % 8]} and the {TERMS[n % 10]} of quarter {n}.",
        )  # fmt: skip
        movements = [_movement(n, m) for m in range(1, PASSAGES + 1)]
        found[keys.map_of(f"s{n}")] = {"movements": movements}
    return found


def reads_of_map(n: int) -> list[str]:
    """What the plan of a section's passages was made from."""
    return [
        "pass/map", "brief/audience", "brief/language", f"style/s{n}", f"objects-of/s{n}",
        f"object/claim-{n}", f"object/premise-{n // SHARING}", f"terms-of/s{n}", f"section/s{n}",
        f"outline/s{n}",
    ]  # fmt: skip


def reads_of_draft(n: int, m: int) -> list[str]:
    """What the prose of a passage was made from."""
    return [
        "pass/draft", "brief/audience", f"style/s{n}", f"objects-of/s{n}", f"object/claim-{n}",
        f"object/premise-{n // SHARING}", f"terms-for/s{n}", f"section/s{n}",
        f"movement/s{n}/m{m}", f"before/s{n}/m{m}",
    ]  # fmt: skip


def prose_of(n: int, m: int, words: int = 0) -> str:
    said = (f"In passage {m} the {WORDS[(n + k) % 8]} of quarter {n} is told of." for k in (m, 3))
    more = " ".join(WORDS[(n + m + k) % 8] for k in range(max(0, words - 20)))
    return "\n\n".join(filter(None, said)) + (f" {more}\n" if more else "\n")


class Grouped(DictState):
    """A state in memory that finds groups and relations without looking all entries through."""

    def __init__(self, entries: Mapping[str, Body], blobs: Mapping[str, str]) -> None:
        super().__init__(entries, blobs)
        self.entries = entries
        self._groups: dict[tuple[str, str], dict[str, Body]] = defaultdict(dict)
        self._linking: dict[str, dict[str, Body]] = defaultdict(dict)
        for key, body in entries.items():
            kind = keys.kind(key)
            if kind in ("object", "section"):
                self._groups[kind, group_of(key, body)][key] = body
            for target in targets(body) if kind == "object" else ():
                self._linking[target][key] = body

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        return self._groups.get((kind, group), {})

    def linking(self, object_id: str) -> Mapping[str, Body]:
        return self._linking.get(object_id, {})


def _thing(kind: str, text: str, to: str = "") -> Body:
    relations = [{"name": "supports", "to": to}] if to else []
    return {"kind": kind, "fields": {"text": text}, "relations": relations}


def _section(title: str, parent: str | None, rank: int, **more: object) -> Body:
    return {
        "parent": parent, "rank": rank, "role": "section" if parent else "chapter", "title": title,
        "synopsis": "", "words": 0, "establishes": [], "uses": [], "depends_on": [],
        "done_when": "the reader could draw it", **more,
    }  # fmt: skip


def _movement(n: int, m: int) -> Body:
    return {
        "key": f"m{m}", "title": f"Step {m}", "purpose": f"Shows the {WORDS[(n * 3 + m) % 8]}",
        "words": 30, "done_when": "it is shown",
    }  # fmt: skip
