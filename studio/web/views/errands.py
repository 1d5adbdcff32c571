"""What is done with a whole book: followed on a page of its own until it leads to the book."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from studio.actions import errands
from studio.models import Errand
from studio.models.errand import ErrandKind
from studio.queries.errands import errand_view
from studio.web import access, answers

DONE = {
    ErrandKind.MAKE: "This is your book. Nothing is written in it until you say so.",
    ErrandKind.TAKE: "It is brought back; what was there before has a name.",
    ErrandKind.COPY: "This is the copy. The book it comes from is as it was.",
}
STOPPED = {
    ErrandKind.READ: "Nothing was made; what you sent is removed.",
    ErrandKind.LOOK: "Nothing was changed; what you sent is removed.",
}


@require_safe
def page(request: HttpRequest, errand: int) -> HttpResponse:
    """How far it is; once it is done, what it leads to."""
    row = access.errand(request, errand)
    found = errand_view(row)
    if found.is_done:
        return _done(request, row, found.to)
    name = "errands/_errand.html" if answers.is_fragment(request) else "errands/page.html"
    return render(request, name, {"errand": found})


def _done(request: HttpRequest, row: Errand, to: str) -> HttpResponse:
    with answers.saying(request, DONE.get(ErrandKind(row.kind), "")):
        pass
    return HttpResponseClientRedirect(to) if answers.is_fragment(request) else redirect(to)


@require_POST
def stop(request: HttpRequest, errand: int) -> HttpResponse:
    """It is no longer wanted."""
    row = access.errand(request, errand)
    said = STOPPED.get(ErrandKind(row.kind), "It is stopped; nothing was changed.")
    with answers.saying(request, said):
        errands.stop(access.account_id(request), row.pk)
    return redirect(errand_view(row).back.url)


@require_POST
def put_away(request: HttpRequest, errand: int) -> HttpResponse:
    """What came to nothing leaves the shelf."""
    row = access.errand(request, errand)
    errands.forget(access.account_id(request), row.pk)
    return redirect("library")
