"""The passages of a section: their texts, paragraph by paragraph, with what is said of them."""

from dataclasses import dataclass

from studio.core import keys
from studio.core.state import Body
from studio.formats.markdown import to_html
from studio.models import Artifact, Finding, Project
from studio.queries import cell_words, comparing, fitting, provenance, values
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.briefs import paragraphs
from studio.queries.desk import Desk
from studio.queries.remark import remark_view
from studio.queries.values.proposed import Proposed, Showing


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of passages: as they stand in the book, and as they are proposed."""

    current: dict[int, Artifact]
    candidate: dict[int, Artifact]
    findings: dict[int, list[Finding]]
    by_model: set[int]
    fits: dict[int, int]
    basis: dict[int, tuple[values.Link, ...]]

    @classmethod
    def of(cls, project: Project, units: list[UnitFacts], book: BookUnits) -> "Texts":
        ids = [i for u in units for i in (u.current_id, u.candidate_id) if i]
        rows = Artifact.objects.in_bulk(ids)
        findings: dict[int, list[Finding]] = {}
        found = Finding.objects.filter(unit_id__in=[u.pk for u in units]).order_by("pk")
        for finding in found.select_related("unit"):
            findings.setdefault(finding.unit_id, []).append(finding)
        return cls(
            {u.pk: rows[u.current_id] for u in units if u.current_id},
            {u.pk: rows[u.candidate_id] for u in units if u.candidate_id},
            findings,
            provenance.with_model_versions(u.pk for u in units),
            fitting.fitting(project, units),
            _changed_basis(project, units, book),
        )

    def shown(self, unit: UnitFacts, showing: Showing) -> Artifact | None:
        proposed, current = self.candidate.get(unit.pk), self.current.get(unit.pk)
        return (current or proposed) if showing == "text" else (proposed or current)


def proposed_of(passages: list[UnitFacts], texts: Texts, book: BookUnits) -> Proposed | None:
    """What is proposed in the place of text that stands, where there is such."""
    if not any(u.candidate_id and u.current_id for u in passages):
        return None
    return comparing.proposed(
        (u.pk, str(book.movement(u).get("title", "")), texts.current.get(u.pk), new)
        for u in passages
        if (new := texts.candidate.get(u.pk)) or u.pk in texts.current
    )


def passage_part(
    unit: UnitFacts,
    desk: Desk,
    texts: Texts,
    remarks: tuple[values.Remark, ...],
    showing: Showing,
) -> values.PassagePart:
    """A passage with the text that is shown of it."""
    book = desk.book
    movement = book.movement(unit)
    artifact = texts.shown(unit, showing)
    is_current = artifact is not None and artifact.pk == unit.current_id
    distrust = (book.state.entry(keys.trust(unit.key)) or {}) if is_current else {}
    return values.PassagePart(
        id=str(unit.pk),
        key=unit.key,
        title=str(movement.get("title", "")),
        state=unit.state,
        paragraphs=_paragraphs(
            unit, artifact, remarks, distrust, is_model=unit.pk in texts.by_model
        )
        if artifact
        else (),
        words=artifact.n_words if artifact else 0,
        target_words=int(movement.get("words", 0)),
        purpose=str(movement.get("purpose", "")),
        partial=book.partials.get(unit.pk, "") or desk.troubles.text_at(unit),
        error=unit.held_words,
        trouble=desk.troubles.at(unit),
        wait=desk.wait(unit),
        reasons=(desk.reasons if is_current else texts.basis).get(artifact.pk, ())
        if artifact
        else (),
        fits=texts.fits.get(unit.pk, 0),
        is_proposal=artifact is not None and unit.candidate_id == artifact.pk,
        is_distrusted=bool(distrust.get("whole")),
        is_locked=unit.is_pinned,
        has_distrust=unit.key in book.distrusted,
        distrust_reason=str(distrust.get("reason", "")),
        has_text=unit.current_id is not None,
    )


def _paragraphs(
    unit: UnitFacts,
    artifact: Artifact,
    remarks: tuple[values.Remark, ...],
    distrust: Body,
    *,
    is_model: bool,
) -> tuple[values.ParagraphView, ...]:
    origins = dict(artifact.paragraphs)
    marked = set(distrust.get("paragraphs", ()))
    return tuple(
        values.ParagraphView(
            id=f"{unit.pk}-{p.id}",
            html=to_html(p.text, id_prefix=f"u{unit.pk}-{p.id}"),
            text=p.text,
            provenance=provenance.by(origins.get(p.id, ""), p.id, is_model=is_model),
            remarks=tuple(r for r in remarks if r.paragraph_id == f"{unit.pk}-{p.id}"),
            is_locked=unit.is_pinned,
            is_distrusted=p.id in marked or bool(distrust.get("whole")),
            reason=str(distrust.get("reason", "")) if p.id in marked else "",
            can_distrust=artifact.pk == unit.current_id,
            can_edit=not unit.is_pinned and artifact.pk == (unit.candidate_id or unit.current_id),
        )
        for p in paragraphs(artifact)
    )


def remarks_at(units: list[UnitFacts], texts: Texts, book: BookUnits) -> tuple[values.Remark, ...]:
    """The open remarks on passages, each with its place."""
    return tuple(
        remark_view(
            finding,
            book,
            place=f"{unit.pk}-{finding.paragraph_id}",
            can_distrust=finding.artifact_id == unit.current_id and unit.key not in book.distrusted,
        )
        for unit in units
        for finding in texts.findings.get(unit.pk, [])
        if finding.state == "open"
    )


def _changed_basis(
    project: Project, units: list[UnitFacts], book: BookUnits
) -> dict[int, tuple[values.Link, ...]]:
    """What changed since proposals were written, of that from which they were."""
    waiting = [u.candidate_id for u in units if u.candidate_id]
    return cell_words.reasons(project, waiting, book.nodes, book.state) if waiting else {}
