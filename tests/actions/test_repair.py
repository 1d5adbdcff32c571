"""Repairs mend what follows from other rows, and nothing else."""

import pytest

from studio.actions import repair
from studio.models import Cell, Commit, Project, Unit
from studio.queries.verify import verify
from tests import building
from tests.building import Book

pytestmark = pytest.mark.django_db


def found(book: Book) -> set[str]:
    return {v.repair for v in verify(Project.objects.get(pk=book.project_id))}


def mend(book: Book) -> list[str]:
    mended = repair.repair(book.project_id, actor_id=book.owner_id, now=building.LATER)
    return [v.repair for v in mended]


def test_wrong_marks_counters_and_digests_are_mended_in_one_commit() -> None:
    book = building.book(is_written=True)
    Cell.objects.filter(project_id=book.project_id, key="section/s1").update(digest="0" * 32)
    Unit.objects.filter(project_id=book.project_id, key="draft/s2/bed").update(
        is_stale=True, n_unmet=3
    )
    Project.objects.filter(pk=book.project_id).update(tokens_reserved=500)
    assert found(book) == {"recompute", "mark", "count"}

    mend(book)

    assert found(book) == set()
    last = Commit.objects.filter(project_id=book.project_id).order_by("-number").first()
    assert last is not None
    assert last.kind == "repair"
    assert last.changes == []


def test_a_unit_that_nobody_writes_is_released() -> None:
    book = building.book(is_written=True)
    Unit.objects.filter(project_id=book.project_id, key="draft/s2/bed").update(work="active")
    assert found(book) == {"release"}

    mend(book)

    assert book.unit("draft/s2/bed").work == "pending"
    assert found(book) == set()


def test_a_clean_book_gets_no_commit() -> None:
    book = building.book(is_written=True)
    n_commits = Commit.objects.filter(project_id=book.project_id).count()

    assert mend(book) == []
    assert Commit.objects.filter(project_id=book.project_id).count() == n_commits
