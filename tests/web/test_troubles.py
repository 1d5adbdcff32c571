"""What went wrong or was left unfinished is said where it happened, with the ways on."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studio.actions import endings, operate, running
from studio.actions.partials import Arrived
from studio.models import Partial, Project, Run
from tests import building
from tests.building import Book
from tests.drawn import drawn_once
from tests.web import browsers

DRAFT = "draft/s1/spring"
ARRIVED = "Rain that falls on the moor takes eleven days to reach the lowest of the springs. " * 4


@drawn_once
def book() -> Book:
    return building.book()


def stopped(book: Book, text: str = ARRIVED) -> Run:
    claimed = book.claim(DRAFT, now=timezone.now())
    reads = dict(building.brief_of(claimed).reads)
    running.stop_unit(claimed.unit_id, now=timezone.now())
    endings.stopped(claimed, now=timezone.now(), arrived=Arrived(text, reads))
    return Run.objects.get(pk=claimed.run_id)


def failed(book: Book, outcome: str, words: str, *, is_permanent: bool = True) -> Run:
    claimed = book.claim(DRAFT, now=timezone.now())
    endings.fail(claimed, outcome, words, spread=0, now=timezone.now(), is_permanent=is_permanent)
    return Run.objects.get(pk=claimed.run_id)


def address(book: Book, name: str, *args: object) -> str:
    return reverse(name, args=[book.project.slug, *args])


def pages(book: Book, run: Run) -> list[str]:
    return [
        address(book, "board"),
        address(book, "section", "s1"),
        address(book, "attempt", run.pk),
    ]


def test_what_arrived_before_a_stop_is_shown_with_three_ways_on(book: Book, desk: Client) -> None:
    run = stopped(book)

    for url in pages(book, run):
        page = desk.get(url).content.decode()
        assert "Stopped after 64 words – kept as partial." in page
        for act in ("go_on_unit", "again_unit", "discard_unit"):
            assert address(book, act, DRAFT) in page
    assert ARRIVED.strip() in desk.get(pages(book, run)[1]).content.decode()


def interrupted(book: Book, text: str = ARRIVED) -> Run:
    """The program was ended in the middle, and the book goes on."""
    claimed = book.claim(DRAFT, now=timezone.now())
    reads = dict(building.brief_of(claimed).reads)
    operate.partial(claimed, text, now=timezone.now(), reads=reads)
    endings.let_go(claimed, endings.INTERRUPTED, now=timezone.now())
    return Run.objects.get(pk=claimed.run_id)


@pytest.mark.parametrize("n_parallel", [4, 0])
def test_what_goes_on_by_itself_says_so_and_offers_to_begin_again(
    book: Book, desk: Client, n_parallel: int
) -> None:
    run = interrupted(book)
    Project.objects.update(n_parallel=n_parallel)

    for url in pages(book, run):
        page = desk.get(url).text
        assert "Interrupted after 64 words – kept as partial. It goes on by itself." in page
        assert address(book, "again_unit", DRAFT) in page
        assert address(book, "go_on_unit", DRAFT) not in page
        assert address(book, "discard_unit", DRAFT) not in page

    Project.objects.update(is_running=False, resumes_at=timezone.now() + timedelta(minutes=3))
    assert "kept as partial. It goes on by itself." in desk.get(pages(book, run)[1]).text

    running.stop(book.project_id, now=timezone.now())
    for url in pages(book, run):
        page = desk.get(url).text
        assert "goes on by itself" not in page
        for act in ("go_on_unit", "again_unit", "discard_unit"):
            assert address(book, act, DRAFT) in page


def test_too_little_to_go_on_from_is_written_again_by_itself(book: Book, desk: Client) -> None:
    interrupted(book, "Rain that falls")

    page = desk.get(address(book, "board")).text

    assert "Interrupted after 3 words – kept as partial. It is written again by itself." in page
    assert address(book, "again_unit", DRAFT) not in page


def test_too_few_words_can_only_be_written_again(book: Book, desk: Client) -> None:
    stopped(book, "Rain that falls")

    page = desk.get(address(book, "board")).content.decode()

    assert "Stopped after 3 words – kept as partial." in page
    assert address(book, "go_on_unit", DRAFT) not in page
    assert address(book, "again_unit", DRAFT) in page


@pytest.mark.parametrize(
    ("act", "work", "continues"),
    [
        ("go_on_unit", "pending", True),
        ("again_unit", "pending", False),
        ("discard_unit", "held", False),
    ],
)
def test_each_way_on_leads_on(
    book: Book, desk: Client, act: str, work: str, continues: bool
) -> None:
    run = stopped(book)

    answer = desk.post(address(book, act, DRAFT), {"next": address(book, "section", "s1")})

    assert answer.headers["Location"] == address(book, "section", "s1")
    unit = book.unit(DRAFT)
    assert unit.work == work
    assert unit.continues_id == (run.pk if continues else None)
    assert unit.is_granted == (work == "pending")
    assert Partial.objects.exists() == (act != "discard_unit")


def test_what_cannot_be_gone_on_from_is_refused_in_words(book: Book, desk: Client) -> None:
    stopped(book)
    book.commit({"map/s1": {"movements": [building.movement("spring", purpose="It begins.")]}})

    answer = desk.post(address(book, "go_on_unit", DRAFT), headers=browsers.HTMX)

    assert "What it was written from has changed since" in answer.headers["HX-Trigger"]
    assert book.unit(DRAFT).work == "held"


def test_a_failure_of_the_model_offers_another_try_and_another_model(
    book: Book, desk: Client
) -> None:
    failed(book, "refused", "Model “x” at here declined to write this.")

    for url in pages(book, Run.objects.get())[:2]:
        page = desk.get(url).content.decode()
        assert "declined to write this." in page
        assert "Choose another model" in page
        assert address(book, "again_unit", DRAFT) in page


def test_a_passing_failure_says_when_it_is_tried_again(book: Book, desk: Client) -> None:
    failed(book, "rate_limited", "The model server at here asks to slow down.", is_permanent=False)
    book.project.units.filter(key=DRAFT).update(not_before=timezone.now() + timedelta(seconds=40))

    page = desk.get(address(book, "board")).content.decode()

    assert "asks to slow down. It is tried again" in page
    assert "data-countdown" in page
    desk.post(address(book, "again_unit", DRAFT))
    assert book.unit(DRAFT).not_before is None


def test_a_book_that_waits_for_its_model_says_when_it_goes_on_and_can_be_tried_or_stopped(
    book: Book, desk: Client
) -> None:
    book.project.units.filter(key=DRAFT).update(n_attempts=3)
    claimed = book.claim(DRAFT, now=timezone.now())
    words = "The model server at here refused the connection. Is it running?"
    endings.fail(claimed, "unreachable", words, spread=0, now=timezone.now(), pauses_book=True)

    page = desk.get(address(book, "board")).content.decode()

    assert words in page
    assert "The book goes on by itself" in page
    assert "It waits for you to press Resume." not in page
    # Nor does it wait for its author where they confirmed the step in a plan.
    book.project.units.filter(key=DRAFT).update(is_granted=True)
    page = desk.get(address(book, "board")).content.decode()
    assert "It goes on by itself in a while." in page
    assert "The model rests after failing" not in page
    assert f"{words} It goes on by itself." in desk.get(reverse("library")).content.decode()
    desk.post(address(book, "stop"))
    page = desk.get(address(book, "board")).content.decode()
    assert "The book goes on by itself" not in page
    assert 'id="resume"' in page
