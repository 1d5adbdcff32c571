"""Which units an intent names, and what it would come to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from studio.core import keys
from studio.core.editing import Placed
from studio.core.intent import BadIntent, Intent
from studio.core.protocol import Protocol, protocol_of
from studio.core.state import Body
from studio.models import Artifact, Project, Unit
from studio.queries.plan_steps import NONE, Step, Steps
from studio.queries.state import DbState

Writes = dict[str, Body | None]


@dataclass(frozen=True, slots=True)
class Marks:
    """The same mark on the whole of some steps, told once: a plan may mark a hundred thousand."""

    kind: str = ""
    body: Body | None = None
    steps: Steps = NONE

    @property
    def keys(self) -> list[str]:
        return [f"{self.kind}/{key}" for key in self.steps.keys]

    @property
    def writes(self) -> Writes:
        return dict.fromkeys(self.keys, self.body)


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Resolved:
    """The writes of an intent, the units it names, and those that its filter left out.

    `marks`: what is written besides, the same for many steps.
    `parts`: of which units only some paragraphs are meant, with their ids. Of an edit: the texts
    that come to stand elsewhere, the sections whose passages it states, new texts by digest, and
    the step whose waiting proposal it is an edit of. Of an undo: the steps of the whole book that
    are kept as they are with it.
    """

    writes: Writes
    units: Steps = NONE
    spared: Steps = NONE
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    placed: tuple[Placed, ...] = ()
    stated: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    proposal: Unit | None = None
    kept: tuple[str, ...] = ()
    marks: Marks = NO_MARKS

    @property
    def is_writing(self) -> bool:
        return bool(self.writes or self.marks.steps)

    @property
    def every_write(self) -> Writes:
        return {**self.marks.writes, **self.writes}


def select(project: Project, intent: Intent, state: DbState) -> Steps:
    """The units of a layer in a scope, or those named."""
    steps = state.steps
    if intent.units:
        found = steps.with_keys(intent.units)
        missing = set(intent.units) - set(found.keys)
        if missing:
            raise BadIntent(f"This book has no step {', '.join(sorted(missing))}.")
        return found
    slugs = slugs_of(intent.layer, protocol_of(state)) if intent.layer else None
    if intent.scope:
        found = steps.in_sections(sections_of(intent.scope, state))
        return found if slugs is None else found.where(lambda alike: alike.pass_slug in slugs)
    return steps.every if slugs is None else steps.of_layer(slugs)


def written(project: Project, intent: Intent, state: DbState) -> Steps:
    """Those of them that have a text."""
    return select(project, intent, state).where(lambda alike: alike.origin)


def slugs_of(layer: str, protocol: Protocol) -> set[str]:
    """The steps that produce a layer."""
    found = {p.slug for p in protocol.composing if layer in (p.layer, p.slug)}
    if not found:
        known = ", ".join(dict.fromkeys(p.layer for p in protocol.composing))
        raise BadIntent(f"This book has no layer “{layer}”; it has: {known}.")
    return found


def sections_of(scope: str, state: DbState) -> set[str]:
    """A section and all below it."""
    if state.entry(keys.section(scope)) is None:
        raise BadIntent(f"This book has no section “{scope}”.")
    found, level = {scope}, {scope}
    while level:
        state.fetch_groups("section", level)
        below = {keys.rest(key) for parent in level for key in state.group("section", parent)}
        level = below - found
        found |= level
    return found


def real(writes: Writes, state: DbState) -> Writes:
    """The writes that change something: equal content is no change."""
    now = state.bodies(writes)
    return {key: body for key, body in writes.items() if body != now.get(key)}


def real_marks(kind: str, body: Body | None, steps: Steps, state: DbState) -> Marks:
    """The marks that change something."""
    now = state.marks(kind, steps.keys)
    if body is None:
        return Marks(kind, None, steps.having(now.keys()))
    return Marks(kind, body, steps.without_keys({key for key, b in now.items() if b == body}))


def text_of(unit: Step) -> Artifact:
    """The current text of a unit that has one."""
    assert unit.current_id is not None, "only a text has paragraphs"
    return Artifact.objects.get(pk=unit.current_id)


def paragraphs_of(key: str, text: Artifact, intent: Intent) -> list[tuple[str, str]]:
    """The paragraphs of a unit's text that an intent names, each with its origin; all where it
    names none."""
    known = list(text.paragraphs)
    if unknown := set(intent.paragraphs) - {i for i, _ in known}:
        raise BadIntent(f"{key} has no paragraph {', '.join(sorted(unknown))}.")
    return [(i, o) for i, o in known if not intent.paragraphs or i in intent.paragraphs]
