"""After an interruption: one thing to press that says what it goes on with, and what is amiss."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studio.actions import checkups, claims, endings, running
from studio.actions.claims import Claimed
from studio.models import Unit
from tests import building
from tests.building import NOW, Book


@pytest.fixture
def going() -> Book:
    """A book in the middle of which the plug was pulled, and that has just been started again."""
    book = building.book(autonomy="end")
    claimed = claims.claim(book.unit("draft/s1/spring").pk, worker="one", now=timezone.now())
    assert isinstance(claimed, Claimed)
    endings.let_go(claimed, endings.INTERRUPTED, now=timezone.now())
    return book


def shelf(desk: Client) -> str:
    return desk.get(reverse("library")).text


def board(desk: Client, book: Book) -> str:
    return desk.get(reverse("board", args=[book.project.slug])).text


def test_a_book_that_goes_on_says_with_what(desk: Client, going: Book) -> None:
    page = shelf(desk)

    assert page.count('id="go-on"') == 1
    assert "Go on with Draft of 1, passage 1</a>" in page
    assert "Interrupted while writing Draft of 1, passage 1." in board(desk, going)
    assert "it is taken up again by itself" in board(desk, going)
    going.claim("draft/s1/spring", now=timezone.now())
    assert "What had arrived is kept; it is being written again." in board(desk, going)


def test_a_book_that_stands_still_is_resumed_from_the_shelf(desk: Client, going: Book) -> None:
    running.stop(going.project_id, now=NOW)
    assert "Resume with Draft of 1, passage 1</button>" in shelf(desk)
    assert "Resume with Draft of 1, passage 1</button>" in board(desk, going)
    assert "Resume takes it up again" in board(desk, going)

    desk.post(reverse("resume", args=[going.project.slug]))

    assert going.project.is_running
    assert "Go on with Draft of 1, passage 1" in shelf(desk)


def test_what_waits_for_its_author_is_what_it_goes_on_with(desk: Client) -> None:
    from tests.web import browsers

    book = building.book("s1 Water establishes claim-1\n    - spring", autonomy="ahead")
    browsers.offer(book, "draft/s1/spring", "Water comes.")
    section = reverse("section", args=[book.project.slug, "s1"])

    assert f'id="go-on" href="{section}">Read 1 Water</a>' in shelf(desk)


def test_of_several_books_only_the_last_is_gone_on_with(desk: Client, going: Book) -> None:
    building.book(autonomy="end")

    assert shelf(desk).count('id="go-on"') == 1


def test_a_finished_book_offers_nothing_to_press(desk: Client, book: Book) -> None:
    assert 'id="go-on"' not in shelf(desk)
    assert 'id="interrupted"' not in board(desk, book)
    assert 'id="checkup"' not in board(desk, book)


def test_what_the_check_found_is_told_and_mended_by_one_press(desk: Client, book: Book) -> None:
    Unit.objects.filter(key="draft/s2/bed").update(is_stale=True)
    checkups.check(book.project_id, now=NOW)
    page = board(desk, book)
    assert "1 thing does not fit together in this book" in page
    assert "Mend it</button>" in page

    answer = desk.post(reverse("mend", args=[book.project.slug]), follow=True)

    assert "Mended: everything fits together." in answer.text
    assert 'id="checkup"' not in answer.text


def test_what_cannot_be_mended_is_said_with_what_to_do(desk: Client, book: Book) -> None:
    from studio.models import Blob

    text = book.unit("draft/s2/bed").current
    assert text is not None
    Blob.objects.filter(pk=text.digest).delete()
    checkups.check(book.project_id, now=NOW)

    assert "Bring your last backup back" in board(desk, book)
    assert 'id="mend"' not in board(desk, book)
    answer = desk.post(reverse("mend", args=[book.project.slug]), follow=True)
    assert "1 still do not fit" in answer.text
