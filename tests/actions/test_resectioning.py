"""Splitting and merging sections keeps texts, remarks and history."""

import pytest

from studio.actions import judging, resectioning
from studio.core.states import Standing
from studio.models import Finding, Project, Unit
from studio.queries.verify import verify
from tests import building
from tests.building import Book

pytestmark = pytest.mark.django_db


def split(book: Book) -> str:
    return resectioning.split_section(
        book.project_id, "s1", at="mouth", title="The Sea", actor_id=book.owner_id, now=building.NOW
    )


def clean(book: Book) -> bool:
    return verify(Project.objects.get(pk=book.project_id)) == []


def test_a_split_keeps_every_text_to_the_byte() -> None:
    book = building.book(is_written=True)
    before = book.body_of("draft/s1/mouth")

    new_id = split(book)

    moved = book.unit(f"draft/{new_id}/mouth")
    assert book.body_of(moved.key) == before
    assert (moved.standing, moved.is_stale) == (Standing.ACCEPTED, False)
    assert Unit.objects.get(project_id=book.project_id, key="draft/s1/mouth").is_retired
    assert book.unit("draft/s1/spring").standing == Standing.ACCEPTED
    assert clean(book)


def test_a_split_takes_open_remarks_along() -> None:
    book = building.book(is_written=True)
    unit = book.unit("draft/s1/mouth")
    judging.remark(unit.pk, "p1", "the sea", "Which sea?", now=building.NOW)

    new_id = split(book)

    assert Finding.objects.get().unit.key == f"draft/{new_id}/mouth"


def test_a_section_is_not_split_before_its_first_passage() -> None:
    book = building.book(is_written=True)

    with pytest.raises(resectioning.CannotSplit):
        resectioning.split_section(
            book.project_id, "s1", at="spring", title="x", actor_id=book.owner_id, now=building.NOW
        )


def test_joining_what_was_split_brings_the_texts_together_again() -> None:
    book = building.book(is_written=True)
    before = book.body_of("draft/s1/mouth")
    new_id = split(book)

    resectioning.merge_sections(
        book.project_id, new_id, into="s1", actor_id=book.owner_id, now=building.NOW
    )

    assert [k for k in book.units() if k.startswith("draft/s1")] == [
        "draft/s1/spring",
        "draft/s1/mouth",
    ]
    assert book.body_of("draft/s1/mouth") == before
    assert not [k for k in book.units() if new_id in k.split("/")]
    assert clean(book)
