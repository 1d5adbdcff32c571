"""The last check of a book is kept, and what loses nothing is mended."""

import pytest

from studio.actions import checkups
from studio.core import keys
from studio.core.digest import digest_of
from studio.models import Artifact, Blob, Checkup, Commit, Entry, Project, Unit
from studio.queries import checkups as notes
from studio.queries import verify
from tests import building
from tests.building import LATER, Book

pytestmark = pytest.mark.django_db
BED = "draft/s2/bed"


BOOK = {"is_written": True}


def check(book: Book) -> list[tuple[int, str]]:
    return [(v.invariant, v.repair) for v in checkups.check(book.project_id, now=LATER)]


def test_a_clean_book_is_noted_as_such_and_does_not_move(book: Book) -> None:
    before = book.project.change_number

    assert check(book) == []

    assert Checkup.objects.get(project=book.project_id).n_found == 0
    assert notes.note(book.project) is None
    assert book.project.change_number == before


def test_what_is_wrong_is_kept_told_and_mended(book: Book) -> None:
    Unit.objects.filter(key=BED).update(is_stale=True, n_unmet=2)
    assert check(book) == [(2, "mark"), (2, "count")]
    note = notes.note(book.project)
    assert note is not None
    assert (note.n_found, note.n_mendable, note.advice, len(note.meanings)) == (2, 2, (), 2)

    assert checkups.mend(book.project_id, actor_id=book.owner_id, now=LATER) == 0

    assert notes.note(book.project) is None
    assert Commit.objects.filter(project=book.project_id, kind="repair").count() == 1


def test_a_standing_that_the_entries_do_not_give_is_put_right(book: Book) -> None:
    reason = {"reason": "Says who?", "whole": True}
    Entry.objects.create(
        project=book.project, key=keys.trust(BED), kind="trust", body=reason,
        digest=digest_of(reason), since=book.project.commit_number,
    )  # fmt: skip
    other = Artifact.objects.filter(project=book.project_id).exclude(unit__key=BED).latest("pk")
    Unit.objects.filter(key="draft/s1/spring").update(current=other)
    assert set(check(book)) >= {(4, "stand"), (1, "stand")}

    checkups.mend(book.project_id, actor_id=book.owner_id, now=LATER)

    assert check(book) == []
    assert book.unit(BED).standing == "reopened"


def test_a_lost_text_is_not_mended_but_named_with_advice(book: Book) -> None:
    text = book.unit(BED).current
    assert text is not None
    Blob.objects.filter(pk=text.digest).delete()

    assert check(book) == [(1, "restore")]

    note = notes.note(book.project)
    assert note is not None
    assert (note.n_mendable, len(note.advice)) == (0, 1)
    assert checkups.mend(book.project_id, actor_id=book.owner_id, now=LATER) == 1


def test_a_lost_text_that_others_were_made_from_is_named_too(book: Book) -> None:
    from studio.models.artifact import text_of

    text = book.unit("draft/s1/spring").current
    assert text is not None
    Blob.objects.filter(pk=text.digest).delete()
    text_of.cache_clear()

    assert check(book) == [(1, "restore")]


def test_a_machine_text_in_the_place_of_a_persons_is_named(book: Book) -> None:
    book.write({BED: "Mine."})
    book.write({BED: "Not mine."}, by="policy")

    assert (8, "undo") in check(book)


def test_every_repair_has_words_for_the_terminal_and_for_authors() -> None:
    assert notes._MEANINGS.keys() == verify.PROPOSALS.keys()
    assert notes._ADVICE.keys() == verify.PROPOSALS.keys() - verify.HARMLESS.keys()


def test_all_books_are_checked_the_latest_first_until_time_is_up(book: Book) -> None:
    other = building.book(is_written=True)
    Unit.objects.filter(project=book.project_id, key=BED).update(is_stale=True)
    asked = iter([False, True])

    assert checkups.check_all(is_over=lambda: next(asked), now=LATER) == 0

    assert Checkup.objects.filter(project=other.project_id).exists()
    assert not Checkup.objects.filter(project=book.project_id).exists()
    assert checkups.check_all(is_over=lambda: False, now=LATER) == 1


def test_archived_books_are_left_alone(book: Book) -> None:
    Project.objects.update(archived_at=LATER)

    assert checkups.check_all(is_over=lambda: False, now=LATER) == 0
    assert not Checkup.objects.exists()
