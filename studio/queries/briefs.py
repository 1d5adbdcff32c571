"""The brief of a run: every byte that influences the reply, and what it was read from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from studio.core import (
    doubt,
    keys,
    maps,
    objects,
    operation,
    plan_updates,
    prompts,
    prose,
    reviews,
    schemas,
    structure,
)
from studio.core.blanks import FEWEST_LEFT, Filling, Order, Place, Reader, known
from studio.core.budgets import MOST_TOKENS
from studio.core.cells import Cell
from studio.core.digest import digest_of
from studio.core.protocol import UPDATE, Gate, Pass, Protocol, protocol_of
from studio.core.reviews import Paragraph
from studio.core.schemas import Schema
from studio.llm import tokens
from studio.llm.calls import Endpoint, Message, Prompt
from studio.models import Artifact, Project, Run, Unit, statements
from studio.models import Endpoint as Model
from studio.models.artifact import text_of
from studio.queries import candidates, remembered
from studio.queries.state import DbState

_AT_HAND = """
    studio_run AS run
    JOIN studio_project AS project ON project.id = run.project_id
    JOIN studio_unit AS unit ON unit.id = run.unit_id
    LEFT JOIN studio_artifact AS base ON base.id = run.base_id
    LEFT JOIN studio_endpoint AS model ON model.id = run.endpoint_id
    WHERE run.id = %s
"""
LEAVE_OUT = ("outline", "terms", "conclusions", "objects", "style")
TOKENS_FOR_REVIEW = 700
CHARACTERS_PER_TOKEN = 3
HIDDEN = "…"
# What a tight prompt keeps of the room for a reply, and of what a proposal may say.
TIGHT, SHORTER = 0.7, 0.5


class TooLong(Exception):
    """The prompt does not fit into the context of the model, even without what can be left out."""


@dataclass(frozen=True, slots=True)
class Brief:
    """A prompt ready to be sent, with what is needed to read its reply."""

    run_id: int
    kind: str
    step: Pass
    protocol: Protocol
    place: Place
    state: DbState
    prompt: Prompt
    digest: str
    reads: Mapping[str, str]
    cells: tuple[Cell, ...]
    text: tuple[Paragraph, ...]
    numbers: tuple[int, ...]
    title: str
    target_words: int
    language: str
    left_out: tuple[str, ...]
    is_tight: bool = False
    begun: str = ""
    asked: tuple[str, ...] = ()

    @property
    def sent(self) -> str:
        """All that was said to the model, as one text."""
        return "\n\n".join(message.content for message in self.prompt.messages)

    @property
    def n_tokens(self) -> int:
        """About how many tokens the prompt has."""
        return tokens.estimate_messages(tuple(m.content for m in self.prompt.messages))


def assemble(run: Run, endpoint: Endpoint) -> Brief:
    """The brief of a claimed run, read through the reader; TooLong where it cannot fit."""
    unit = run.unit
    known = remembered.at(run.project)
    state = DbState(run.project_id, candidates.overlay(unit), known=known)
    _bring_in(state, run)
    protocol = remembered.protocol_of(run.project)
    text = paragraphs(run.base) if run.base and run.kind != operation.COMPOSE else ()
    work = _Work(run, unit, protocol, state, text, endpoint)
    for left_out, is_tight in _ways(is_tight=bool(run.order.get("tight"))):
        brief = work.brief(left_out, is_tight=is_tight)
        if brief.n_tokens + brief.prompt.max_tokens <= endpoint.context_tokens:
            return brief
    raise TooLong(
        f"The prompt has about {brief.n_tokens} tokens; {endpoint.model} takes "
        f"{endpoint.context_tokens} with its reply."
    )


def _ways(*, is_tight: bool) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What to leave out of a prompt that is too long: more and more, then all, and fewer words
    around and in the reply besides."""
    if not is_tight:
        yield from ((LEAVE_OUT[:n], False) for n in range(len(LEAVE_OUT) + 1))
    yield LEAVE_OUT, True


def run_at_hand(run_id: int) -> tuple[Run, Model | None]:
    """A run with what its brief looks at (its book, its unit, the version it works from), and the
    model that it asks."""
    names = {"run": Run, "project": Project, "unit": Unit, "base": Artifact, "model": Model}
    run, project, unit, base, model = statements.joined(names, _AT_HAND, [run_id])
    run.project, run.unit, run.base = project, unit, base
    return run, model


def instructions_of(run: Run) -> str:
    """Which instructions of the method a run is told."""
    if run.kind == operation.GATE:
        return run.gate
    if run.kind == operation.UPDATE:
        return UPDATE
    if run.kind in (operation.REVISE, operation.REWRITE) and run.gate:
        return f"{run.gate}-revise"
    return run.unit.pass_slug


def order_of(run: Run, text: Sequence[Paragraph]) -> Order:
    """What a run is told besides cells, with the paragraphs of the version it works from."""
    told = run.order
    hidden = told.get("hides", ())
    return Order(
        note=told.get("note", ""),
        findings=tuple(told.get("findings", ())),
        partial=told.get("partial", ""),
        last_failure=told.get("last_failure", ""),
        text=tuple(HIDDEN if n in hidden else p.text for n, p in enumerate(text, 1)),
        base=told.get("base", ""),
        is_tight=bool(told.get("tight")),
    )


def messages_of(instructions: str, value: Callable[[str], str]) -> tuple[Message, ...]:
    """What is said to the model: instructions with their blanks filled."""
    template = prompts.parse(instructions)
    system, user = prompts.fill(template.system, value), prompts.fill(template.user, value)
    return tuple(Message(r, c) for r, c in (("system", system), ("user", user)) if c)


def paragraphs(artifact: Artifact) -> tuple[Paragraph, ...]:
    """The paragraphs of an artifact with their ids; a structural one has none."""
    if not artifact.paragraphs:
        return ()
    body = text_of(artifact.digest)
    ids = [paragraph_id for paragraph_id, _ in artifact.paragraphs]
    return tuple(Paragraph(i, text) for i, text in zip(ids, prose.paragraphs(body), strict=True))


@dataclass(frozen=True, slots=True)
class _Work:
    run: Run
    unit: Unit
    protocol: Protocol
    state: DbState
    text: tuple[Paragraph, ...]
    endpoint: Endpoint

    def brief(self, left_out: tuple[str, ...], *, is_tight: bool) -> Brief:
        reader = Reader(self.state)
        place = Place(self.unit.section_id, self.unit.movement_key)
        order = replace(order_of(self.run, self.text), is_tight=is_tight)
        filling = Filling(reader, place, order, self.protocol)
        messages = self._messages(filling, left_out)
        n_tokens = tokens.estimate_messages(tuple(m.content for m in messages))
        target = self._target_words(reader)
        schema, numbers = self._schema(reader, n_tokens, is_tight=is_tight)
        prompt = Prompt(
            messages,
            schema,
            UPDATE if self.run.kind == operation.UPDATE else self.run.gate or self.unit.pass_slug,
            self._max_tokens(schema, _left(target, order), n_tokens, is_tight=is_tight),
            self._temperature(),
        )
        return Brief(
            run_id=self.run.pk,
            kind=self.run.kind,
            step=self.step,
            protocol=self.protocol,
            place=place,
            state=self.state,
            prompt=prompt,
            digest=digest_of([[list(m) for m in messages], schema]),
            reads=reader.reads,
            cells=tuple(reader.cells.values()),
            text=self.text,
            numbers=numbers,
            title=self._title(),
            target_words=target,
            language=str(reader.read(keys.brief("language"))),
            left_out=left_out,
            is_tight=is_tight,
            begun=order.partial,
            asked=(*order.findings, order.note),
        )

    @property
    def step(self) -> Pass:
        return self.protocol.passes[self.unit.pass_slug]

    @property
    def gate(self) -> Gate:
        return self.protocol.gates[self.run.gate]

    def _messages(self, filling: Filling, left_out: tuple[str, ...]) -> tuple[Message, ...]:
        instructions = filling.reader.read(keys.step(instructions_of(self.run)))
        return messages_of(
            instructions["prompt"], lambda name: "" if name in left_out else filling.value(name)
        )

    def _target_words(self, reader: Reader) -> int:
        if not self.unit.movement_key:
            return 0
        movement = reader.read(f"movement/{self.unit.section_id}/{self.unit.movement_key}")
        return int(known(movement).get("words", 0))

    def _schema(
        self, reader: Reader, n_tokens: int, *, is_tight: bool
    ) -> tuple[Schema | None, tuple[int, ...]]:
        if self.run.kind == operation.GATE:
            numbers = tuple(self.run.order["paragraphs"])
            return reviews.review_schema(list(numbers)), numbers
        if self.run.kind in (operation.REVISE, operation.REWRITE):
            numbers = tuple(self.run.order["paragraphs"])
            longest = max(len(self.text[n - 1].text) for n in numbers)
            return reviews.revision_schema(list(numbers), longest), numbers
        schema = self._proposal_schema(reader)
        is_shorter = is_tight or bool(self.run.order.get("shorter"))
        share = SHORTER if is_shorter else 1.0
        return (self._fitted(schema, n_tokens, share) if schema else None), ()

    def _proposal_schema(self, reader: Reader) -> Schema | None:
        if self.run.kind == operation.UPDATE:
            found = plan_updates.offer(self.unit.section_id, self.state)
            return plan_updates.schema(found, self.protocol)
        produces = self.step.produces
        if produces == "objects":
            return objects.objects_schema(self.step, self.protocol, self.state)
        if produces == "outline":
            words = int(reader.read(keys.brief("words")) or 0)
            return structure.outline_schema(self.step, self.protocol, words, self.state)
        if produces == "map":
            section = known(reader.read(keys.section(self.unit.section_id)))
            # Keys are made of titles, so those of a distrusted map are not offered.
            old = doubt.trusted("map", self.state.entry(keys.map_of(self.unit.section_id)))
            return maps.map_schema(section, old)
        return None

    def _fitted(self, schema: Schema, n_tokens: int, share: float) -> Schema:
        # A small model fills every text to its bound; a capable one uses about half.
        slack = 1 if self.endpoint.is_demo else 2
        schema = schemas.least(schema) if self.endpoint.is_demo else schema
        room = min(MOST_TOKENS, self.endpoint.context_tokens - n_tokens - 64)
        fitted = schemas.fit(schema, max(800, room * CHARACTERS_PER_TOKEN * slack))
        if share == 1:
            return fitted
        # One that fitted, and ran past its length all the same, is asked for less of everything.
        return schemas.fit(fitted, int(schemas.longest(fitted) * share))

    def _max_tokens(
        self, schema: Schema | None, target_words: int, n_tokens: int, *, is_tight: bool
    ) -> int:
        most = self._room(schema, target_words, n_tokens)
        return max(200, int(most * TIGHT)) if is_tight else most

    def _room(self, schema: Schema | None, target_words: int, n_tokens: int) -> int:
        if self.run.kind == operation.GATE:
            return TOKENS_FOR_REVIEW
        if self.run.kind in (operation.REVISE, operation.REWRITE) or schema is None:
            longest = sum(tokens.estimate(p.text) for p in self.text) if self.text else 0
            return max(int(target_words * 2.2) + 120, longest * 2 + 200 if self.text else 0)
        return max(400, min(MOST_TOKENS, self.endpoint.context_tokens - n_tokens - 32))

    def _temperature(self) -> float:
        return self.step.temperature if not self.run.gate else self.gate.temperature

    def _title(self) -> str:
        section = self.state.entry(keys.section(self.unit.section_id)) or {}
        return str(section.get("title", ""))


def _left(target_words: int, order: Order) -> int:
    """The words that are still to be written of a passage."""
    n_begun = prose.count_words(order.partial)
    return max(FEWEST_LEFT, target_words - n_begun) if n_begun else target_words


def _bring_in(state: DbState, run: Run) -> None:
    """A few queries for nearly all that a brief looks at, instead of one for each thing."""
    unit, section = run.unit, run.unit.section_id
    step = keys.step(instructions_of(run))
    wanted = [keys.PROTOCOL, step, *map(keys.brief, keys.BRIEF_FIELDS)]
    if section:
        wanted += [keys.section(section), keys.map_of(section)]
    state.fetch(wanted)
    body: Mapping[str, Any] = (state.entry(keys.section(section)) if section else None) or {}
    linked = [*body.get("establishes", ()), *body.get("uses", ())]
    others = [keys.section(i) for i in body.get("depends_on", ())]
    parent = [keys.section(body["parent"])] if body.get("parent") else []
    around = [key(one) for one in _around(state, unit) for key in (keys.text, keys.trust)]
    kinds = (state.entry(keys.PROTOCOL) or {"kinds": ()})["kinds"]
    read_whole = [k["slug"] for k in kinds if k.get("one") or k.get("name_field")]
    state.bring_in(
        [*map(keys.object_, linked), *others, *parent, *around],
        objects=[*read_whole, "constraint"],
        peers=[str(body.get("parent") or "")] if section else [],
        linking=list(body.get("establishes", ())),
        earlier=others,
    )


def _around(state: DbState, unit: Unit) -> list[str]:
    """The units of the passage before one, if there is any."""
    body = state.entry(keys.map_of(unit.section_id)) if unit.movement_key else None
    order = [m["key"] for m in body["movements"]] if body else []
    here = order.index(unit.movement_key) if unit.movement_key in order else 0
    return [keys.unit(keys.DRAFT, unit.section_id, key) for key in order[max(0, here - 1) : here]]


def reads_of(unit: Unit, state: DbState) -> dict[str, str]:
    """What the reader would hand out for a unit now: the reads of a text that comes without any,
    because somebody typed or imported it."""
    protocol = protocol_of(state)
    reader = Reader(state)
    place = Place(unit.section_id, unit.movement_key)
    filling = Filling(reader, place, Order(), protocol)
    instructions = reader.read(keys.step(unit.pass_slug))
    for name in prompts.blanks(prompts.parse(instructions["prompt"])):
        filling.value(name)
    return reader.reads
