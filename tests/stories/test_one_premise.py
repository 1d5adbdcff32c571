"""One premise that 3 of 12 sections use is changed after all was accepted."""

import pytest
from django.utils import timezone

from studio.actions import recomposing
from studio.core import keys
from studio.models import Read, Unit
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
USERS = ("s3", "s7", "s11")
BOOK = {
    "outline": "\n".join(
        f"s{n} Place{n}" + " uses premise-2" * (f"s{n}" in USERS) for n in range(1, 13)
    )
}
DRAFTS = {f"draft/{section}/the-walk" for section in USERS}
MADE_FROM_IT = DRAFTS | {f"map/{section}" for section in USERS}
CHANGE = "set object/premise-2.text='Cellars forget the old shore.'"


def prose(desk: Desk) -> dict[str, str]:
    return {key: text for key, text in desk.texts().items() if key.startswith("draft")}


def test_exactly_what_was_made_from_it_is_made_again(desk: Desk) -> None:
    before, n_before = prose(desk), desk.n_calls
    readers = Read.objects.filter(key="object/premise-2").values_list("artifact__unit__key")
    assert {key for (key,) in readers} == MADE_FROM_IT | {"outline"}

    desk.does(CHANGE)
    assert desk.book.stale() == MADE_FROM_IT
    assert desk.goes_on() == []
    recomposing.recompose_stale(desk.book.project_id, now=timezone.now())
    turns = desk.goes_on()

    assert sorted(turns) == sorted(MADE_FROM_IT)
    # A map, a draft and its check for each of three sections.
    assert desk.n_calls - n_before == 9
    after = prose(desk)
    assert {key for key in before if before[key] != after[key]} == DRAFTS
    assert not Unit.objects.stale().exists()
    assert desk.is_whole()


def test_a_change_that_is_undone_costs_no_call(desk: Desk) -> None:
    before, n_before = desk.texts(), desk.n_calls

    plan = desk.does(CHANGE)

    assert {row.key for row in plan.stale} == MADE_FROM_IT == desk.book.stale()
    assert desk.goes_on() == []
    desk.does(f"undo {desk.project.commit_number}")
    assert desk.book.stale() == set()
    assert desk.texts() == before
    assert desk.n_calls == n_before
    assert desk.is_whole()


def test_a_plan_with_rewriting_does_and_costs_what_it_says(desk: Desk) -> None:
    n_before = desk.n_calls

    plan = desk.does(f"{CHANGE} --rewrite")
    turns = desk.goes_on()

    assert {row.key for row in plan.rewritten} == MADE_FROM_IT == set(turns)
    low, high = plan.cost.calls
    assert low <= desk.n_calls - n_before <= high
    assert desk.work("pending") == set()
    assert not Unit.objects.filter(is_armed=True).exists()
    assert desk.is_whole()


def test_the_maps_stay_as_they_are_where_they_come_out_the_same(desk: Desk) -> None:
    state = desk.book.state()

    desk.does(f"{CHANGE} --rewrite")
    desk.goes_on()

    for n in range(1, 13):
        assert desk.book.state().entry(keys.map_of(f"s{n}")) == state.entry(keys.map_of(f"s{n}"))
