"""The page of a step without prose: a section's passages as planned, or the plan of the book."""

from django.urls import reverse

from studio.core import keys
from studio.core.states import Work
from studio.models import Artifact, Finding, Project, Unit
from studio.queries import book_units, cell_words, frame, map_changes, updating, values, wide
from studio.queries.remark import remark_view
from studio.queries.seen import seen_digest
from studio.queries.version_lines import versions


def step_page(project: Project, unit_key: str) -> values.StepPage:
    """The page of a step; LookupError where the book has none of that key."""
    unit = (
        Unit.objects.in_project(project.pk)
        .select_related("candidate", "current")
        .filter(key=unit_key)
        .first()
    )
    if unit is None:
        raise LookupError(unit_key)
    desk = wide.ahead(project, [unit.section_id])
    facts = next(u for u in desk.book.units if u.pk == unit.pk)
    # What is read off a text is no plan of passages: these are as they stand.
    artifact = unit.current if unit.is_from_text else unit.candidate or unit.current
    can_judge = unit.candidate is not None and unit.work in (Work.REVIEW, Work.HELD)
    findings = Finding.objects.open().filter(unit=unit).order_by("pk")
    update = updating.waiting(unit)
    return values.StepPage(
        book=frame.book_head(project),
        key=unit.key,
        card_id=f"s-{unit.section_id}" if unit.section_id else f"b-{unit.pass_slug}",
        name=desk.book.name(facts),
        state=facts.state,
        lead=_lead(desk.book, facts),
        section=_section(project, desk.book, facts),
        passages=_passages(project, unit, artifact),
        remarks=tuple(remark_view(f, desk.book) for f in findings),
        versions=versions(project, [unit.pk]),
        reasons=desk.reasons.get(unit.current_id or 0, ()) if unit.is_stale else (),
        written_from=_written_from(project, artifact, desk.book),
        wait=desk.wait(facts),
        error=unit.held_words,
        trouble=desk.troubles.at(facts),
        partial="",
        seen=seen_digest(project.pk, unit.section_id),
        can_accept=can_judge and not unit.is_from_text,
        cannot_words="" if can_judge or not unit.candidate_id else "It is being checked.",
        can_send_back=can_judge,
        ending=map_changes.ending(unit, artifact) if artifact and unit.section_id else (),
        standing=_standing(unit) if can_judge and not unit.is_from_text else (),
        update=update,
        way=values.PlanStep(
            key=unit.key,
            title=desk.book.name(facts),
            has_text=unit.current_id is not None,
            is_distrusted=unit.key in desk.book.distrusted,
            is_stale=unit.is_stale,
            is_locked=unit.is_pinned,
        ),
    )


def _lead(book: book_units.BookUnits, unit: book_units.UnitFacts) -> str:
    if unit.is_from_text:
        return "What the plan of this section would have to say, as its text says it."
    if unit.pass_slug == keys.MAP:
        return "The passages of this section: what each is for, and when it is done."
    step = book.protocol.passes[unit.pass_slug]
    return f"{step.title}: one step of the book."


def _section(
    project: Project, book: book_units.BookUnits, unit: book_units.UnitFacts
) -> values.Link | None:
    node = book.nodes.get(unit.section_id)
    if node is None:
        return None
    url = frame.section_url(project.slug, node.id)
    return values.Link(f"{node.number} {node.body['title']}", url)


def _passages(
    project: Project, unit: Unit, artifact: Artifact | None
) -> tuple[values.PlannedPassage, ...]:
    if unit.pass_slug != keys.MAP or artifact is None:
        return ()
    url = reverse("section", args=[project.slug, unit.section_id])
    return map_changes.passages(unit, artifact, url)


def _standing(unit: Unit) -> tuple[values.Link, ...]:
    """The passages from which those of a proposal may go on."""
    if unit.pass_slug != keys.MAP or unit.candidate_id is None or unit.current_id is None:
        return ()
    return tuple(values.Link(m["title"], m["key"]) for m in map_changes.standing(unit))


def _written_from(
    project: Project, artifact: Artifact | None, book: book_units.BookUnits
) -> tuple[values.Link, ...]:
    if artifact is None:
        return ()
    read = list(artifact.reads.order_by("key").values_list("key", flat=True))
    cell_words.bring(read, book.nodes, book.state)
    found = {
        values.Link(
            cell_words.read_words(key, book.nodes, book.state), cell_words.url(project, key)
        ): None
        for key in read
    }
    return tuple(found)
