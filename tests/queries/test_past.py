"""The book as it was, and what was changed since: as far as a change reaches."""

import pytest
from django.utils import timezone

from studio.actions import commits
from studio.core import keys
from studio.management.benches import grown, rows
from studio.management.benches.grown import Grown
from studio.queries import activity, past
from studio.queries.chapters import Most
from studio.queries.manuscript import manuscript

pytestmark = pytest.mark.django_db


def say(book: Grown, words: str) -> None:
    with commits.change(
        book.project_id, kind="edit", reason=words, by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        body = change.state.entry(keys.section("s5")) or {}
        change.put(keys.section("s5"), {**body, "synopsis": words})


def test_what_has_a_changed_basis_today_had_none_then() -> None:
    book = grown.grow(100, title="Small")
    before = book.project.commit_number
    say(book, "Said otherwise.")

    now, then = manuscript(book.project), manuscript(book.project, as_of=before)

    assert [s.id for s in now.sections if s.is_stale] == ["s5"]
    assert not any(s.is_stale for s in then.sections)
    assert [s.text for s in then.sections] == [s.text for s in now.sections]


def test_a_change_that_others_built_on_is_found_among_its_own_parts() -> None:
    small, large = grown.grow(100, title="Small"), grown.grow(300, title="Large")
    asked = []
    for book in (small, large):
        say(book, "First.")
        say(book, "Second.")
        with rows.counted() as found:
            lines = activity.activity_page(book.project).lines
        asked.append(found.n_rows)
        assert [(line.words, line.cannot_undo != "") for line in lines[:2]] == [
            ("Second.", False), ("First.", True),
        ]  # fmt: skip

    assert asked[0] == asked[1]


def test_the_steps_of_then_are_read_at_once() -> None:
    asked = []
    for n_steps in (100, 300):
        book = grown.grow(n_steps, title=f"Of {n_steps}").project
        with rows.counted() as found:
            then = past.steps(book, book.commit_number)
        asked.append(found.n_statements)
        assert len(then) == n_steps + 2
        assert not any(step.is_stale for step in then)

    assert asked[0] == asked[1]


def test_the_book_as_it_was_comes_in_parts_that_say_what_the_whole_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(activity, "MOST", Most(words=10**6, sections=12))
    project = grown.grow(300, title="Of 300 steps").project
    number, whole = project.commit_number, manuscript(project, as_of=project.commit_number)

    asked, pages = [], []
    for n in range(3):
        with rows.counted() as found:
            pages.append(activity.past_page(project, number, first=f"c{n}"))
        asked.append(found.n_rows)

    with rows.counted() as every:
        steps = past.steps(project, number)
    assert max(asked) < every.n_rows / 2, "each brings in its own part"
    assert [part.words for part in pages[1].parts] == [
        "1 Chapter 1", "2 Chapter 2", "3 Chapter 3",
    ]  # fmt: skip
    assert [bool(part.url) for part in pages[1].parts] == [True, False, True]
    assert [s.id for p in pages for s in p.sections] == [s.id for s in whole.sections]
    assert [bool(s.html) for p in pages for s in p.sections] == [
        bool(s.text) for s in whole.sections
    ]
    assert [step for p in pages for step in p.steps] == list(steps)
