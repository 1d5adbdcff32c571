"""The plan of a section brought up to its text: what is asked for, what waits to be judged, and
what its author's choices would write."""

from collections.abc import Mapping
from dataclasses import replace

from django.urls import reverse

from studio import protocols
from studio.core import keys, plan_updates, proposals
from studio.core.cells import compute
from studio.core.intent import BadIntent, Intent
from studio.core.plan_updates import Proposed
from studio.core.protocol import UPDATE, pass_entries, protocol_of
from studio.core.state import Body
from studio.core.states import Standing, Work
from studio.models import Artifact, Project, Unit
from studio.models.artifact import Origin
from studio.queries import candidates
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.comparing import change_blocks
from studio.queries.plan_steps import BookSteps, Steps
from studio.queries.selecting import Resolved, Writes, real
from studio.queries.state import DbState
from studio.queries.values.updates import PlanUpdate, UpdateChange, UpdateField

NOT_YOURS = "You have written nothing here yet; the plan of this section is what it was written by."
BUSY = "The plan of this section is at work already. Let it come to its end, or look at what waits."
NOTHING = "Nothing that was read off the text of this section waits for you."


def ask(project: Project, intent: Intent, state: DbState) -> Resolved:
    """What is asked where the plan of a section is to be read off its text."""
    unit = _unit(project, intent, state)
    if not may_ask(project, unit):
        raise BadIntent(BUSY if unit.work != Work.IDLE or unit.current is None else NOT_YOURS)
    writes: Writes = {}
    if state.entry(keys.step(UPDATE)) is None:
        # A book that is older than this step gets its instructions, as its own from now on.
        writes |= _instructions(project)
    return Resolved(real(writes, state), _planned(project, unit))


def adopt(project: Project, intent: Intent, state: DbState) -> Resolved:
    """What of a waiting proposal is taken, in whose words, and which texts stay as they are: those
    that it was read off."""
    unit = _unit(project, intent, state)
    if not is_waiting(unit):
        raise BadIntent(NOTHING)
    assert unit.candidate is not None, "what waits has a candidate"
    protocol = protocol_of(state)
    taken = {key: dict(told) for key, told in intent.sets.items()}
    found = plan_updates.writes(taken, _proposed(unit.candidate), unit.section_id, protocol, state)
    writes = real(found, state)
    if wrong := proposals.problems(writes, protocol, state):
        raise BadIntent(" ".join(wrong))
    return Resolved(writes, _planned(project, unit), kept=_read_off(project, unit, state))


def _planned(project: Project, unit: Unit) -> Steps:
    return BookSteps(project.pk).with_ids([unit.pk])


def is_waiting(unit: Unit) -> bool:
    """Whether something that was read off a text waits at the plan of its section."""
    return unit.is_from_text and unit.candidate is not None and unit.work == Work.REVIEW


def plan_of(book: BookUnits, section_id: str) -> UnitFacts | None:
    """The step of the plan of a section, where it has one."""
    key = keys.unit(keys.MAP, section_id)
    return next((u for u in book.of_section(section_id) if u.key == key), None)


def may_ask(project: Project, unit: Unit | UnitFacts | None) -> bool:
    """Whether there is a text of a person's that the plan could be read off, and no other work."""
    if unit is None:
        return False
    is_free = unit.work == Work.IDLE and unit.current_id is not None
    return is_free and has_own_words(project, unit.section_id)


def has_own_words(project: Project, section_id: str) -> bool:
    """Whether a person wrote a paragraph of the text of a section."""
    units = Unit.objects.in_project(project.pk).filter(section_id=section_id)
    rows = units.exclude(movement_key="").exclude(current=None)
    versions = rows.values_list("current__paragraphs", flat=True)
    return any(origin == Origin.PERSON for found in versions for _, origin in found)


def waiting(unit: Unit) -> PlanUpdate | None:
    """What waits at the plan of a section, change by change; None where nothing does."""
    if not is_waiting(unit):
        return None
    assert unit.candidate is not None, "what waits has a candidate"
    state = DbState(unit.project_id)
    found = plan_updates.changes(
        _proposed(unit.candidate), unit.section_id, protocol_of(state), state
    )
    return PlanUpdate(tuple(_change(change, n) for n, change in enumerate(found, 1)))


def told(found: PlanUpdate, said: Mapping[str, Mapping[str, str]]) -> PlanUpdate:
    """The same as its author filled it in."""
    return PlanUpdate(
        tuple(
            replace(
                change,
                is_taken=change.key in said,
                fields=tuple(
                    replace(field, value=said.get(change.key, {}).get(field.name, field.value))
                    for field in change.fields
                ),
            )
            for change in found.changes
        )
    )


def link(project: Project, unit_key: str) -> str:
    """Where what waits at the plan of a section is judged."""
    return reverse("unit", args=[project.slug, unit_key])


def _change(change: Proposed, number: int) -> UpdateChange:
    return UpdateChange(
        key=change.key,
        number=number,
        kind=change.title,
        what=change.what,
        is_taken=change.is_sure,
        fields=tuple(
            UpdateField(
                part.name, part.title, part.new, change_blocks(_lines(part.old), _lines(part.new))
            )
            for part in change.parts
        ),
    )


def _lines(text: str) -> list[str]:
    return [text] if text else []


def _unit(project: Project, intent: Intent, state: DbState) -> Unit:
    section_id = keys.rest(intent.thing)
    if state.entry(keys.section(section_id)) is None:
        raise BadIntent(f"This book has no section “{section_id}”.")
    rows = Unit.objects.in_project(project.pk).select_related("current", "candidate")
    unit = rows.filter(key=keys.unit(keys.MAP, section_id)).first()
    if unit is None:
        raise BadIntent("Only a section with a text of its own has a plan that can follow it.")
    return unit


def _proposed(artifact: Artifact) -> Mapping[str, Body | None]:
    return {o.key: o.body for o in candidates.operations(artifact)}


def _instructions(project: Project) -> dict[str, Body | None]:
    template, prompts = protocols.load(project.protocol_slug)
    key = keys.step(UPDATE)
    return {key: pass_entries(template, prompts)[key]}


def _read_off(project: Project, unit: Unit, state: DbState) -> tuple[str, ...]:
    """The steps that hold whatever the plan of their section says now: its passages, as planned,
    their texts, if they are those that were read, and the steps of the whole book."""
    assert unit.candidate is not None, "what waits has a candidate"
    read = dict(unit.candidate.reads.filter(key__startswith="text/").values_list("key", "digest"))
    same = {key for key, digest in read.items() if compute(key, state).digest == digest}
    texts = {keys.unit(keys.DRAFT, *keys.rest(key).split("/")) for key in same}
    rows = Unit.objects.in_project(project.pk).filter(is_stale=False, standing=Standing.ACCEPTED)
    here = rows.filter(section_id=unit.section_id, key__in={*texts, unit.key})
    wide = rows.filter(section_id="")
    return (*here.values_list("key", flat=True), *wide.values_list("key", flat=True))
