"""For you: everything that waits for the author, one thing at a time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import choosing, judging, reading, returning, running
from studio.actions.refusals import NothingToAccept
from studio.core.choices import Choice, Way
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import sweep
from studio.queries.values.review import SoFar
from studio.web import access, answers, choosing_form, frame
from studio.web.forms import SendBack

MOST_KEPT = 500
# What is said after a decision that changed the book, with the undo of it.
_SAID = {"accepted": "Accepted.", "holds": "It still holds.", "read": "Read and accepted."}


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The thing that waits next, or the one that was asked for; at the end, what was decided."""
    project = access.book(request, book)
    asked = {name: request.GET.get(name, "") for name in ("at", "show", "only", "seen")}
    found = sweep.review_page(
        project,
        _so_far(request, project),
        at=asked["at"],
        showing=asked["show"],
        only=asked["only"],
    )
    context = frame.around(project, found.book, room="review") | {"page": found}
    if not answers.is_fragment(request):
        return render(request, "review/page.html", context)
    if found.here is None:
        return HttpResponse(status=204, headers={"X-Sweep": "over"})
    is_same = found.here.id == asked["at"]
    context |= {"is_moved": not is_same or found.seen != asked["seen"]}
    return answers.fragment(request, "review/_fresh.html", context)


@require_POST
def accept(request: HttpRequest, book: str) -> HttpResponse:
    """Says yes to what was asked: takes the proposal, lets the text hold, or has read it."""
    act = _ACCEPTS.get(request.POST.get("kind", ""), _take)
    return _decide(request, book, act)


@require_POST
def choose(request: HttpRequest, book: str) -> HttpResponse:
    """What was decided of a proposal, change by change: kept for later, or applied."""
    project = access.book(request, book)
    section_id = sweep.section_of(access.named(request, "place"))
    told, rest = choosing_form.told(request.POST), choosing_form.rest(request.POST)
    access.units_of(project, section_id)
    choosing.remember(project.pk, section_id, told, now=timezone.now())
    if request.POST.get("do") == choosing_form.LATER:
        return choosing_form.kept(request, reverse("review", args=[book]))
    return _decide(request, book, lambda wanted: _choose(wanted, told, rest))


@require_POST
def keep(request: HttpRequest, book: str) -> HttpResponse:
    """Leaves the text of the book as it is, and discards what was proposed beside it."""
    return _decide(request, book, _keep)


@require_POST
def retry(request: HttpRequest, book: str) -> HttpResponse:
    """Tries again what was held up."""
    return _decide(request, book, _retry)


@require_POST
def send_back(request: HttpRequest, book: str) -> HttpResponse:
    """Has what is proposed written again, with a note."""
    return _decide(request, book, lambda wanted: _send_back(wanted, SendBack(request.POST)))


@require_POST
def defer(request: HttpRequest, book: str) -> HttpResponse:
    """Puts a decision off; it waits on."""
    return _decide(request, book, lambda wanted: "deferred")


@require_POST
def again(request: HttpRequest, book: str) -> HttpResponse:
    """Begins a new sweep, with what was put off."""
    project = access.book(request, book)
    request.session.pop(_key(project), None)
    return redirect("review", book)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a form of the sweep is about."""

    project: Project
    section_id: str
    seen: str
    actor_id: int

    @property
    def units(self) -> list[Unit]:
        units = Unit.objects.in_project(self.project.pk).filter(section_id=self.section_id)
        return list(units.order_by("place"))


def _decide(request: HttpRequest, book: str, act: Callable[[_Wanted], str]) -> HttpResponse:
    project = access.book(request, book)
    place = access.named(request, "place")
    section_id = sweep.section_of(place)
    access.units_of(project, section_id)
    so_far = _begun(request, project)
    with answers.saying(request) as attempt:
        seen = answers.text(request, "seen")
        verb = act(_Wanted(project, section_id, seen, access.account_id(request)))
        _remember(request, project, so_far, place, verb)
        attempt.words = _SAID.get(verb, "")
    after = access.named(request, "after") if attempt.is_done else place
    told = {"at": after, "only": access.named(request, "only")}
    query = urlencode({name: value for name, value in told.items() if value})
    where = reverse("review", args=[book])
    return redirect(f"{where}?{query}" if query else where)


def _take(wanted: _Wanted) -> str:
    judging.accept_section(
        wanted.project.pk,
        wanted.section_id,
        actor_id=wanted.actor_id,
        reason="Accepted the section" if wanted.section_id else "Accepted the plan",
        seen=wanted.seen,
        now=timezone.now(),
    )
    return "accepted"


def _choose(wanted: _Wanted, told: Mapping[str, Choice], rest: Way | None) -> str:
    return choosing.finish(
        wanted.project.pk,
        wanted.section_id,
        told,
        rest=rest,
        seen=wanted.seen,
        actor_id=wanted.actor_id,
        now=timezone.now(),
    )


def _hold(wanted: _Wanted) -> str:
    reading.still_holds(
        wanted.project.pk,
        wanted.section_id,
        actor_id=wanted.actor_id,
        seen=wanted.seen,
        now=timezone.now(),
    )
    return "holds"


def _read(wanted: _Wanted) -> str:
    reading.mark_read(
        wanted.project.pk,
        [wanted.section_id],
        actor_id=wanted.actor_id,
        seen={wanted.section_id: wanted.seen},
        now=timezone.now(),
    )
    return "read"


def _keep(wanted: _Wanted) -> str:
    reading.keep_text(wanted.project.pk, wanted.section_id, seen=wanted.seen, now=timezone.now())
    return "kept"


def _send_back(wanted: _Wanted, form: SendBack) -> str:
    returning.send_back_all(
        wanted.project.pk,
        wanted.section_id,
        **form.told(),
        actor_id=wanted.actor_id,
        now=timezone.now(),
    )
    return "sent"


def _retry(wanted: _Wanted) -> str:
    held = [unit.pk for unit in wanted.units if unit.work == Work.HELD]
    if not held:
        raise NothingToAccept("Nothing is held up here any more.")
    for unit_id in held:
        running.retry(unit_id, now=timezone.now())
    return "retried"


_ACCEPTS: dict[str, Callable[[_Wanted], str]] = {
    "held": _take,
    "proposal": _take,
    "stale": _hold,
    "unread": _read,
}


# --- the sweep so far, kept with the browser: it says nothing about the book


def _key(project: Project) -> str:
    return f"sweep-{project.pk}"


def _so_far(request: HttpRequest, project: Project) -> SoFar:
    kept = request.session.get(_key(project))
    if not kept:
        return SoFar()
    decided = tuple((str(place), str(verb)) for place, verb in kept["decided"])
    return SoFar(decided, tuple(kept["stale"]), has_begun=True)


def _begun(request: HttpRequest, project: Project) -> SoFar:
    """The sweep before a decision: the first one notes what is stale already."""
    so_far = _so_far(request, project)
    if so_far.has_begun:
        return so_far
    return SoFar(stale_before=tuple(sweep.stale_ids(project)), has_begun=True)


def _remember(request: HttpRequest, project: Project, so_far: SoFar, place: str, verb: str) -> None:
    others = [[p, v] for p, v in so_far.decided if p != place]
    decided = [*others, [place, verb]][-MOST_KEPT:]
    request.session[_key(project)] = {"decided": decided, "stale": list(so_far.stale_before)}
