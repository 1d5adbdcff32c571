"""What gates have said about the texts of a unit."""

from collections.abc import Iterable
from dataclasses import dataclass

from studio.core.digest import digest
from studio.models import Artifact, Review, statements
from studio.models.review import Verdict
from studio.queries.briefs import paragraphs


@dataclass(frozen=True, slots=True)
class Verdicts:
    """All reviews of one unit, the latest first."""

    reviews: tuple[Review, ...]

    def of(self, gate: str, text: Artifact) -> str:
        """The latest verdict of a gate on a text; '' where there is none."""
        found = (r.verdict for r in self.reviews if r.gate == gate and r.digest == text.digest)
        return next(found, "")

    def passed(self, text: Artifact) -> set[str]:
        """The gates that a text has passed, or for which a person's word stands."""
        good = (Verdict.PASSED, Verdict.WAIVED)
        return {r.gate for r in self.reviews if r.digest == text.digest and r.verdict in good}

    def unjudged(self, gate: str, text: Artifact) -> list[int]:
        """The numbers of the paragraphs that a gate has yet to judge, in whatever version."""
        known = {passed for r in self.reviews if r.gate == gate for passed in r.passed}
        return [n for n, p in enumerate(paragraphs(text), 1) if digest(p.text) not in known]

    def with_these(self, reviews: Iterable[Review]) -> "Verdicts":
        """The same, with reviews that were just written."""
        return Verdicts((*reviews, *self.reviews))


def of_unit(unit_id: int) -> Verdicts:
    """What is on record for a unit."""
    return Verdicts(tuple(statements.rows(Review, "unit_id = %s ORDER BY id DESC", [unit_id])))


def of_units(unit_ids: Iterable[int]) -> dict[int, Verdicts]:
    """The same for many units with one statement."""
    found: dict[int, list[Review]] = {unit_id: [] for unit_id in unit_ids}
    for review in statements.rows(Review, "unit_id = ANY(%s) ORDER BY id DESC", [list(found)]):
        found[review.unit_id].append(review)
    return {unit_id: Verdicts(tuple(reviews)) for unit_id, reviews in found.items()}
