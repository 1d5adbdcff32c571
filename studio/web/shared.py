"""Parts of pages made once for all live pages that need the same."""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from channels.db import database_sync_to_async

from studio.models import Project
from studio.queries import snapshot
from studio.web import fragments
from studio.web.fragments import Parts, View

KEPT = 64


class Wanted(NamedTuple):
    """What a live page needs: a view of a book at a number, since a number."""

    project_id: int
    number: int
    view: View
    since: int


_made: OrderedDict[Wanted, asyncio.Task[Parts]] = OrderedDict()


async def parts(wanted: Wanted) -> Parts:
    """The parts; pages that ask for the same while or after they are made share them."""
    task = _made.get(wanted)
    if task is None or task.get_loop() is not asyncio.get_running_loop():
        task = _made[wanted] = asyncio.create_task(_make(wanted))
        task.add_done_callback(lambda done: _drop_failed(wanted, done))
        while len(_made) > KEPT:
            _made.popitem(last=False)
    # A page that goes away while it waits must not take the work from the others.
    return await asyncio.shield(task)


def _drop_failed(wanted: Wanted, task: asyncio.Task[Parts]) -> None:
    if (task.cancelled() or task.exception()) and _made.get(wanted) is task:
        del _made[wanted]


async def _make(wanted: Wanted) -> Parts:
    made: Parts = await database_sync_to_async(_parts, thread_sensitive=False)(wanted)
    return made


def _parts(wanted: Wanted) -> Parts:
    # Number and parts are of one moment: a part that is newer than its number would pass for
    # known to a page that never got it.
    with snapshot.one_moment():
        project = Project.objects.select_related("endpoint").filter(pk=wanted.project_id).first()
        if project is None:
            raise LookupError("this book is gone")
        return fragments.parts(project, wanted.view, since=wanted.since)
