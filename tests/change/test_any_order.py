"""Whatever an author and the model do, in whatever order: every invariant holds after each step.

A written book is changed at random, by all that authors can do and by operations against the
scripted server, some of which are abandoned half way and taken back by the reaper. After each
step `verify` finds nothing, and staleness is what recomputing every recorded read says.
"""

import os

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from studio.actions import claims, readiness
from studio.actions.claims import Claimed
from tests import building
from tests.change.author import Author
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
BOOK = {"wide": ("s1",)}
N_EXAMPLES = int(os.environ.get("STUDIO_STATEFUL_EXAMPLES", "8"))
N_STEPS = int(os.environ.get("STUDIO_STATEFUL_STEPS", "14"))


def phases() -> tuple[Phase, ...]:
    """In CI a failure is shown as it was found; long runs make it small first."""
    return (Phase.generate, Phase.shrink) if N_EXAMPLES > 50 else (Phase.generate,)


def test_every_invariant_holds_after_every_step(desk: Desk) -> None:
    class AuthorOfThis(Author):
        pass

    AuthorOfThis.desk = desk
    run_state_machine_as_test(
        AuthorOfThis,
        settings=settings(
            max_examples=N_EXAMPLES,
            stateful_step_count=N_STEPS,
            deadline=None,
            phases=phases(),
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )


def test_a_book_that_was_left_alone_comes_to_rest(desk: Desk) -> None:
    """Nothing that may start goes round in a circle, whatever was asked for before."""
    for words in (
        "distrust draft --rewrite",
        "recompose map",
        "set brief.audience=Others. --rewrite",
    ):
        desk.does(words)
    desk.goes_on()

    assert readiness.forgotten(now=timezone.now()) == []
    assert desk.is_whole()


def test_what_came_too_late_is_written_again_and_needs_no_person(desk: Desk) -> None:
    """By rule, a draft whose basis changed while it was written is no case for a person."""
    n_before = desks.runs(desk.book, "draft/s2/the-walk").count("compose")
    desk.does("recompose draft/s2/the-walk")
    claimed = claims.claim(desk.book.unit("draft/s2/the-walk").pk, worker="one", now=timezone.now())
    assert isinstance(claimed, Claimed)
    brief = building.brief_of(claimed)
    desk.does("set brief.audience='People who stayed.'")

    following = desk.carry_out(claimed, brief)
    while following is not None:
        following = desk.carry_out(following)
    desk.goes_on()

    # Paragraphs that a check has passed before are not judged again, so only these are counted.
    assert desks.runs(desk.book, "draft/s2/the-walk").count("compose") == n_before + 2
    assert desk.work("held") == set()
    assert "draft/s2/the-walk" not in desk.book.stale()
    assert desk.is_whole()
