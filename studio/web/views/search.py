"""Search and replace over the whole book."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import replacing
from studio.actions.refusals import Refused
from studio.core.search import BadPattern, Sought
from studio.models import Project
from studio.queries import searching
from studio.queries.values.search import Where
from studio.web import access, frame

USUAL: tuple[Where, ...] = ("text", "titles")


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """What is looked for, where it is, and what replacing it would do."""
    project = access.book(request, book)
    return _page(request, project, request.GET)


@require_POST
def replace(request: HttpRequest, book: str) -> HttpResponse:
    """Replaces the hits that were ticked, in one change."""
    project, sent = access.book(request, book), request.POST
    try:
        done = replacing.replace(
            project.pk,
            _asked(sent),
            _where(sent),
            ticked=sent.getlist("hit"),
            seen=sent.get("seen", ""),
            with_rest="rest" in sent,
            holds="holds" in sent,
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    except (Refused, BadPattern) as refusal:
        return _page(request, project, sent, wrong=str(refusal), status=409)
    times = "once" if done.n_hits == 1 else f"{done.n_hits:,} times"
    where = "one place" if done.n_places == 1 else f"{done.n_places:,} places"
    # The number lets the page that says it offer to take it back.
    messages.success(request, f"Replaced {times}, in {where}.", extra_tags=str(done.number))
    again = {"q": sent.get("put") or sent.get("q", ""), "in": _where(sent)}
    return redirect(f"{reverse('search', args=[book])}?{urlencode(again, doseq=True)}")


def _page(
    request: HttpRequest, project: Project, sent: QueryDict, *, wrong: str = "", status: int = 200
) -> HttpResponse:
    user_id, asked = access.account_id(request), _asked(sent)
    found = searching.search_page(
        project, asked, _where(sent), user_id=user_id, is_asked="q" in sent, wrong=wrong
    )
    context = frame.around(project, found.book, room="search") | {
        "page": found,
        "put": sent.get("put", ""),
        "holds": request.method != "POST" or "holds" in sent,
        "places": [(name, said, name in found.where) for name, said in _PLACES.items()],
    }
    return render(request, "search/page.html", context, status=status)


_PLACES: Mapping[Where, str] = {
    "text": "Text",
    "titles": "Titles and synopses",
    "plan": "Brief and plan",
    "remarks": "Remarks",
}


def _asked(sent: QueryDict) -> Sought:
    is_replacing = sent.get("do") == "replace"
    return Sought(
        words=sent.get("q", "").replace("\0", ""),
        is_pattern="pattern" in sent,
        minds_case="case" in sent,
        is_whole="whole" in sent,
        put=sent.get("put", "").replace("\0", "") if is_replacing else None,
    )


def _where(sent: QueryDict) -> tuple[Where, ...]:
    told = sent.getlist("in")
    return tuple(name for name in searching.EVERYWHERE if name in told) or USUAL
