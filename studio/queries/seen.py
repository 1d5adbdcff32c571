"""What a page showed, as a digest that its form sends back: so that nobody accepts unseen."""

from studio.core.digest import digest_of
from studio.models import Unit


def seen_digest(project_id: int, section_id: str) -> str:
    """The digest of the versions that wait or stand in a section ('' for the book-wide plan)."""
    units = Unit.objects.in_project(project_id).filter(section_id=section_id)
    rows = units.order_by("place").values_list("pk", "current_id", "candidate_id")
    return digest_of([list(row) for row in rows])
