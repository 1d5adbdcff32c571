"""Staying just ahead of an author, who reads what is written and says when it goes on."""

import pytest
from django.utils import timezone

from studio.actions import claims, judging, running
from studio.actions.claims import Claimed
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {
    "outline": "\n".join(f"s{n} Place{n}" for n in range(1, 7)), "autonomy": "ahead",
    "wide": ("s1",),
}  # fmt: skip
IS_WRITTEN = False


def accept(desk: Desk, section_id: str) -> None:
    judging.accept_section(
        desk.book.project_id, section_id, actor_id=desk.book.owner_id, reason="Read",
        now=timezone.now(),
    )  # fmt: skip


def sections(turns: list[str]) -> set[str]:
    return {key.split("/")[1] for key in turns}


def test_nothing_is_written_before_the_plan_is_accepted(db: None) -> None:
    with desks.desk(autonomy="ahead") as found:
        found.does("restore 1")

        assert set(found.goes_on()) == {"argument", "outline"}

        assert found.work("review") == {"argument", "outline"}
        assert found.work("pending") == set()
        judging.accept_plan(found.book.project_id, actor_id=found.book.owner_id, now=timezone.now())
        first = min(int(s[1:]) for s in sections(list(found.work("pending"))))
        turns = found.goes_on()
        written = {key for key in turns if key.startswith("draft")}
        assert len(sections(list(written))) == 1
        assert first
        assert found.is_whole()


def test_the_first_section_then_nothing_until_it_is_accepted_then_three(desk: Desk) -> None:
    assert sections(desk.goes_on()) == {"s1"}
    # The second passage is drafted on the candidate of the first.
    assert desk.work("review") == {"draft/s1/the-walk", "draft/s1/the-walk-2"}
    assert desk.goes_on() == []

    accept(desk, "s1")
    assert sections(desk.goes_on()) == {"s2", "s3", "s4"}
    assert desk.goes_on() == []
    assert len(desk.work("review")) == 3

    accept(desk, "s2")
    assert sections(desk.goes_on()) == {"s5"}
    assert desk.is_whole()


def test_a_section_that_is_sent_back_is_written_again_with_the_note(desk: Desk) -> None:
    desk.goes_on()
    unit = desk.book.unit("draft/s1/the-walk-2")
    old = desks.versions(desk.book, unit.key)[0]
    n_before = desk.n_calls

    judging.send_back(
        unit.pk, note="Shorter, please.", actor_id=desk.book.owner_id, now=timezone.now()
    )
    assert desk.goes_on() == [unit.key]

    assert "Shorter, please." in desk.prompts(n_before)[0]
    assert not any(part in desk.prompts(n_before)[0] for part in old.strip().split("\n\n"))
    assert unit.key in desk.work("review")
    assert desk.is_whole()


def test_stop_in_the_middle_and_resume(desk: Desk) -> None:
    unit = desk.book.unit("map/s1")
    claimed = claims.claim(unit.pk, worker="one", now=timezone.now())
    assert isinstance(claimed, Claimed)
    running.stop(desk.book.project_id, now=timezone.now())

    # The reply that was on its way is kept, and nothing more is asked for.
    assert desk.carry_out(claimed) is None
    assert desk.goes_on() == []
    running.resume(desk.book.project_id, now=timezone.now())

    assert desk.goes_on() == ["draft/s1/the-walk", "draft/s1/the-walk-2"]
    assert desks.runs(desk.book, "map/s1") == ["compose"]
    assert desk.is_whole()
