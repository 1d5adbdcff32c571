"""One file, from order to download: taken, made in a process of its own, kept or given back."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.utils import timezone

from studio.actions import printing, publishing
from studio.actions.refusals import Refused
from studio.core.manuscript import Book, part_of
from studio.formats.bounded import Stopped
from studio.formats.press import WENT_WRONG
from studio.models import Export, Project
from studio.queries.manuscript import Damaged, manuscript

logger = logging.getLogger(__name__)
# So soon a file that somebody stopped is no longer made.
BEAT_SECONDS = 0.5
NO_SUCH_PART = "This part is no longer in the book. Order the file again, of what is there now."


def print_export(export_id: int, is_leaving: Callable[[], bool]) -> None:
    """Makes a file if it is still wanted, and nobody else makes it."""
    export = printing.begin(export_id, now=timezone.now())
    if export is None:
        return
    try:
        _make(export, is_leaving)
    except Stopped:
        # Given back, or no longer ours: then this does nothing.
        export.give_back()
    except LookupError:
        printing.fail(export, NO_SUCH_PART)
    except (Refused, Damaged) as refused:
        printing.fail(export, str(refused))
    except OSError as error:
        printing.fail(export, f"The file could not be kept: {error.strerror}.")
    except Project.DoesNotExist:
        logger.info("file %s is not made: its book was deleted", export.pk)
    except Error:
        raise
    except Exception:
        logger.exception("file %s met a mistake of the program", export.pk)
        printing.fail(export, WENT_WRONG)


def _make(export: Export, is_leaving: Callable[[], bool]) -> None:
    book = _book(export)
    made = publishing.content_of(
        export.project, book, export.format, is_stopped=_watch(export, is_leaving)
    )
    printing.finish(export, book, made)


def _book(export: Export) -> Book:
    is_now = export.commit_number == export.project.commit_number
    whole = manuscript(
        export.project,
        as_of=None if is_now else export.commit_number,
        with_proposals=export.has_proposals,
    )
    return part_of(whole, export.part) if export.part else whole


def _watch(export: Export, is_leaving: Callable[[], bool]) -> Callable[[], bool]:
    """Gives signs of life while the press works; answers whether it is to stop."""
    pause = min(BEAT_SECONDS, settings.STUDIO.lease_seconds / 3)
    last = time.monotonic()

    def is_stopped() -> bool:
        nonlocal last
        if is_leaving():
            return True
        if time.monotonic() - last < pause:
            return False
        last = time.monotonic()
        return not export.is_ours(until=printing.lease(timezone.now()))

    return is_stopped
