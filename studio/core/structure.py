"""The outline that a pass proposes: its schema, sized by the book, and what its reply writes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from studio.core import doubt, keys, schemas
from studio.core.proposals import Body, sections_in
from studio.core.protocol import Pass, Protocol
from studio.core.schemas import Schema
from studio.core.state import State

WORDS_PER_SECTION = 800
MAX_SECTIONS, MAX_CHAPTERS = 60, 12
LEAST_WORDS = 60


@dataclass(frozen=True, slots=True)
class Size:
    """How many chapters a book gets, and how many sections a chapter."""

    chapters: int
    sections: int

    @classmethod
    def of_book(cls, words: int) -> "Size":
        total = max(2, min(MAX_SECTIONS, round(words / WORDS_PER_SECTION)))
        chapters = max(1, min(MAX_CHAPTERS, round(total / 4)))
        return cls(chapters, max(2, round(total / chapters)))


def outline_schema(step: Pass, protocol: Protocol, words: int, state: State) -> Schema:
    """The schema of an outline for a book of that many words: chapters with sections."""
    size = Size.of_book(words)
    chapter = {
        "title": schemas.text(3, 90),
        "synopsis": schemas.text(10, 300),
        "sections": schemas.array(
            _section_schema(step, protocol, state), max(2, size.sections - 1), size.sections + 1
        ),
    }
    low, high = max(1, size.chapters - 1), size.chapters + 1
    return schemas.record({"chapters": schemas.array(schemas.record(chapter), low, high)})


def outline_writes(
    reply: Body, words: int, state: State, used_ids: Iterable[str]
) -> dict[str, Body | None]:
    """The section entries of a proposed outline; sections with the title of an existing one keep
    its id, and those left out end. Ids that the book ever used name nothing new."""
    old = sections_in(state)
    ids = _SectionIds(old, used_ids)
    share = _shares([s for c in reply["chapters"] for s in c["sections"]], words)
    new: dict[str, dict[str, Any]] = {}
    for rank, chapter in enumerate(reply["chapters"], 1):
        chapter_id = ids.take(chapter["title"])
        new[chapter_id] = _section(chapter, None, rank, "chapter", 0)
        for below, section in enumerate(chapter["sections"], 1):
            own_words = next(share)
            new[ids.take(section["title"])] = _section(
                section, chapter_id, below, "section", own_words
            )
    depend(new)
    gone: dict[str, Body | None] = {keys.section(i): None for i in old if i not in new}
    return {**{keys.section(i): body for i, body in new.items()}, **gone}


def _section_schema(step: Pass, protocol: Protocol, state: State) -> Schema:
    section: Schema = {
        "title": schemas.text(3, 90),
        "synopsis": schemas.text(10, 400),
        "words": schemas.whole(50, 3000),
        "done_when": schemas.text(5, 160),
    }
    establishable = _ids_of(step.establishes, protocol, state)
    usable = _ids_of([k for k in protocol.kinds if k != "constraint"], protocol, state)
    if establishable:
        section["establishes"] = schemas.choice(establishable, 4)
    if usable:
        section["uses"] = schemas.choice(usable, 4)
    return schemas.record(section)


def _shares(sections: list[Body], words: int) -> Iterator[int]:
    """The words of each section: as proposed, but none under half or over twice the mean, and
    together about the words of the book."""
    mean = words / max(1, len(sections))
    asked = [min(2 * mean, max(mean / 2, s.get("words", mean))) for s in sections]
    scale = words / max(1, sum(asked))
    for one in asked:
        yield max(LEAST_WORDS, round(one * scale / 10) * 10)


def _section(item: Body, parent: str | None, rank: int, role: str, words: int) -> dict[str, Any]:
    return {
        "parent": parent,
        "rank": rank,
        "role": role,
        "title": item["title"].strip(),
        "synopsis": item.get("synopsis", "").strip(),
        "words": words,
        "establishes": list(dict.fromkeys(item.get("establishes", ()))),
        "uses": [
            i for i in dict.fromkeys(item.get("uses", ())) if i not in item.get("establishes", ())
        ],
        "depends_on": [],
        "done_when": item.get("done_when", "").strip(),
    }


def depend(sections: Mapping[str, dict[str, Any]]) -> None:
    """A section depends on the earlier sections that establish what it uses: never a cycle."""
    established: dict[str, str] = {}
    for section_id, body in sections.items():
        found = [established[i] for i in body["uses"] if i in established]
        body["depends_on"] = list(dict.fromkeys(found))
        for object_id in body["establishes"]:
            established.setdefault(object_id, section_id)


class _SectionIds:
    """Ids by code; a title that exists keeps its section's id."""

    def __init__(self, old: Mapping[str, Body], used: Iterable[str]) -> None:
        self._by_title = {body["title"].strip().casefold(): i for i, body in old.items()}
        numbers = (int(i[1:]) for i in {*old, *used} if i[1:].isdigit())
        self._next = 1 + max(numbers, default=0)

    def take(self, title: str) -> str:
        kept = self._by_title.pop(title.strip().casefold(), None)
        if kept is not None:
            return kept
        self._next += 1
        return f"s{self._next - 1}"


def _ids_of(kinds: Iterable[str], protocol: Protocol, state: State) -> list[str]:
    wanted = [k for k in kinds if k in protocol.kinds and not protocol.kinds[k].one]
    return sorted(
        keys.rest(key)
        for k in wanted
        for key, body in state.group("object", k).items()
        if doubt.trusted("object", body) is not None
    )
