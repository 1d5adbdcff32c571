"""One remark, as a page shows it: what it weighs, who made it, and where it stands."""

from studio.core.protocol import Protocol
from studio.models import Finding
from studio.queries import values
from studio.queries.book_units import BookUnits

YOU = "you"
WEIGHTS: dict[str, values.Weight] = {"must_fix": "must", "should": "should", "idea": "idea"}


def source_of(finding: Finding, book: BookUnits) -> str:
    """Who made a remark, in words: its author, or a check by its title."""
    return source_words(finding.source, book.protocol)


def source_words(source: str, protocol: Protocol) -> str:
    """The same where only what it came from is known."""
    if source == "person":
        return YOU
    gate = protocol.gates.get(source)
    return gate.title if gate else source


def remark_view(
    finding: Finding, book: BookUnits, *, place: str = "", can_distrust: bool = False
) -> values.Remark:
    """A remark as a page shows it."""
    has_place = bool(finding.paragraph_id) and finding.is_anchored
    return values.Remark(
        id=str(finding.pk),
        weight=WEIGHTS[finding.severity],
        words=finding.words,
        source=source_of(finding, book),
        paragraph_id=place if has_place else "",
        quote=finding.quote,
        is_lost=not has_place and (bool(finding.quote) or not finding.is_anchored),
        is_open=finding.state == "open",
        can_distrust=can_distrust and has_place,
    )
