"""Checks of books' invariants, of which the last is kept for the board to tell of."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max

from studio.actions import repair
from studio.actions.announce import announce
from studio.models import Checkup, Project
from studio.queries.verify import Violation, verify

logger = logging.getLogger(__name__)
MOST_KEPT = 200


def check(project_id: int, *, now: datetime) -> list[Violation]:
    """Verifies a book as it is at one moment, and keeps what was found."""
    found = verify(Project.objects.get(pk=project_id))
    told = [[v.invariant, v.place, v.words, v.repair] for v in found[:MOST_KEPT]]
    with transaction.atomic():
        project = Project.locked(project_id)
        was_wrong = Checkup.objects.filter(project=project, n_found__gt=0).exists()
        Checkup.objects.update_or_create(
            project=project, defaults={"found": told, "n_found": len(found), "made_at": now}
        )
        if found or was_wrong:
            project.next_change()
            project.save()
            announce(project.pk, project.change_number)
    return found


def check_all(*, is_over: Callable[[], bool], now: datetime) -> int:
    """Verifies every book, the one that changed last first, until it is told to end; returns in
    how many something is wrong."""
    books = Project.objects.filter(archived_at=None).annotate(last=Max("commits__made_at"))
    n_wrong = 0
    for project_id in books.order_by("-last", "-pk").values_list("pk", flat=True):
        if is_over():
            break
        n_wrong += _is_wrong(project_id, now)
    return n_wrong


def _is_wrong(project_id: int, now: datetime) -> bool:
    try:
        return bool(check(project_id, now=now))
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # One book that cannot even be looked through must not hide the others.
        logger.exception("book %s cannot be checked", project_id)
        return True


def mend(project_id: int, *, actor_id: int | None, now: datetime) -> int:
    """Mends what loses nothing and checks again; returns how many things still do not hold."""
    repair.repair(project_id, actor_id=actor_id, now=now)
    return len(check(project_id, now=now))
