"""The same mark on many steps, told once, does what as many writes do that are told one by one."""

import pytest
from django.utils import timezone

from studio.actions import commits
from studio.core.state import Body
from studio.management.benches import grown
from studio.queries import consequences, state
from studio.queries.plan_steps import BookSteps, Steps
from studio.queries.selecting import Marks, real_marks
from studio.queries.state import DbState

pytestmark = pytest.mark.django_db
BODY: Body = {"whole": True, "paragraphs": [], "reason": ""}


def test_marks_do_what_as_many_writes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    book = grown.grow(200, title="Grown")
    steps = BookSteps(book.project_id)
    layer, every_other = steps.of_layer(["draft"]), steps.every.named(_is_odd)
    foreseen = {kind: _stale(book.project_id, kind, every_other) for kind in ("trust", "pin")}

    # Each passage was written after the one before; that a step is locked was read by none.
    assert len(foreseen["trust"][0]) == 20 * 4 == len(foreseen["trust"][1])
    assert foreseen["pin"] == [set(), set()]
    monkeypatch.setattr(consequences, "MANY", 0)
    assert _stale(book.project_id, "trust", every_other)[1] == foreseen["trust"][1]
    assert _stale(book.project_id, "trust", layer) == [set(), set()]


def test_marks_that_are_there_already_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    book = grown.grow(100, title="Grown")
    layer = BookSteps(book.project_id).of_layer(["draft"])
    some = layer.named(_is_odd)
    with commits.change(
        book.project_id, kind="edit", reason="", by="person", actor_id=None, now=timezone.now()
    ) as change:
        for key, body in Marks("trust", BODY, some).writes.items():
            change.put(key, body or {})

    for many in (state.MANY, 0):
        monkeypatch.setattr(state, "MANY", many)
        found = real_marks("trust", BODY, layer, DbState(book.project_id))
        assert set(found.steps.keys) == set(layer.keys) - set(some.keys)
        taken_off = real_marks("trust", None, layer, DbState(book.project_id))
        assert set(taken_off.steps.keys) == set(some.keys)


def _is_odd(key: str) -> bool:
    return key.startswith("draft/") and key[-1] in "13579"


def _stale(project_id: int, kind: str, marked: Steps) -> list[set[str]]:
    """What becomes stale by the writes and by the marks, but for what is marked itself."""
    project, marks = grown.Grown(project_id, 0).project, Marks(kind, BODY, marked)
    both = (
        consequences.of_writes(project, marks.writes),
        consequences.of_writes(project, {}, marks=marks),
    )
    return [set(found.stale.without(marked.ids).keys) for found in both]
