"""A section as people read, judge and write it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from studio.core import keys
from studio.core.states import Standing, Work
from studio.models import Artifact, Commit, Project
from studio.queries import (
    around,
    book_units,
    cell_words,
    comparing,
    frame,
    updating,
    values,
    wide,
)
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.cards import card_of
from studio.queries.passages import Texts, passage_part, proposed_of, remarks_at
from studio.queries.seen import seen_digest
from studio.queries.values.proposed import Proposed
from studio.queries.version_lines import titles_of, versions

MOST_VERSIONS = 12


def section_page(project: Project, section_id: str, *, showing: str = "") -> values.SectionPage:
    """The page of a section; LookupError where the outline has none of that name."""
    around_it = around.sections(project, section_id) if wide.is_large(project) else None
    desk = wide.ahead(project, around_it or [section_id])
    book = desk.book
    if section_id not in book.nodes:
        raise LookupError(section_id)
    node = book.nodes[section_id]
    units = book.of_section(section_id)
    passages = [u for u in units if u.movement_key]
    texts = Texts.of(project, passages, book)
    found = proposed_of(passages, texts, book)
    is_new = any(u.candidate_id for u in passages)
    shown = comparing.showing(showing, found, is_new=is_new)
    card = card_of(desk, section_id)
    remarks = remarks_at(passages, texts, book)
    proposed = [u for u in units if u.work in (Work.REVIEW, Work.HELD) and u.candidate_id]
    waiting = [u for u in proposed if not u.is_from_text]
    return values.SectionPage(
        book=frame.book_head(project),
        id=section_id,
        card_id=f"s-{section_id}",
        number=node.number,
        title=str(node.body["title"]),
        synopsis=str(node.body.get("synopsis", "")),
        step=card.step if card else "",
        state=card.state if card else "none",
        words=sum(u.words for u in passages),
        target_words=int(node.body.get("words", 0)),
        passages=tuple(passage_part(u, desk, texts, remarks, shown) for u in passages),
        seen=seen_digest(project.pk, section_id),
        showing=shown,
        has_proposal=found is not None,
        proposed=found or Proposed(),
        reasons=card.reasons if card else (),
        proposal_reasons=tuple(dict.fromkeys(r for all_ in texts.basis.values() for r in all_)),
        wait=card.wait if card else None,
        error=card.error if card else "",
        accepted_by=book_units.accepted_by(passages),
        accepted_at=_accepted_at(project, passages),
        remarks=tuple(r for r in remarks if not r.is_lost),
        loose_remarks=tuple(r for r in remarks if r.is_lost),
        versions=versions(
            project, [u.pk for u in passages], most=MOST_VERSIONS, titles=titles_of(passages, book)
        ),
        written_from=_written_from(project, passages, book),
        binder=binder(book, around_it or list(book.nodes), here=section_id),
        binder_count=0 if around_it is None else around.n_leaves(project),
        before=_neighbour(book, section_id, -1),
        after=_neighbour(book, section_id, 1),
        can_accept=bool(waiting),
        cannot_words=_cannot(card.state if card else "none", is_waiting=bool(waiting)),
        can_send_back=bool(waiting),
        can_change=any(u.current_id for u in passages),
        can_lock=bool(passages) and all(u.current_id for u in passages),
        is_distrusted=any(u.key in book.distrusted for u in passages),
        is_locked=bool(passages) and all(u.is_pinned for u in passages),
        from_text=_from_text(book, section_id),
    )


def _cannot(state: values.Work, *, is_waiting: bool) -> str:
    """Why there is nothing to accept, and what helps, where a reader may look for it."""
    if state == "reopened" and not is_waiting:
        return "It is settled when you trust it again, rewrite it, or edit what is held against it."
    return ""


def _from_text(book: BookUnits, section_id: str) -> values.FromText | None:
    """The way to a plan that follows this text, where its author wrote some of it."""
    plan = updating.plan_of(book, section_id)
    if plan is not None and plan.is_from_text:
        is_read = plan.work == Work.REVIEW and plan.candidate_id is not None
        is_going = plan.work in (Work.PENDING, Work.ACTIVE)
        state: Literal["reading", "waiting"] = "waiting" if is_read else "reading"
        return values.FromText(state, plan.key) if is_read or is_going else None
    may_ask = plan is not None and updating.may_ask(book.project, plan)
    return values.FromText("free", plan.key) if plan and may_ask else None


def binder(
    book: BookUnits, section_ids: Iterable[str], *, here: str
) -> tuple[values.BinderLine, ...]:
    """The tree of the book, or of a part of it, with the state of each section."""
    units: dict[str, list[UnitFacts]] = {}
    for unit in book.units:
        units.setdefault(unit.section_id, []).append(unit)
    return tuple(
        values.BinderLine(
            id=node.id,
            number=node.number,
            title=str(node.body["title"]),
            level=node.level,
            state=_section_state(units.get(node.id, [])),
            is_stale=any(u.is_stale for u in units.get(node.id, ())),
            is_here=node.id == here,
            is_heading=not node.is_leaf,
        )
        for node in (book.nodes[section_id] for section_id in section_ids)
    )


def _accepted_at(project: Project, units: list[UnitFacts]) -> datetime | None:
    if not units or any(u.standing != Standing.ACCEPTED for u in units):
        return None
    text_keys = [keys.text(u.key) for u in units]
    rows = project.entries.current().filter(key__in=text_keys).order_by("-since")
    number = rows.values_list("since", flat=True).first() or 0
    found = Commit.objects.filter(project=project, number=number)
    return found.values_list("made_at", flat=True).first()


def _written_from(
    project: Project, units: list[UnitFacts], book: BookUnits
) -> tuple[values.Link, ...]:
    ids = [i for u in units if (i := u.candidate_id or u.current_id)]
    rows = Artifact.objects.filter(pk__in=ids).values_list("reads__key", flat=True).distinct()
    read = sorted(key for key in rows if key)
    cell_words.bring(read, book.nodes, book.state)
    found = {
        values.Link(
            cell_words.read_words(key, book.nodes, book.state), cell_words.url(project, key)
        ): None
        for key in read
    }
    return tuple(found)


def _section_state(units: list[UnitFacts]) -> values.Work:
    passages = [u for u in units if u.movement_key] or units
    order: tuple[values.Work, ...] = ("active", "held", "review", "pending", "none", "reopened")
    return next((s for s in order if any(u.state == s for u in passages)), _done(passages))


def _done(units: list[UnitFacts]) -> values.Work:
    return "accepted" if units else "none"


def _neighbour(book: BookUnits, section_id: str, side: around.Side) -> values.Link | None:
    found = around.beside(book.project, section_id, side)
    if not found:
        return None
    node = book.nodes[found]
    url = frame.section_url(book.project.slug, node.id)
    return values.Link(f"{node.number} {node.body['title']}", url)
