"""A copy of a book says what the book says, and is a book of its own."""

from datetime import timedelta

import pytest

from studio.actions import copying, judging, planned, wording
from studio.core.intent import Intent
from studio.models import Entry, Finding, Project, Unit
from studio.queries import planning
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db


def do(book: Book, intent: Intent) -> None:
    digest = planning.plan(book.project, intent).digest
    planned.carry_out(book.project_id, intent, digest=digest, actor_id=book.owner_id, now=NOW)


def facts(project: Project) -> list[tuple[object, ...]]:
    """What stands at each step: its state, whose words it has, and what it says."""
    names = ("key", "standing", "work", "is_stale", "is_pinned", "current__digest",
             "current__origin", "current__paragraphs")  # fmt: skip
    return list(Unit.objects.in_project(project.pk).order_by("place", "key").values_list(*names))


def test_a_copy_stands_as_its_book_does_and_goes_its_own_way() -> None:
    book = building.book(is_written=True, is_running=False, autonomy="ahead")
    spring = book.unit("draft/s1/spring")
    judging.remark(spring.pk, "p1", "Water comes", "Whence?", now=NOW)
    do(book, Intent("pin", units=("draft/s1/mouth",)))
    do(book, Intent("distrust", units=("draft/s2/bed",), includes_own=True))
    do(book, Intent("set", sets={"object/claim-1": {"text": "Water leaves its course."}}))
    assert book.stale()
    before = facts(book.project)

    made = copying.copy(
        copying.said(book.project_id), owner_id=book.owner_id, now=NOW + timedelta(days=1)
    )

    assert (made.title, made.slug, made.is_running) == ("Rivers (copy)", "rivers-copy", False)
    assert facts(made) == before
    assert verify(made) == []
    own = Finding.objects.get(project=made)
    assert (own.words, own.unit.key, own.quote) == ("Whence?", "draft/s1/spring", "Water comes")

    copied = Book(made.pk, book.owner_id)
    do(copied, Intent("set", sets={"object/claim-1": {"text": "Water keeps its course."}}))
    assert copied.stale() == set()
    wording.edit_text(
        copied.unit("draft/s1/spring").pk, "Other.", actor_id=book.owner_id, cause="x", now=NOW
    )
    assert facts(book.project) == before
    assert verify(made) == verify(book.project) == []


def test_what_was_never_written_waits_in_the_copy_too() -> None:
    book = building.begin()
    made = copying.copy(copying.said(book.project_id), owner_id=book.owner_id, now=NOW)
    assert facts(made) == facts(book.project)
    assert Entry.objects.filter(project=made).current().count() == len(
        Entry.objects.filter(project=book.project_id).current()
    )
