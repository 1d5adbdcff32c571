"""Writing without a model."""

import pytest

from studio.actions import by_hand
from studio.actions.refusals import Empty
from studio.core.states import Standing, Work
from studio.models import Project, Unit
from studio.queries.verify import verify
from tests import building

pytestmark = pytest.mark.django_db

UNPLANNED = """
    s1 Water establishes claim-1
    s2 Stone uses claim-1 depends_on s1
"""


def test_a_section_written_by_hand_is_one_accepted_and_locked_passage() -> None:
    book = building.book(UNPLANNED)

    by_hand.write_section(
        book.project_id, "s1", "One.\n\nTwo.", actor_id=book.owner_id, now=building.NOW
    )

    unit = Unit.objects.get(project_id=book.project_id, key="draft/s1/text")
    assert (unit.standing, unit.work, unit.is_pinned) == (Standing.ACCEPTED, Work.IDLE, True)
    assert unit.current is not None
    assert unit.current.origin == "person"
    assert Unit.objects.get(project_id=book.project_id, key="map/s1").standing == Standing.ACCEPTED
    assert verify(Project.objects.get(pk=book.project_id)) == []


def test_a_section_with_passages_is_not_written_over() -> None:
    book = building.book()

    with pytest.raises(by_hand.HasPassages):
        by_hand.write_section(
            book.project_id, "s1", "Mine.", actor_id=book.owner_id, now=building.NOW
        )


def test_an_empty_text_is_refused() -> None:
    book = building.book(UNPLANNED)

    with pytest.raises(Empty):
        by_hand.write_section(
            book.project_id, "s1", " \n ", actor_id=book.owner_id, now=building.NOW
        )
