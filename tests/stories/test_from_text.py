"""An author rewrites a section, and has its plan follow."""

import pytest
from django.utils import timezone

from studio.actions import wording
from studio.models import Run
from studio.queries.attempts import attempt_page
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
DRAFT = "draft/s1/the-walk"
MINE = "The ferry came before the bridge, and was never missed."


def own_words(desk: Desk) -> None:
    wording.edit_text(
        desk.book.unit(DRAFT).pk, MINE, actor_id=desk.book.owner_id, cause="Mine",
        now=timezone.now(),
    )  # fmt: skip


def test_the_plan_follows_a_text_and_later_sections_are_told(desk: Desk) -> None:
    own_words(desk)
    n_before, spent = desk.n_calls, desk.project.tokens_spent
    plan = desk.does("update section/s1")
    assert (plan.counts.rewritten, plan.counts.stale, plan.cost.calls) == (1, 0, (1, 1))

    assert desk.operate("map/s1") == ["map/s1"]
    assert desk.n_calls == n_before + 1
    assert desk.project.tokens_spent > spent
    assert MINE in str(desk.server.requests[-1].messages)

    foreseen = desk.plan("adopt section/s1")
    # The second section was written from what the first one established.
    assert {row.key for row in foreseen.stale} >= {"draft/s2/the-walk"}
    desk.does("adopt section/s1")
    assert DRAFT not in desk.book.stale()
    assert desk.book.body_of(DRAFT) == f"{MINE}\n"
    assert "draft/s2/the-walk" in desk.book.stale()
    desk.does(f"undo {desk.project.commit_number}")
    assert desk.book.stale() == set()
    assert desk.is_whole()


def test_the_attempt_shows_what_the_model_was_told_and_answered(desk: Desk) -> None:
    own_words(desk)
    desk.does("update section/s1")
    desk.operate("map/s1")

    page = attempt_page(desk.project, Run.objects.latest("pk").pk)

    assert page.row.what == "The plan read off the text"
    said = "\n".join(part.text for part in page.prompt.parts)
    assert MINE in said
    assert "the text is right" in said.lower()
