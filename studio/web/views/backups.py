"""Backups in the browser, for whom this desk belongs to: the books of all accounts are in them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import backing_up
from studio.models import Backup
from studio.models.ordered import OrderedState
from studio.queries.backups import backup_lines
from studio.web import access, answers

BACK = "/settings/#safe-head"
PART = 1 << 20


@require_safe
def lines(request: HttpRequest) -> HttpResponse:
    """The backups as an open page asks for them while one is made."""
    _check(request)
    if not answers.is_fragment(request):
        return redirect(BACK)
    return answers.fragment(request, "settings/_backups.html", {"backups": backup_lines()})


@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Has all books written into one file."""
    _check(request)
    with answers.saying(request, "The backup is being made; the desk goes on meanwhile."):
        backing_up.order(actor_id=access.account_id(request), now=timezone.now())
    return redirect(BACK)


@require_safe
def file(request: HttpRequest, backup: int) -> HttpResponseBase:
    """A backup, to be kept somewhere else."""
    _check(request)
    made = Backup.objects.filter(pk=backup, state=OrderedState.READY).first()
    if made is None:
        raise Http404
    path = Path(made.path)
    if not path.is_file():
        messages.error(request, f"“{made.name}” is no longer where it was kept ({made.path}).")
        return redirect(BACK)
    headers = {
        "Content-Disposition": f'attachment; filename="{made.name}"',
        "Content-Length": str(path.stat().st_size),
    }
    return StreamingHttpResponse(
        _parts(path), content_type="application/octet-stream", headers=headers
    )


async def _parts(path: Path) -> AsyncIterator[bytes]:
    """A file that may be larger than the memory that is free."""
    with path.open("rb") as file:
        while part := await asyncio.to_thread(file.read, PART):
            yield part


@require_POST
def stop(request: HttpRequest, backup: int) -> HttpResponse:
    """A backup is no longer wanted."""
    _check(request)
    with answers.saying(request, "It is no longer made."):
        backing_up.stop(backup)
    return redirect(BACK)


@require_POST
def remove(request: HttpRequest, backup: int) -> HttpResponse:
    """A backup that is not needed any more."""
    _check(request)
    with answers.saying(request, "The backup is removed."):
        backing_up.remove(backup)
    return redirect(BACK)


def _check(request: HttpRequest) -> None:
    """In a backup are the books of every account, and what signs them in."""
    if not request.user.is_superuser:
        raise PermissionDenied
