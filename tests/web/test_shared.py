"""What many live pages need is made once."""

import asyncio

import pytest

from studio.web import shared
from studio.web.fragments import Parts, View
from studio.web.shared import Wanted

BOARD = View("board", "sections")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Wanted]:
    """What was made, in order; a failure where a book is number 13."""
    found: list[Wanted] = []

    def make(wanted: Wanted) -> Parts:
        found.append(wanted)
        if wanted.project_id == 13:
            raise LookupError("gone")
        return Parts(wanted.number, {"head": "<p>"})

    monkeypatch.setattr(shared, "_parts", make)
    monkeypatch.setattr(shared, "_made", type(shared._made)())
    return found


async def test_pages_at_the_same_number_share_one_rendering(made: list[Wanted]) -> None:
    wanted = Wanted(1, 7, BOARD, 6)

    found = await asyncio.gather(*(shared.parts(wanted) for _ in range(50)))

    assert made == [wanted]
    assert len({id(parts) for parts in found}) == 1


async def test_another_view_or_number_is_made_for_itself(made: list[Wanted]) -> None:
    await shared.parts(Wanted(1, 7, BOARD, 6))
    await shared.parts(Wanted(1, 8, BOARD, 7))
    await shared.parts(Wanted(1, 8, View("section", "s1"), 7))

    assert len(made) == 3


async def test_what_failed_is_tried_again(made: list[Wanted]) -> None:
    wanted = Wanted(13, 7, BOARD, 6)

    for _ in range(2):
        with pytest.raises(LookupError):
            await shared.parts(wanted)
        await asyncio.sleep(0)

    assert made == [wanted, wanted]


async def test_a_page_that_leaves_does_not_take_the_work_from_others(made: list[Wanted]) -> None:
    wanted = Wanted(1, 7, BOARD, 6)
    leaving = asyncio.create_task(shared.parts(wanted))
    await asyncio.sleep(0)
    leaving.cancel()

    parts = await shared.parts(wanted)

    assert parts.number == 7
    assert made == [wanted]


async def test_only_the_latest_are_kept(made: list[Wanted]) -> None:
    for number in range(shared.KEPT + 10):
        await shared.parts(Wanted(1, number, BOARD, 0))

    assert len(shared._made) == shared.KEPT
