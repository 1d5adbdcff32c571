"""Small books for tests, drawn in a few indented lines (see benches/drawing)."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from studio import protocols
from studio.actions import books, claims, commits, operate, running
from studio.actions.claims import Claimed
from studio.actions.commits import Change
from studio.core import keys, prose, protocol
from studio.core.proposals import Operation, expected
from studio.core.reviews import Paragraph
from studio.core.state import DictState
from studio.management.benches.drawing import OBJECTS as OBJECTS
from studio.management.benches.drawing import OUTLINE as OUTLINE
from studio.management.benches.drawing import drawn as drawn
from studio.management.benches.drawing import movement as movement
from studio.management.benches.drawing import texts as texts
from studio.management.benches.drawing import things as things
from studio.management.benches.worlds import NOW as NOW
from studio.management.benches.worlds import put_text as put_text
from studio.management.benches.worlds import reads_of as reads_of
from studio.models import Artifact, Blob, Commit, Endpoint, Entry, Project, Run, Unit
from studio.queries import briefs, candidates, endpoints, products
from studio.queries.briefs import Brief
from studio.queries.products import Product
from studio.queries.state import DbState

Body = Mapping[str, Any]
LATER = NOW + timedelta(minutes=10)


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


def argument() -> protocol.Protocol:
    return protocol.parse(protocols.load("argument")[0])


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
