"""What a change costs goes by what it affects: counted in rows, in books of two sizes."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from studio.actions import commits, planned
from studio.core import keys
from studio.core.intent import Intent
from studio.core.state import Body
from studio.management.benches import grown, rows
from studio.management.benches.grown import Grown
from studio.models import Unit
from studio.queries import planning, verify

pytestmark = pytest.mark.django_db

SMALL, LARGE = 100, 400


@pytest.fixture
def books() -> tuple[Grown, Grown]:
    return grown.grow(SMALL, title="Small"), grown.grow(LARGE, title="Large")


def say(body: Body) -> Body:
    return {**body, "synopsis": "Said otherwise."}


def state_anew(body: Body) -> Body:
    return {**body, "value": "Said otherwise."}


def commit(book: Grown, key: str, new: Callable[[Body], Body]) -> rows.Asked:
    with rows.counted() as asked, commits.change(
        book.project_id, kind="edit", reason="Changed", by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        change.put(key, new(change.state.entry(key) or {}))
    return asked


@pytest.mark.parametrize(
    ("key", "new", "n_stale"),
    [(keys.brief("title"), state_anew, 0), (keys.section("s5"), say, 10)],
)
def test_a_commit_costs_what_it_affects(
    books: tuple[Grown, Grown], key: str, new: Callable[[Body], Body], n_stale: int
) -> None:
    small, large = books

    in_small, in_large = commit(small, key, new), commit(large, key, new)

    assert in_small == in_large
    stale = Unit.objects.in_project(large.project_id).stale()
    assert stale.count() == n_stale


def test_taking_back_costs_what_it_affects(books: tuple[Grown, Grown]) -> None:
    asked = []
    for book in books:
        commit(book, keys.section("s5"), say)
        with rows.counted() as found:
            intent = Intent("undo", commit=book.project.commit_number)
            planned.carry_out(
                book.project_id, intent, digest=planning.plan(book.project, intent).digest,
                actor_id=book.project.owner_id, now=timezone.now(),
            )  # fmt: skip
        asked.append(found)

    in_small, in_large = asked
    assert in_large == in_small


def test_what_was_copied_in_is_whole(books: tuple[Grown, Grown]) -> None:
    waiting = grown.grow(SMALL, title="Waiting", is_written=False)

    assert verify.verify(books[0].project) == []
    assert verify.verify(waiting.project) == []
    assert books[1].n_steps == LARGE + 2
