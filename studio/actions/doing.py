"""How errands are done: a book and the end of its errand in one transaction, both or none."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from studio.actions import bringing_back as back
from studio.actions import copying, importing, incoming, unpacking
from studio.actions.books import Statement
from studio.actions.refusals import Moved, Refused
from studio.core import keys
from studio.core.progress import Tell
from studio.formats.bounded import Stopped
from studio.formats.folder.unpack import Unpacked
from studio.formats.reading import manuscript as manuscripts
from studio.models import Errand, Project
from studio.models.errand import ErrandKind
from studio.queries import bringing_back

NO_FOLDER = "This is not the folder of a book. Send the ZIP of it, with book.yaml in it."
# A large book takes longer to draw, and to write, than other transactions may.
_PATIENT = """
    SELECT set_config('idle_in_transaction_session_timeout', '3min', true),
        set_config('statement_timeout', '10min', true)
"""


def do(errand: Errand, tell: Tell) -> None:
    """Does what somebody wanted; Stopped where nobody does any more, Refused in words."""
    _WORK[ErrandKind(errand.kind)](errand, tell)


def _read(errand: Errand, tell: Tell) -> None:
    """Reads what was sent, and says what it is."""
    owner_id, sent = errand.owner_id, errand.sent
    if incoming.is_folder(owner_id, sent):
        _end(errand, found=_summary(incoming.folder(owner_id, sent)))
        return

    def is_stopped() -> bool:
        tell(0)
        return False

    incoming.read(owner_id, sent, is_stopped)
    _end(errand)


def _summary(found: Unpacked) -> dict[str, Any]:
    """What is to be known of a folder before it becomes a book."""
    entries = found.contents.entries
    return {
        "title": str(entries[keys.brief("title")]["value"]),
        "n_sections": sum(keys.kind(key) == "section" for key in entries),
        "n_edited": len(found.edited_texts),
        "left_out": list(found.left_out),
    }


def _make(errand: Errand, tell: Tell) -> None:
    with _whole():
        _end(errand, made=_book_of(errand, tell))
    incoming.forget(errand.owner_id, errand.sent)


def _book_of(errand: Errand, tell: Tell) -> Project:
    owner_id, now, told = errand.owner_id, timezone.now(), errand.told
    if not told:
        found = incoming.folder(owner_id, errand.sent)
        return unpacking.unpack(found, owner_id=owner_id, now=now, tell=tell)
    manuscript = incoming.manuscript(owner_id, errand.sent)
    sections = manuscripts.sections(manuscript, told["level"])
    source = importing.Source(told["source"], manuscript.kind)
    statement = Statement(**told["statement"])
    return importing.bring_in(sections, statement, source, owner_id=owner_id, now=now, tell=tell)


def _look(errand: Errand, tell: Tell) -> None:
    if not incoming.is_folder(errand.owner_id, errand.sent):
        incoming.forget(errand.owner_id, errand.sent)
        raise Refused(NO_FOLDER)
    _end(errand, found=_plan(errand, incoming.folder(errand.owner_id, errand.sent), tell))


def _plan(errand: Errand, found: Unpacked, tell: Tell) -> dict[str, Any]:
    """What a folder would change, as its page shows it."""
    project = _project(errand)
    tell(0.2)
    made = bringing_back.back(project, found)
    tell(0.6)
    return {"plan": asdict(bringing_back.back_plan(project, made))}


def _take(errand: Errand, tell: Tell) -> None:
    found = incoming.folder(errand.owner_id, errand.sent)
    project = _project(errand)
    tell(0.2)
    try:
        with _whole():
            back.bring_back(
                project.pk,
                found,
                digest=errand.told["digest"],
                actor_id=errand.owner_id,
                now=timezone.now(),
            )
            _end(errand, made=project)
    except Moved as moved:
        # What it changes now is shown with the refusal.
        errand.fail(str(moved), found=_plan(errand, found, tell))
        return
    incoming.forget(errand.owner_id, errand.sent)


def _copy(errand: Errand, tell: Tell) -> None:
    source = copying.said(_project(errand).pk)
    tell(0.1)
    with _whole():
        made = copying.copy(source, owner_id=errand.owner_id, now=timezone.now(), tell=tell)
        _end(errand, made=made)


def _end(errand: Errand, **facts: object) -> None:
    """The errand is done, unless somebody stopped it or does it by now: then nothing is kept."""
    if not errand.finish(share=100, **facts):
        raise Stopped


def _project(errand: Errand) -> Project:
    if errand.project is None:
        raise Stopped
    return errand.project


@contextmanager
def _whole() -> Iterator[None]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_PATIENT)
        yield


_WORK: Mapping[ErrandKind, Callable[[Errand, Tell], None]] = {
    ErrandKind.READ: _read,
    ErrandKind.MAKE: _make,
    ErrandKind.LOOK: _look,
    ErrandKind.TAKE: _take,
    ErrandKind.COPY: _copy,
}
