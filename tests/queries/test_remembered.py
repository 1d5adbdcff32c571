"""What a process remembers of a book between two commits is what the book holds."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from studio.queries import remembered
from studio.queries.state import DbState
from tests import building, truths
from tests.building import Book


@pytest.fixture
def book(db: None) -> Book:
    return building.book()


def known(book: Book) -> DbState:
    return DbState(book.project_id, known=remembered.at(book.project))


def test_what_was_read_is_not_asked_for_again(book: Book) -> None:
    known(book).group("section", "")

    state = known(book)
    with CaptureQueriesContext(connection) as asked:
        found = state.group("section", "")

    assert len(asked) == 0
    assert "section/s1" in found


@pytest.mark.parametrize("is_moved", [True, False])
def test_a_commit_carries_it_on_with_what_it_writes(book: Book, is_moved: bool) -> None:
    truths.assert_remembered(book.project_id)
    body = dict(book.state().entry("section/s2") or {})

    book.commit({"section/s2": {**body, "parent": "s1"} if is_moved else None})

    assert "section/s2" in remembered.at(book.project).entries
    assert ("section/s2" in known(book).group("section", "s1")) == is_moved
    truths.assert_remembered(book.project_id)


def test_relations_are_carried_on(book: Book) -> None:
    truths.assert_remembered(book.project_id)
    claim = {"kind": "claim", "text": "So.", "relations": [{"type": "supports", "to": "thesis-1"}]}

    book.commit({"object/claim-9": claim})
    assert "object/claim-9" in known(book).linking("thesis-1")

    book.commit({"object/claim-9": {**claim, "relations": []}})
    assert "object/claim-9" not in known(book).linking("thesis-1")
    truths.assert_remembered(book.project_id)


def test_a_commit_that_is_rolled_back_leaves_it_as_it_was(book: Book) -> None:
    truths.assert_remembered(book.project_id)

    with transaction.atomic():
        book.commit({"brief/voice": {"value": "Plain."}})
        transaction.set_rollback(True)

    truths.assert_remembered(book.project_id)
    book.commit({"brief/voice": {"value": "Rich."}})
    assert known(book).entry("brief/voice") == {"value": "Rich."}


def test_the_method_is_that_of_the_last_commit(book: Book) -> None:
    assert remembered.protocol_of(book.project).title
    body = dict(book.state().entry("protocol") or {})

    book.commit({"protocol": {**body, "title": "Another way"}})

    assert remembered.protocol_of(book.project).title == "Another way"


def test_nothing_is_remembered_of_a_commit_of_another_process(book: Book) -> None:
    known(book).entry("brief/voice")
    project = book.project
    project.commit_digest = "another"

    assert remembered.at(project).entries == {}


def test_of_large_books_only_the_newest_is_remembered(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "MOST_ENTRIES", 1)
    monkeypatch.setattr(remembered, "MOST_IN_ALL", 1)
    before = book.project
    known(book).fetch(["brief/voice", "brief/title"])

    book.commit({"brief/voice": {"value": "Plain."}})
    known(book).fetch(["brief/voice", "brief/title"])

    assert "brief/title" in remembered.at(book.project).entries
    assert remembered.at(before).entries == {}
