"""The board of a large book says in sums what that of a small one says step by step."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from studio.actions import commits
from studio.core import keys
from studio.management.benches import grown
from studio.management.benches.grown import Grown
from studio.models import Project, Unit
from studio.queries import board as boards
from studio.queries import wide
from studio.queries.desk import View
from studio.queries.places import Places
from studio.queries.state import DbState
from studio.queries.values import Board, PlanRest

pytestmark = pytest.mark.django_db


def written() -> Grown:
    """Accepted; one section's basis changed, one of its passages waits, one is to be judged."""
    book = grown.grow(200, title="Written")
    with commits.change(
        book.project_id, kind="edit", reason="Changed", by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        body = change.state.entry(keys.section("s5")) or {}
        change.put(keys.section("s5"), {**body, "synopsis": "Said otherwise."})
    for key, work in (("draft/s7/m2", "pending"), ("draft/s9/m1", "review")):
        unit = Unit.objects.get(project=book.project_id, key=key)
        unit.work, unit.candidate_id = work, unit.current_id
        unit.save()
    return book


def blocked() -> Grown:
    return grown.grow(200, title="Blocked", is_written=False, autonomy="ahead")


def ready() -> Grown:
    """Everything could start, and the author reads along."""
    book = grown.grow(200, title="Ready", is_written=False, autonomy="ahead")
    Unit.objects.filter(project=book.project_id).exclude(section_id="").update(n_unmet=0)
    Project.objects.filter(pk=book.project_id).update(is_running=True, window=["s0", "s1"])
    return book


@pytest.mark.parametrize("view", ["sections", "units"])
@pytest.mark.parametrize("make", [written, blocked, ready])
def test_sums_say_what_going_through_all_steps_says(
    make: Callable[[], Grown], view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make().project
    whole = boards.board(project, view=view, shows_all=True)

    monkeypatch.setattr(wide, "MANY", 10)
    summed = boards.board(project, view=view)

    assert summed.progress == whole.progress
    assert counts(summed) == counts(whole)
    for mine, every in zip(summed.columns, whole.columns, strict=True):
        assert set(mine.band) <= set(every.band)
        assert list(mine.cards) == [c for c in every.cards if c in mine.cards]
        first = [c for c in every.cards if c.key.count("/")][: wide.FEW]
        assert set(first) <= set(mine.cards)


def counts(board: Board) -> dict[str, tuple[int, bool]]:
    return {column.key: (column.count, bool(column.band)) for column in board.columns}


def test_a_place_is_numbered_without_going_through_the_outline() -> None:
    book = grown.grow(300, title="Numbered")

    every = dict(Places(DbState(book.project_id)).items())
    one_by_one = Places(DbState(book.project_id))

    assert {i: one_by_one[i] for i in every} == every
    assert one_by_one.get("nowhere") is None
    assert every["s13"].number == "2.4"


def judged() -> Grown:
    """Of every kind some: held, locked, accepted by rule, distrusted, with a changed basis."""
    book = written()
    units = Unit.objects.filter(project=book.project_id)
    units.filter(key="draft/s3/m1").update(
        work="held", held_reason="timeout", held_words="It said nothing."
    )
    units.filter(section_id="s8").update(is_pinned=True)
    units.filter(section_id__in=["s11", "s12"]).update(accepted_by="policy")
    with commits.change(
        book.project_id, kind="edit", reason="Doubted", by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        change.put("trust/draft/s14/m1", {"whole": True, "reason": ""})
    return book


def test_a_large_board_is_narrowed_like_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    project = judged().project
    asked: list[tuple[tuple[str, ...], str]] = [((name,), "") for name in boards.FILTERS]
    asked += [
        ((), "quarter 1"),
        ((), "2.3"),
        (("unread",), "12"),
        (("you", "stale"), ""),
        ((), "no"),
    ]
    small = [boards.board(project, shows_all=True, only=only, words=q) for only, q in asked]

    monkeypatch.setattr(wide, "MANY", 10)
    large = [boards.board(project, only=only, words=q) for only, q in asked]

    for whole, summed in zip(small, large, strict=True):
        assert summed.filters == whole.filters
        assert counts(summed) == counts(whole)
    assert [found.filters[n].count for n, found in enumerate(large[:6])] == [6, 2, 1, 1, 1, 2]


def test_a_long_list_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    project = judged().project
    monkeypatch.setattr(wide, "MANY", 10)
    monkeypatch.setattr(boards, "MOST_ROWS", 8)

    _, rows, rest = boards.table(project, sort="book", first=16)
    _, first, _ = boards.table(project, sort="state")
    _, found, none = boards.table(project, words="quarter 1", only=["unread"])

    assert [card.number for card in rows] == ["2.7", "2.8", "2.9", "2.10"]
    assert rest == PlanRest("list", 16, 20, 20, 8, 0)
    assert [card.number for card in first[:3]] == ["1.8", "1.4", "1.10"]
    assert ([card.number for card in found], none) == (["2.2", "2.3"], None)
