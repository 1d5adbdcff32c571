"""A plan of passages that changes under prose: what stays, what ends, what comes back."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from studio.actions import judging, rematching
from studio.actions.refusals import Moved, Unchanged
from studio.actions.rematching import MatchedTwice
from studio.core import keys
from studio.models import Project, Unit
from studio.queries.steps import step_page
from tests import building
from tests.building import NOW, Book, movement
from tests.change.test_doubt import does

pytestmark = pytest.mark.django_db
SPRING, MOUTH = "draft/s1/spring", "draft/s1/mouth"


@pytest.fixture
def book() -> Book:
    found = building.book(is_written=True)
    Project.objects.update(autonomy="ask")
    return found


def propose(book: Book, *movements: object) -> None:
    does(book, "recompose map/s1")
    book.propose("map/s1", {keys.map_of("s1"): {"movements": list(movements)}})


def accept(book: Book) -> None:
    judging.accept(book.project_id, [book.unit("map/s1").pk], actor_id=book.owner_id,
                   reason="Accepted", now=NOW)  # fmt: skip


def rematch(book: Book, seen: str = "", **chosen: str) -> None:
    unit_id = book.unit("map/s1").pk
    rematching.rematch(unit_id, chosen, seen=seen, actor_id=book.owner_id, now=NOW)


def test_a_passage_that_is_planned_alike_keeps_its_accepted_text(book: Book) -> None:
    text = book.body_of(SPRING)

    propose(book, movement("spring"), movement("delta"))
    accept(book)

    assert book.body_of(SPRING) == text
    assert SPRING not in book.stale()
    assert MOUTH not in book.units()
    assert Unit.objects.get(key=MOUTH).current is not None


def test_its_author_is_told_what_stays_what_ends_and_what_is_new(book: Book) -> None:
    propose(book, movement("spring", purpose="It begins."), movement("delta"))

    page = step_page(book.project, "map/s1")

    spring, delta = page.passages
    assert (spring.was, spring.is_changed, spring.text_words) == ("Spring", True, 5)
    assert (delta.is_new, delta.comes_back) == (True, 0)
    assert [(one.key, one.words) for one in page.ending] == [("mouth", 4)]


def test_a_passage_whose_name_was_used_before_says_that_its_old_text_comes_back(
    book: Book,
) -> None:
    text = book.body_of(MOUTH)
    propose(book, movement("spring"), movement("delta"))
    accept(book)
    propose(book, movement("spring"), movement("mouth", purpose="It ends."))

    (_, mouth) = step_page(book.project, "map/s1").passages
    assert mouth.comes_back == 4

    accept(book)
    assert book.body_of(MOUTH) == text
    assert MOUTH in book.stale()


def test_a_passage_is_matched_with_another_and_keeps_that_ones_text(book: Book) -> None:
    text = book.body_of(MOUTH)
    propose(book, movement("spring"), movement("delta"))

    rematch(book, delta="mouth")
    accept(book)

    assert book.body_of(MOUTH) == text
    assert MOUTH in book.stale(), "it is planned otherwise now"
    assert "draft/s1/delta" not in book.units()


def test_a_passage_that_is_said_to_be_new_gets_no_old_text(book: Book) -> None:
    propose(book, movement("spring"), movement("mouth", purpose="Quite another."))

    rematch(book, mouth="new")
    accept(book)

    assert book.body_of("draft/s1/mouth-2") == ""
    assert MOUTH not in book.units()


def test_what_cannot_be_matched_is_said(book: Book) -> None:
    propose(book, movement("spring"), movement("delta"))

    with pytest.raises(MatchedTwice):
        rematch(book, delta="spring")
    with pytest.raises(Unchanged):
        rematch(book, delta="delta", spring="nobody")
    with pytest.raises(Moved):
        rematch(book, seen="something else", delta="mouth")


def test_the_page_matches_passages(book: Book) -> None:
    client = Client()
    User.objects.filter(pk=book.owner_id).update(is_superuser=True)
    client.force_login(User.objects.get(pk=book.owner_id))
    propose(book, movement("spring"), movement("delta"))
    page = reverse("unit", args=[book.project.slug, "map/s1"])
    html = client.get(page).text
    assert "No longer planned" in html
    assert 'name="match-delta"' in html

    told = {"match-delta": "mouth", "match-spring": "spring"}
    answer = client.post(reverse("rematch", args=[book.project.slug, "map/s1"]), told, follow=True)

    assert "No longer planned" not in answer.text
    assert "Goes on from <strong" in answer.text
