"""Small books for tests, drawn in a few indented lines.

    s1 Water establishes claim-1
        - spring: Water comes up from below.
        - mouth
    s2 Stone uses claim-1 depends_on s1
        - bed

A line is a section with its id and title; what stands deeper is inside it. A line with a dash is a
movement by its key, and what follows the colon is its text.

    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    term-1 memory: what stays
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from studio import protocols
from studio.actions import acceptance, artifacts, books, claims, commits, operate, running
from studio.actions.claims import Claimed
from studio.actions.commits import Change
from studio.core import keys, prompts, prose, protocol
from studio.core.blanks import Filling, Order, Place, Reader
from studio.core.proposals import Operation, expected
from studio.core.reviews import Paragraph
from studio.core.state import DictState, State
from studio.models import Artifact, Blob, Commit, Endpoint, Entry, Project, Run, Unit
from studio.queries import briefs, candidates, endpoints, products
from studio.queries.briefs import Brief
from studio.queries.products import Product
from studio.queries.state import DbState

Body = Mapping[str, Any]
NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=10)
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    premise-1 to claim-1: Old beds fill first.
    term-1 memory: what stays
"""
OUTLINE = """
    s1 Water establishes claim-1
        - spring: Water comes up from below.
        - mouth: Water reaches the sea.
    s2 Stone uses claim-1 depends_on s1
        - bed: Stone lies still.
"""
_LINKS = ("establishes", "uses", "depends_on")


# In memory ----------------------------------------------------------------------------------------


def entries(outline: str = OUTLINE, objects: str = OBJECTS) -> dict[str, Body]:
    """The entries that a drawing stands for, with the protocol and the brief they need."""
    template, files = protocols.load("argument")
    found: dict[str, Body] = {keys.PROTOCOL: template, **protocol.pass_entries(template, files)}
    found |= {keys.brief(field): {"value": ""} for field in keys.BRIEF_FIELDS}
    found |= {keys.brief("language"): {"value": "en"}, keys.brief("words"): {"value": 1000}}
    return found | drawn(outline) | things(objects)


def state(outline: str = OUTLINE, objects: str = OBJECTS, **more: Body) -> DictState:
    """A drawing as a state, with its texts accepted."""
    written, blobs = {}, {}
    for unit_key, text in texts(outline).items():
        blobs[unit_key] = text
        ids = [f"p{n}" for n, _ in enumerate(prose.paragraphs(text), 1)]
        written[keys.text(unit_key)] = {"artifact": 1, "blob": unit_key, "paragraphs": ids}
    return DictState({**entries(outline, objects), **written, **more}, blobs)


def drawn(outline: str) -> dict[str, Body]:
    """The sections and maps of a drawing."""
    found: dict[str, Body] = {}
    above: list[tuple[int, str]] = []
    for rank, (depth, line) in enumerate(_lines(outline)):
        if line.startswith("- "):
            _add_movement(found, above[-1][1], line[2:].partition(":")[0].strip())
            continue
        above = [(d, i) for d, i in above if d < depth]
        section_id, body = _section(line, above[-1][1] if above else None, rank)
        found[keys.section(section_id)] = body
        above.append((depth, section_id))
    return found


def texts(outline: str) -> dict[str, str]:
    """The texts of a drawing by the key of the unit that they belong to."""
    found, section_id = {}, ""
    for _, line in _lines(outline):
        if not line.startswith("- "):
            section_id = line.split()[0]
        elif ":" in line:
            key, _, text = line[2:].partition(":")
            found[keys.unit("draft", section_id, key.strip())] = f"{text.strip()}\n"
    return found


def things(objects: str) -> dict[str, Body]:
    """The objects of a drawing: `id name to other, another: text`."""
    return {keys.object_(i): body for i, body in (_thing(line) for _, line in _lines(objects))}


def movement(key: str, title: str = "", purpose: str = "It moves on.", words: int = 100) -> Body:
    return {
        "key": key, "title": title or key.title(), "purpose": purpose, "words": words,
        "done_when": "it is said",
    }  # fmt: skip


def argument() -> protocol.Protocol:
    return protocol.parse(protocols.load("argument")[0])


def reads_of(unit_key: str, now: State) -> dict[str, str]:
    """What the prompt of a unit's pass reads in a state: the cells by key, with their digests."""
    slug, _, place = unit_key.partition("/")
    section_id, _, movement_key = place.partition("/")
    reader = Reader(now)
    method = protocol.parse(now.entry(keys.PROTOCOL) or {})
    filling = Filling(reader, Place(section_id, movement_key), Order(), method)
    template = prompts.parse(reader.read(keys.step(slug))["prompt"])
    for blank in prompts.blanks(template):
        filling.value(blank)
    return reader.reads


# In the database ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Book:
    """A book in the database, and what tests ask of it."""

    project_id: int
    owner_id: int

    @property
    def project(self) -> Project:
        return Project.objects.get(pk=self.project_id)

    def unit(self, key: str) -> Unit:
        units = Unit.objects.select_related("current", "candidate", "project")
        return units.get(project_id=self.project_id, key=key)

    def units(self) -> list[str]:
        """The keys of the units that the book has, in book order."""
        live = Unit.objects.in_project(self.project_id).order_by("place", "key")
        return list(live.values_list("key", flat=True))

    def stale(self) -> set[str]:
        found = Unit.objects.in_project(self.project_id).stale()
        return set(found.values_list("key", flat=True))

    def body_of(self, key: str) -> str:
        """The current text of a unit."""
        current = self.unit(key).current
        return Blob.objects.get(pk=current.digest).body if current else ""

    def state(self) -> DictState:
        """All current entries, read from the database at once and from nothing else."""
        rows = Entry.objects.filter(project_id=self.project_id).current()
        made = Artifact.objects.filter(project_id=self.project_id).values("digest")
        blobs = Blob.objects.filter(digest__in=made)
        return DictState(
            dict(rows.values_list("key", "body")), dict(blobs.values_list("digest", "body"))
        )

    def commit(self, writes: Mapping[str, Body | None], reason: str = "Changed") -> Commit | None:
        with self.change(reason) as change:
            change.state.overlay.update(writes)
        return change.commit

    def change(self, reason: str = "Changed", by: str = "person") -> AbstractContextManager[Change]:
        return commits.change(
            self.project_id, kind="edit", reason=reason, by=by, actor_id=self.owner_id, now=NOW
        )

    def settle(self, *unit_keys: str) -> None:
        """Accepts an empty proposal, or a word of prose, at these units, read as today."""
        self.write(dict.fromkeys(unit_keys, "Something is said.\n"))

    def write(self, found: Mapping[str, str], by: str = "person") -> None:
        """Accepts texts for units, in order, as made from what their passes' prompts read."""
        with self.change("Written", by) as change:
            for key, text in found.items():
                put_text(change, key, text, by)

    def claim(self, key: str, *, worker: str = "one", now: datetime = NOW) -> Claimed:
        claimed = claims.claim(self.unit(key).pk, worker=worker, now=now)
        assert isinstance(claimed, Claimed), f"{key} cannot be claimed: {claimed}"
        return claimed

    def compose(self, key: str, *paragraphs: str, now: datetime = NOW) -> Claimed | None:
        """Has a model write the prose of a unit; returns the unit's next run."""
        claimed = self.claim(key, now=now)
        return hand_in(claimed, prose_of(*paragraphs), now=now)

    def compose_map(self, section_id: str, *movement_keys: str) -> Claimed | None:
        """Has a model propose the map of a section."""
        body = {"movements": [movement(key) for key in movement_keys]}
        return self.propose(keys.unit("map", section_id), {keys.map_of(section_id): body})

    def propose(self, unit_key: str, writes: Mapping[str, Body | None]) -> Claimed | None:
        """Has a model propose writes at a structural unit."""
        claimed = self.claim(unit_key)
        run = Run.objects.select_related("unit").get(pk=claimed.run_id)
        now = DbState(self.project_id, candidates.overlay(run.unit))
        found = [Operation(k, expected(now.entry(k)), body) for k, body in writes.items()]
        return hand_in(claimed, Product(candidates.as_text(found)))


def book(
    outline: str = OUTLINE,
    objects: str = OBJECTS,
    *,
    autonomy: str = "end",
    is_written: bool = False,
    is_running: bool = True,
) -> Book:
    """A drawing as a book. The steps before the drafts are accepted; the drafts are if asked."""
    found = begin(autonomy=autonomy)
    found.commit({**drawn(outline), **things(objects)}, "Drew the book")
    found.settle(*(key for key in found.units() if not key.startswith("draft")))
    if is_written:
        found.write(texts(outline))
    if is_running:
        running.resume(found.project_id, now=NOW)
    return found


def begin(*, autonomy: str = "end", title: str = "Rivers", words: int = 1000) -> Book:
    """A book of which nothing is known but its brief, and a model server that is never called."""
    owner, _ = User.objects.get_or_create(username="owner")
    Endpoint.objects.get_or_create(
        is_default=True,
        defaults={"name": "x", "base_url": "http://model.invalid/v1", "model": "scripted"},
    )
    statement = books.Statement(title=title, intention="Why towns remember rivers.", words=words)
    project = books.begin(statement, owner_id=owner.pk, now=NOW, autonomy=autonomy)
    return Book(project.pk, owner.pk)


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


def brief_of(claimed: Claimed) -> Brief:
    """The brief of a claimed run."""
    related = ("unit__candidate", "unit__current", "base", "project__endpoint")
    run = Run.objects.select_related(*related).get(pk=claimed.run_id)
    server = endpoints.endpoint_for(run.project)
    assert server is not None, "tests set one up"
    return briefs.assemble(run, server)


def hand_in(
    claimed: Claimed, product: Product | str, *, worker: str = "one", now: datetime = NOW
) -> Claimed | None:
    """Hands in what a run made: a product, or a reply that is read first.

    Without a worker nobody goes on with the next run.
    """
    brief = brief_of(claimed)
    made = products.read(brief, product, "stop") if isinstance(product, str) else product
    return operate.hand_in(claimed, brief, made, worker=worker, now=now)


def prose_of(*paragraphs: str) -> Product:
    found = products.numbered(list(paragraphs))
    return Product(prose.join(p.text for p in found), found)


def paragraphs_of(artifact: Artifact | None) -> list[Paragraph]:
    assert artifact is not None, "there is a text"
    return list(briefs.paragraphs(artifact))


# Reading a drawing --------------------------------------------------------------------------------


def _lines(drawing: str) -> Iterable[tuple[int, str]]:
    for line in drawing.splitlines():
        if line.strip():
            yield len(line) - len(line.lstrip()), line.strip()


def _section(line: str, parent: str | None, rank: int) -> tuple[str, dict[str, Any]]:
    parts = re.split(rf"\s+({'|'.join(_LINKS)})\s+", line)
    section_id, _, title = parts[0].partition(" ")
    links = {
        name: said.replace(",", " ").split()
        for name, said in zip(parts[1::2], parts[2::2], strict=True)
    }
    return section_id, {
        "parent": parent, "rank": rank, "role": "section", "title": title or section_id,
        "synopsis": "", "words": 200, "done_when": "",
        **{name: links.get(name, []) for name in _LINKS},
    }  # fmt: skip


def _add_movement(found: dict[str, Body], section_id: str, key: str) -> None:
    before = found.get(keys.map_of(section_id), {"movements": []})["movements"]
    found[keys.map_of(section_id)] = {"movements": [*before, movement(key)]}


def _thing(line: str) -> tuple[str, dict[str, Any]]:
    head, _, said = line.partition(":")
    head, _, leads = head.partition(" to ")
    object_id, _, name = head.strip().partition(" ")
    fields = {"name": name, "definition": said.strip()} if name else {"text": said.strip()}
    relations = [{"name": "supports", "to": i} for i in leads.replace(",", " ").split()]
    kind = object_id.rpartition("-")[0]
    return object_id, {"kind": kind, "fields": fields, "relations": relations}
