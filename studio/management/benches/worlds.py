"""Small worlds to change at random: books in the database, whose whole state fits in the head."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from studio.actions import acceptance, artifacts, books, commits, signin
from studio.actions.commits import Change
from studio.core import keys, prompts, prose, protocol
from studio.core.blanks import Filling, Order, Place, Reader
from studio.core.state import State
from studio.management.benches import drawing
from studio.management.benches.growing import Grouped
from studio.models import Artifact, Unit, statements
from studio.queries import candidates

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
WORDS = ("memory", "river", "stone", "oral memory", "salt", "rivers", "old stone bridge")
Body = Mapping[str, Any]
Pick = Callable[[int], int]

_ENTRIES = "SELECT key, body::text FROM studio_entry WHERE project_id = %s AND until IS NULL"
_BLOBS = """
    SELECT DISTINCT blob.digest, blob.body
    FROM studio_artifact AS made JOIN studio_blob AS blob ON blob.digest = made.digest
    WHERE made.project_id = %s AND blob.digest <> ALL(%s::text[])
"""
_UNITS = "SELECT key FROM studio_unit WHERE project_id = %s AND NOT is_retired ORDER BY place, key"


@dataclass(slots=True)
class World:
    """A book, and what is asked of it between two changes."""

    project_id: int
    owner_id: int
    blobs: dict[str, str] = field(default_factory=dict)

    def state(self) -> Grouped:
        """All current entries, read from the database at once and from nothing else."""
        entries = statements.select(_ENTRIES, [self.project_id])
        known = list(self.blobs)
        self.blobs |= dict(statements.select(_BLOBS, [self.project_id, known]))
        return Grouped({key: json.loads(body) for key, body in entries}, self.blobs)

    def units(self) -> list[str]:
        """The keys of the units that the book has, in book order."""
        return [key for (key,) in statements.select(_UNITS, [self.project_id])]

    def commit(self, writes: Mapping[str, Body | None]) -> None:
        with self._change() as change:
            change.state.overlay.update(writes)

    def write(self, found: Mapping[str, str]) -> None:
        """Accepts texts for units, in order, as made from what their passes' prompts read."""
        with self._change() as change:
            for key, text in found.items():
                put_text(change, key, text)

    def _change(self) -> Any:
        return commits.change(
            self.project_id, kind="edit", reason="Changed", by="person", actor_id=self.owner_id,
            now=NOW,
        )  # fmt: skip


def begin() -> World:
    """A book of which nothing is known but its brief."""
    owner_id = signin.owner().pk
    statement = books.Statement(title="Rivers", intention="Why towns remember rivers.", words=1000)
    project = books.begin(statement, owner_id=owner_id, now=NOW, autonomy="end")
    return World(project.pk, owner_id)


def settle(world: World, outline: str, objects: str, instructions: Mapping[str, str]) -> None:
    """Draws a book, has each step read what its instructions ask for, and writes it all."""
    writes = {**drawing.drawn(outline), **drawing.things(objects)}
    steps = {keys.step(slug): {"prompt": text} for slug, text in instructions.items()}
    state = world.state()
    world.commit(writes | {k: {**(state.entry(k) or {}), **body} for k, body in steps.items()})
    live = world.units()
    structure = {key: "" for key in live if not key.startswith("draft")}
    texts = {k: t for k, t in drawing.texts(outline).items() if k in set(live)}
    world.write(structure | texts)


def outline(pick: Pick) -> str:
    """An outline of one to four sections, some inside others, with passages and links."""
    lines = []
    for n in range(1, pick(4) + 2):
        indent = "    " * pick(min(2, n))
        link = (" establishes claim-1, premise-1", " uses term-1", "")[pick(3)]
        after = f" depends_on s{pick(n - 1) + 1}" if n > 1 and pick(2) else ""
        lines.append(f"{indent}s{n} {WORDS[pick(len(WORDS))]}{link}{after}")
        for m in range(pick(3)):
            said = f"Of {WORDS[n % len(WORDS)]} and {WORDS[m]}."
            lines.append(f"{indent}        - m{m}: {said}")
    return "\n".join(lines)


def objects(pick: Pick) -> str:
    """What the book knows at first."""
    return drawing.OBJECTS.replace("memory", WORDS[pick(len(WORDS))])


def instructions(pick: Pick) -> dict[str, str]:
    """A method of its own: what each step is told, and so what it reads. Some are left as they
    are."""
    return {
        slug: "# user\n" + " ".join(f"{{{{{blank}}}}}" for blank in _some(blanks, pick))
        for slug, blanks in BLANKS.items()
        if pick(2)
    }


def _some(blanks: tuple[str, ...], pick: Pick) -> Iterator[str]:
    """At least one of these."""
    first = pick(len(blanks))
    yield from (blank for n, blank in enumerate(blanks) if n == first or pick(2))


_ANYWHERE = ("intention", "audience", "language", "style", "thesis")
_IN_SECTION = (*_ANYWHERE, "objects", "terms", "outline", "conclusions", "section")
BLANKS = {
    "argument": (*_ANYWHERE, "book_words"),
    "outline": (*_ANYWHERE, "all_objects"),
    "map": _IN_SECTION,
    "draft": (*_IN_SECTION, "map", "movement", "before", "words"),
}


def reads_of(unit_key: str, now: State) -> dict[str, str]:
    """What the prompt of a unit's pass reads in a state: the cells by key, with their digests."""
    slug, _, place = unit_key.partition("/")
    section_id, _, movement_key = place.partition("/")
    reader = Reader(now)
    method = protocol.protocol_of(now)
    filling = Filling(reader, Place(section_id, movement_key), Order(), method)
    template = prompts.parse(reader.read(keys.step(slug))["prompt"])
    for blank in prompts.blanks(template):
        filling.value(blank)
    return reader.reads


def put_text(change: Change, unit_key: str, text: str, by: str = "person") -> Artifact:
    """Makes a text current in an open change, with the reads of its pass as they are there."""
    unit = Unit.objects.get(project=change.project, key=unit_key)
    is_prose = unit_key.startswith("draft")
    body = prose.normalise(text) if is_prose else candidates.as_text([])
    ids = [[f"p{n}", "person"] for n, _ in enumerate(prose.paragraphs(body), 1)]
    artifact = artifacts.by_person(
        change.project, unit, text=body, paragraphs=ids if is_prose else [], base=None,
        reads=reads_of(unit_key, change.state), actor_id=change.actor_id, name="owner",
        cause="Written", state=change.state, now=NOW,
    )  # fmt: skip
    change.state.know(artifact.digest, body)
    change.put(keys.text(unit_key), candidates.text_entry(artifact, by))
    acceptance.waive(unit, artifact, acceptance.gates_of(change, unit))
    unit.settle()
    unit.save()
    return artifact
