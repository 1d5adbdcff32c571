"""Pages that stay current: by socket from a real web process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoDbBlocker

    from studio.models import Project
    from studio.queries.values import BookHead
    from tests.building import Book
    from tests.web.serving import Desk


@pytest.fixture(scope="module")
def served(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Desk]:
    """A web process, the same for all tests here."""
    from tests.web import serving

    with django_db_blocker.unblock(), serving.web() as running:
        yield running


@pytest.fixture
def shared(transactional_db: None) -> Iterator[Book]:
    """A book that the web process sees too: one section waits to be written."""
    from studio.actions import announce
    from tests import building
    from tests.web import serving

    yield building.book(autonomy="ahead")
    announce.close()
    serving.settle()


@pytest.fixture
def owner(shared: Book) -> Client:
    from tests.web import browsers

    return browsers.of("owner")


def change(book: Book) -> None:
    """A change that the board shows."""
    book.write({"draft/s1/spring": "Water."})


def address(book: Book, query: str = "") -> str:
    return f"/ws/b/{book.project.slug}/{query}"


def number(book: Book) -> int:
    return book.project.change_number


def test_a_board_hears_of_a_change(served: Desk, shared: Book, owner: Client) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    with serving.page(served, path, owner) as page:
        change(shared)
        news = page.until('id="card-s-s1"')

    assert 'hx-swap-oob="true"' in news
    assert f'data-number="{number(shared)}"' in news


def test_what_was_missed_comes_with_the_connection(
    served: Desk, shared: Book, owner: Client
) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    change(shared)
    with serving.page(served, path, owner) as page:
        news = page.next()

    assert 'id="card-s-s1"' in news


def test_nothing_is_sent_where_nothing_was_missed(
    served: Desk, shared: Book, owner: Client
) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    with serving.page(served, path, owner) as page:
        assert page.next(1.0) == ""


@pytest.mark.parametrize("since", ["999999", "x", "-1"])
def test_a_number_that_cannot_be_has_the_page_loaded_again(
    served: Desk, shared: Book, owner: Client, since: str
) -> None:
    from tests.web import serving

    path = address(shared, f"?since={since}")
    with serving.page(served, path, owner) as page:
        assert serving.message(page.next()) == {"type": "reset"}


def test_many_pages_of_a_section_all_hear(served: Desk, shared: Book, owner: Client) -> None:
    from contextlib import ExitStack

    from tests.web import serving

    path = address(shared, f"?section=s1&since={number(shared)}")
    with ExitStack() as stack:
        pages = [stack.enter_context(serving.page(served, path, owner)) for _ in range(20)]
        change(shared)
        news = [page.until("Water.") for page in pages]

    assert all(news)
    assert len(set(news)) == 1


def test_a_section_hears_only_of_its_own_parts_that_changed(
    served: Desk, shared: Book, owner: Client
) -> None:
    from tests.web import serving

    spring = shared.unit("draft/s1/spring")
    path = address(shared, f"?section=s1&since={number(shared)}")
    with serving.page(served, path, owner) as page:
        shared.write({"draft/s2/bed": "Stone."})
        page.until("change-number")
        shared.write({"draft/s2/bed": "Stone lies."})
        elsewhere = page.until("change-number")
        change(shared)
        here = page.until("Water.")
        shared.write({"draft/s1/mouth": "Sea."})
        later = page.until("Sea.")

    assert "passage-" not in elsewhere
    assert f'id="passage-{spring.pk}"' in here
    assert f'id="passage-{spring.pk}"' not in later


def test_text_arrives_while_it_is_written(served: Desk, shared: Book, owner: Client) -> None:
    from tests.web import serving

    path = address(shared, f"?section=s1&since={number(shared)}")
    with serving.page(served, path, owner) as page:
        write = begin_writing(shared)
        page.until("passage-")
        write("Water 🌊 comes")
        first = serving.message(page.until('"delta"'))
        write("Water 🌊 comes up.")
        second = serving.message(page.until('"delta"'))

    assert (first["offset"], first["text"]) == (0, "Water 🌊 comes")
    assert (second["offset"], second["text"]) == (14, " up.")
    assert first["target"].startswith("arriving-")


def test_a_board_shows_the_sentence_that_is_written(
    served: Desk, shared: Book, owner: Client
) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    with serving.page(served, path, owner) as page:
        write = begin_writing(shared)
        page.until("card-s-s1")
        write("Water comes. It rises")
        told = serving.message(page.until('"sentence"'))

    assert told == {"type": "sentence", "target": "last-s-s1", "text": "It rises"}


def test_others_are_closed_out_and_told_nothing(
    served: Desk, shared: Book, stranger: Client
) -> None:
    from tests.web import serving

    path = address(shared, "?since=1")
    for client, wanted in ((None, 4403), (stranger, 4404)):
        with serving.page(served, path, client) as page:
            assert page.code() == wanted
    with serving.page(served, "/ws/elsewhere/", stranger) as page:
        assert page.code() == 4404


def test_a_page_of_another_site_gets_no_socket(served: Desk, shared: Book, owner: Client) -> None:
    from tests.web import serving

    path = address(shared)
    elsewhere = serving.page(served, path, owner, origin="http://elsewhere.invalid")
    with pytest.raises(InvalidStatus, match="403"), elsewhere:
        pass


def test_nothing_depends_on_one_announcement(served: Desk, shared: Book, owner: Client) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    with serving.page(served, path, owner) as page:
        change_silently(shared)
        news = page.until('id="card-s-s1"')

    assert news


def test_the_listener_comes_back_after_its_connection_was_cut(
    served: Desk, shared: Book, owner: Client
) -> None:
    from tests.web import serving

    path = address(shared, f"?since={number(shared)}")
    with serving.page(served, path, owner) as page:
        time.sleep(0.3)
        assert cut_listeners() >= 1
        change(shared)
        assert page.until('id="card-s-s1"')


def test_parts_and_their_number_are_of_one_moment(
    shared: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from studio.queries.frame import book_head
    from studio.web import fragments
    from studio.web import shared as sharing

    before = number(shared)

    def meanwhile(project: Project) -> BookHead:
        aside(lambda: change(shared))
        return book_head(project)

    monkeypatch.setattr("studio.web.fragments.book_head", meanwhile)
    view = fragments.View("section", "s1")
    parts = sharing._parts(sharing.Wanted(shared.project_id, before, view, before))

    assert parts.number == before
    assert "Water." not in parts.whole
    assert number(shared) > before


def aside(act: Callable[[], None]) -> None:
    """Does something on a connection of its own."""
    from django.db import connections

    def run() -> None:
        act()
        connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def begin_writing(book: Book):  # type: ignore[no-untyped-def]
    """An attempt at the first passage; what it has brought is said by a call."""
    from studio.actions import claims, operate
    from tests.building import NOW

    claimed = book.claim("draft/s1/spring")
    # Nobody keeps this lease, and the web process takes back what is not kept.
    claims.renew([claimed], seconds=120)
    return lambda text: operate.partial(claimed, text, now=NOW)


def change_silently(book: Book) -> None:
    """A change of which no announcement is made."""
    from unittest.mock import patch

    with patch("studio.actions.announce._NOTIFIER.say"):
        change(book)


def cut_listeners() -> int:
    """Ends the connections that listen for changes, as a restart of the database would."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE query = 'LISTEN studio_changes'"
        )
        return int(cursor.fetchone()[0])
