"""A book on an author's desk: drawn, then written by the scripted server, operation by operation.

Everything happens in this process and in the transaction of the test, over real HTTP. `goes_on`
does what a worker does until nothing may start by itself.
"""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from studio.actions import claims, endings, operate, planned, readiness, running
from studio.actions.claims import Claimed
from studio.core import keys
from studio.core.intent import Intent
from studio.core.intent_words import parse
from studio.llm import client
from studio.llm.client import CallFailed
from studio.llm.client import Reply as Received
from studio.models import Artifact, Blob, Endpoint, Project, Run, Unit
from studio.queries import briefs, endpoints, planning, products
from studio.queries.briefs import Brief
from studio.queries.products import Unusable
from studio.queries.values.change_plan import ChangePlan
from studio.queries.verify import verify
from tests import building
from tests import scripted_words as words_of
from tests.building import Book
from tests.scripted import Answer, Request, Server, scripted_server

OBJECTS = """
    thesis-1: Towns should remember their rivers.
    claim-1 to thesis-1: Water keeps its course.
    claim-2 to thesis-1: Stone is slow to answer.
    premise-1 to claim-1: Old beds fill first.
    premise-2: Cellars know the old shore.
    term-1 shoreline: where the water used to end
"""
OUTLINE = """
    s1 Meadow establishes claim-1
    s2 Quarry establishes claim-2 depends_on s1
    s3 Cellar uses premise-2
"""

DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(slots=True)
class Desk:
    """A book with the server that writes it."""

    book: Book
    server: Server
    written: list[str] = field(default_factory=list)

    @property
    def project(self) -> Project:
        return self.book.project

    @property
    def n_calls(self) -> int:
        return len(self.server.requests)

    def goes_on(self, most: int = 300) -> list[str]:
        """Carries out what may start, in book order, until nothing may; returns whose turn came."""
        turns: list[str] = []
        while (unit := self._next()) is not None and len(turns) < most:
            turns += self.operate(unit.key, now=unit.not_before)
        assert len(turns) < most, f"it goes round in a circle: {turns[-12:]}"
        self.written += turns
        return turns

    def operate(self, key: str, *, now: datetime | None = None) -> list[str]:
        """Whatever is due at a unit, run after run, as a worker does it; and at those of its
        section with which it goes straight on. Returns whose turn came."""
        claimed = claims.claim(self.book.unit(key).pk, worker="one", now=now or timezone.now())
        assert isinstance(claimed, Claimed), f"{key} cannot be claimed: {claimed}"
        following: Claimed | None = claimed
        turns: dict[int, str] = {}
        while following is not None:
            turns[following.unit_id] = Unit.objects.get(pk=following.unit_id).key
            following = self.carry_out(following)
        return list(turns.values())

    def carry_out(self, claimed: Claimed, brief: Brief | None = None) -> Claimed | None:
        """One run, from its brief to its hand-in, or from a brief that was made before."""
        try:
            brief = brief or building.brief_of(claimed)
            found = operate.unused_reply(claimed, brief)
            text, finish = (found[1], found[0].finish) if found else self._paid(claimed, brief)
            product = products.read(brief, text, finish)
        except CallFailed as failure:
            _fail(claimed, failure.outcome, failure.words, is_permanent=failure.is_permanent)
            return None
        except Unusable as unusable:
            _fail(claimed, unusable.outcome, unusable.words)
            return None
        return operate.hand_in(
            claimed, brief, product, adopted=found[0] if found else None, worker="one",
            now=timezone.now(),
        )  # fmt: skip

    def _paid(self, claimed: Claimed, brief: Brief) -> tuple[str, str]:
        received = self.reply(brief)
        operate.journal(claimed, brief, received, now=timezone.now())
        return received.text, received.finish

    def reply(self, brief: Brief) -> Received:
        server = endpoints.endpoint_for(self.project)
        assert server is not None, "the desk has a server"
        return asyncio.run(client.complete(server, brief.prompt))

    def _next(self) -> Unit | None:
        ready = readiness.ready(self.project)
        return Unit.objects.get(pk=ready[0]) if ready else None

    # What the author does ------------------------------------------------------------------------

    def plan(self, change: str | Intent) -> ChangePlan:
        return planning.plan(self.project, _intent(change))

    def does(self, change: str | Intent) -> ChangePlan:
        """Plans a change and confirms the plan."""
        intent = _intent(change)
        return planned.carry_out(
            self.book.project_id,
            intent,
            digest=planning.plan(self.project, intent).digest,
            actor_id=self.book.owner_id,
            now=timezone.now(),
        )

    # What can be seen ----------------------------------------------------------------------------

    def texts(self) -> dict[str, str]:
        """The current text of every unit, by key."""
        units = Unit.objects.in_project(self.book.project_id).exclude(current=None)
        return {key: self.book.body_of(key) for key in units.values_list("key", flat=True)}

    def standing(self) -> dict[str, str]:
        units = Unit.objects.in_project(self.book.project_id)
        return dict(units.values_list("key", "standing"))

    def work(self, work: str) -> set[str]:
        units = Unit.objects.in_project(self.book.project_id).filter(work=work)
        return set(units.values_list("key", flat=True))

    def prompts(self, since: int = 0) -> list[str]:
        """What was sent after the first `since` calls."""
        return [request.prompt for request in self.server.requests[since:]]

    def is_whole(self) -> bool:
        found = verify(self.project)
        assert not found, found
        return True


@contextmanager
def desk(
    outline: str = OUTLINE,
    objects: str = OBJECTS,
    *,
    autonomy: str = "end",
    words: int = 1000,
    wide: tuple[str, ...] = (),
) -> Iterator[Desk]:
    """A book whose argument and outline are drawn and settled; maps and drafts are to be written.
    Wide sections have two passages, the others have one."""
    with scripted_server() as server:
        server.rule(_is_map, same_passage)
        server.rule(_is_draft, short_prose)
        found = building.begin(autonomy=autonomy, words=words)
        User.objects.filter(pk=found.owner_id).update(is_superuser=True)
        Endpoint.objects.update(base_url=server.base_url, context_tokens=16_000)
        drawn = {**building.drawn(outline), **building.things(objects)}
        drawn |= {keys.section(i): {**drawn[keys.section(i)], "words": 500} for i in wide}
        found.commit(drawn, "Drew the book")
        found.settle("argument", "outline")
        Project.objects.filter(pk=found.project_id).update(token_limit=10**10)
        running.resume(found.project_id, now=timezone.now())
        yield Desk(found, server)


def is_rewrite(request: Request) -> bool:
    """Whether a call asks for single paragraphs: with a schema that is not a list of faults."""
    return schema_name(request) == "challenge" and "findings" not in str(request.schema)


def paragraphs(book: Book, key: str) -> list[str]:
    """The paragraphs of a unit's current text."""
    return book.body_of(key).strip().split("\n\n")


def schema_name(request: Request) -> str:
    """The step that a call is for: `map`, `challenge` …; '' where it asks for prose."""
    form = request.body.get("response_format") or {}
    return str(form.get("json_schema", {}).get("name", ""))


def _is_map(request: Request) -> bool:
    return schema_name(request) == "map"


def _is_draft(request: Request) -> bool:
    return schema_name(request) == ""


def same_passage(request: Request) -> dict[str, object]:
    """The one passage of a section, the same whenever it is asked for."""
    schema = request.schema or {}
    item = schema["properties"]["movements"]["items"]
    passage = {
        "title": "The walk", "purpose": "Walk along the street.", "done_when": "It is seen.",
    }  # fmt: skip
    count = schema["properties"]["movements"]["minItems"]
    found = []
    for n in range(count):
        offered = item["properties"].get("key", {}).get("enum", [])
        key = {"key": offered[min(n, len(offered) - 1)]} if offered else {}
        title = passage["title"] if n == 0 else f"{passage['title']} {n + 1}"
        found.append({**passage, "title": title, "words": 60, **key})
    return {"movements": found}


def short_prose(request: Request) -> Answer:
    """Two paragraphs, with a word in them that no other call has, so that they are found again."""
    rng, word = random.Random(request.number), ordinal(request.number)
    first, second = (words_of.sentence(rng) + " " + words_of.sentence(rng) for _ in range(2))
    return Answer(f"{first} It was the {word} morning.\n\n{second} So ended the {word} day.")


def ordinal(n: int) -> str:
    """A number in letters, as one word that no other number has."""
    return "-".join(DIGITS[int(digit)] for digit in str(n)) + "-th"


def versions(book: Book, key: str) -> list[str]:
    """Every text that a unit ever had, the first one first."""
    found = Artifact.objects.filter(unit=book.unit(key)).order_by("number")
    return [Blob.objects.get(pk=a.digest).body for a in found]


def runs(book: Book, key: str) -> list[str]:
    return list(
        Run.objects.filter(unit=book.unit(key)).order_by("pk").values_list("kind", flat=True)
    )


def paragraph_ids(book: Book, key: str) -> list[str]:
    return [p.id for p in briefs.paragraphs(_current(book, key))]


def _current(book: Book, key: str) -> Artifact:
    current = book.unit(key).current
    assert current is not None, f"{key} has a text"
    return current


def _intent(change: str | Intent) -> Intent:
    return change if isinstance(change, Intent) else parse(change)


def _fail(claimed: Claimed, outcome: str, words: str, *, is_permanent: bool = False) -> None:
    endings.fail(claimed, outcome, words, spread=0.0, now=timezone.now(), is_permanent=is_permanent)
