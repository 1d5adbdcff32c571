"""The form in which a proposal is judged change by change."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from studio.actions.choosing import ACCEPTED, KEPT
from studio.core import choices
from studio.core.choices import Choice, Way

LATER = "later"
WAY, OWN = "way-", "own-"
MOST_CHARACTERS = 50_000
DONE = {
    ACCEPTED: "Accepted as you decided: it is part of your book.",
    KEPT: "Kept: your text stays as it was.",
}
_REST: dict[str, Way] = {"take": "take", "keep": "keep"}


def told(form: QueryDict) -> dict[str, Choice]:
    """The decisions in a form, by the id that the page gave each change."""
    found = ((name.removeprefix(WAY), form[name]) for name in form if name.startswith(WAY))
    return {
        change: Choice(choices.WAYS[way], _own(form, change) if way == "own" else "")
        for change, way in found
        if way in choices.WAYS
    }


def rest(form: QueryDict) -> Way | None:
    """What becomes of the changes that were not decided; nothing, where that was not said."""
    return _REST.get(form.get("do", ""))


def kept(request: HttpRequest, where: str) -> HttpResponse:
    """The answer to decisions that are kept: nothing to a page that goes on, else its words."""
    if request.headers.get("Accept") == "application/json":
        return HttpResponse(status=204)
    messages.success(request, "Your decisions are kept. Nothing in your book has changed yet.")
    return redirect(where)


def _own(form: QueryDict, change: str) -> str:
    return form.get(f"{OWN}{change}", "").replace("\0", "")[:MOST_CHARACTERS]
