"""What takes its time with a whole book: ordered by a person, done by a worker (see `doing`).

A book of what was sent, a folder brought back, a copy: each is a row that says how far it is, and
leads to the book when it is done. Whoever orders the same again is led to what is under way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from studio.actions import bell, incoming, printing
from studio.actions.books import Statement
from studio.actions.refusals import Gone
from studio.models import Errand, Project
from studio.models.errand import ErrandKind
from studio.models.ordered import OrderedState

KEPT = timedelta(seconds=incoming.KEPT_SECONDS)
INTERRUPTED = (
    "It was interrupted three times while it was done, and nothing was changed. Try it once more; "
    "if that comes to the same, give the machine more memory."
)


def receive(
    owner_id: int,
    files: Iterable[tuple[str, bytes]],
    *,
    project: Project | None = None,
    now: datetime,
) -> Errand:
    """Keeps files, and has them read: as a book to be, or as the folder of a book."""
    token, name = incoming.keep(owner_id, files)
    kind = ErrandKind.LOOK if project else ErrandKind.READ
    return _order(Errand(owner_id=owner_id, kind=kind, project=project, sent=token, name=name), now)


def make(read: Errand, title: str, told: Mapping[str, Any], *, now: datetime) -> Errand:
    """Has a book made of what was read."""
    wanted = Errand(
        owner_id=read.owner_id, kind=ErrandKind.MAKE, sent=read.sent, name=title, told=dict(told)
    )
    return _order(wanted, now)


def told_of(level: int, statement: Statement, source: str) -> dict[str, Any]:
    """How a manuscript is to be divided, and what its book says of itself."""
    return {"level": level, "statement": asdict(statement), "source": source}


def look(owner_id: int, project: Project, sent: str, *, now: datetime) -> Errand:
    """Has a folder looked at once more, beside its book as it is now."""
    return _of_folder(ErrandKind.LOOK, owner_id, project, sent, {}, now)


def take(owner_id: int, project: Project, sent: str, *, digest: str, now: datetime) -> Errand:
    """Has a folder brought back, if that still changes what was seen."""
    return _of_folder(ErrandKind.TAKE, owner_id, project, sent, {"digest": digest}, now)


def _of_folder(
    kind: ErrandKind,
    owner_id: int,
    project: Project,
    sent: str,
    told: Mapping[str, Any],
    now: datetime,
) -> Errand:
    name = str(project.title)
    wanted = Errand(
        owner_id=owner_id, kind=kind, project=project, sent=sent, name=name, told=dict(told)
    )
    return _order(wanted, now)


def copy(owner_id: int, project: Project, *, now: datetime) -> Errand:
    """Has a book copied."""
    name = str(project.title)
    return _order(Errand(owner_id=owner_id, kind=ErrandKind.COPY, project=project, name=name), now)


def _order(wanted: Errand, now: datetime) -> Errand:
    wanted.state, wanted.made_at = OrderedState.WAITING, now
    with transaction.atomic():
        # Who presses twice wants it once.
        User.objects.select_for_update(no_key=True).get(pk=wanted.owner_id)
        same = Errand.objects.unfinished().filter(
            owner=wanted.owner_id, kind=wanted.kind, project=wanted.project_id, sent=wanted.sent
        )
        if found := same.first():
            return found
        wanted.save()
        bell.ring_for_errands([wanted.pk])
    return wanted


def of(owner_id: int, sent: str) -> list[Errand]:
    """All that was wanted of what was sent, the last first; LookupError where it is not kept."""
    if not incoming.is_kept(owner_id, sent):
        raise LookupError(sent)
    rows = Errand.objects.filter(owner=owner_id, sent=sent).order_by("-pk")
    return list(rows.select_related("project", "made"))


def begin(errand_id: int, *, now: datetime) -> Errand | None:
    """Takes an errand to be done; none if there is nothing to do."""
    errand = Errand.begin(errand_id, now=now, until=printing.lease(now))
    if errand is not None and errand.token > printing.MOST_ATTEMPTS:
        errand.fail(INTERRUPTED)
        return None
    return errand


def stop(owner_id: int, errand_id: int) -> Errand:
    """Nobody wants it any more: whoever does it ends soon, and leaves all as it was."""
    errand = _mine(owner_id, errand_id)
    if errand.stop() and errand.kind in (ErrandKind.READ, ErrandKind.LOOK):
        incoming.forget(owner_id, errand.sent)
    return errand


def forget(owner_id: int, errand_id: int) -> None:
    """Takes what has come to its end off the shelf."""
    errand = _mine(owner_id, errand_id)
    if not errand.is_unfinished:
        errand.delete()


def ring_forgotten(*, now: datetime) -> int:
    """Rings for what nobody took up, or whose worker is gone; returns for how many."""
    rows = Errand.objects.forgotten(now, printing.PATIENCE)
    forgotten = list(rows.values_list("pk", flat=True)[:20])
    bell.ring_for_errands(forgotten)
    return len(forgotten)


def sweep(*, now: datetime) -> None:
    """What was sent a day ago and came to nothing is removed, and what was done is forgotten."""
    incoming.sweep()
    old = Errand.objects.filter(made_at__lt=now - KEPT)
    old.exclude(pk__in=Errand.objects.unfinished()).delete()


def _mine(owner_id: int, errand_id: int) -> Errand:
    found = Errand.objects.filter(owner=owner_id, pk=errand_id).first()
    if found is None:
        raise Gone("This is no longer under way.")
    return found
