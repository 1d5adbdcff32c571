"""A change before it is made: its plan, its choices, and the forms that lead to it."""

from dataclasses import replace
from urllib.parse import quote, urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from studio.actions import editing, planned
from studio.actions.editing import Foreseen
from studio.actions.planned import PlanChanged
from studio.actions.refusals import Refused, Unchanged
from studio.core.intent import EDITS, BadIntent, Intent
from studio.models import Commit, Project
from studio.queries import change_choices, change_page, cost_words, method, planning
from studio.queries.frame import book_head
from studio.queries.values.change_plan import ChangePlan
from studio.web import access, answers, frame, intents
from studio.web.forms import Instructions

WAYS = frozenset({"intent", "kind"})


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The plan of a change; a confirmed choice is carried out if the plan still holds."""
    project = access.book(request, book)
    form = request.POST if request.method == "POST" else request.GET
    if not WAYS & set(form):
        return redirect("distrust", book)
    try:
        asked = intents.asked(project, form)
        intent = intents.answered(asked, form)
        if request.method == "POST" and "choice" in form:
            return _confirm(request, project, asked, intent)
        return _show(request, project, intent)
    except BadIntent as bad:
        return _cannot(request, project, str(bad))


@require_safe
def distrust(request: HttpRequest, book: str) -> HttpResponse:
    """Which text is not to be trusted: a kind of text, in a place, by its origin."""
    project = access.book(request, book)
    found = method.distrust_page(project)
    context = frame.around(project, found.book, room="board") | {"page": found}
    return render(request, "change/distrust.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def instructions(request: HttpRequest, book: str, step: str = "") -> HttpResponse:
    """The steps of the method with what the model is told in each; a change is foreseen."""
    project = access.book(request, book)
    with access.or_404():
        found = method.method_page(project, editing=step)
    form = Instructions(request.POST or None, initial={"prompt": found.prompt})
    if request.method == "POST" and form.is_valid():
        sets = {f"pass/{step}": {"prompt": form.cleaned_data["prompt"]}}
        return _said(request, project, Intent("set", sets=sets), reverse("method", args=[book]))
    context = frame.around(project, found.book, room="plan") | {"page": found, "form": form}
    return render(request, "change/method.html", context, status=422 if form.errors else 200)


def _said(request: HttpRequest, project: Project, intent: Intent, then: str) -> HttpResponse:
    try:
        return made(request, project, intent) or redirect(then)
    except BadIntent as bad:
        messages.error(request, str(bad))
        return redirect(then)


def foreseen(
    request: HttpRequest, project: Project, intent: Intent, *, then: str = ""
) -> HttpResponse:
    """Sends an edit, which something was written from, by way of its plan, and then to a page."""
    url = intents.address(project.slug, intent) + (f"&{urlencode({'next': then})}" if then else "")
    if not answers.is_fragment(request):
        return redirect(url)
    return HttpResponse(status=204, headers={"HX-Redirect": url})


def made(
    request: HttpRequest, project: Project, intent: Intent, *, then: str = ""
) -> HttpResponse | None:
    """Makes an edit that reaches no text, and says so with its undo; the way to its plan where it
    does. BadIntent where it cannot be made."""
    before = project.commit_number
    try:
        title = editing.edit(
            project.pk, intent, actor_id=access.account_id(request), now=timezone.now()
        )
    except Foreseen:
        return foreseen(request, project, intent, then=then)
    except Unchanged:
        return None
    _say_done(request, project, title, intent.kind, before)
    return None


def shown(request: HttpRequest, project: Project, intent: Intent) -> HttpResponse:
    """The plan of an edit that is too long for an address."""
    try:
        return _show(request, project, intent)
    except BadIntent as bad:
        return _cannot(request, project, str(bad))


def _confirm(request: HttpRequest, project: Project, asked: Intent, intent: Intent) -> HttpResponse:
    value = next((v for v in change_choices.VALUES if v == request.POST["choice"]), None)
    if value is None:
        raise BadIntent(intents.UNREADABLE)
    if _writes_more(intent) != _writes_more(asked):
        # A rule or instructions touch more than the plan that was looked at says.
        return redirect(f"{intents.address(project.slug, intent)}{_next(request, '&')}")
    chosen = change_choices.variant(intent, value)
    seen = request.POST.get(f"digest-{value}", "")
    before = project.commit_number
    try:
        if chosen.rewrites or chosen.kind == "recompose":
            _check_limit(project, chosen)
        plan = _carry_out(request, project, chosen, seen)
    except PlanChanged as changed:
        words = _difference(request.POST.get(f"n-{value}", ""), changed.plan)
        return _show(request, project, intent, changed=words, status=409)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return _show(request, project, intent, status=409)
    _say_done(request, project, plan.title, plan.kind, before)
    return answers.back(request, reverse("board", args=[project.slug]))


def _carry_out(request: HttpRequest, project: Project, intent: Intent, digest: str) -> ChangePlan:
    return planned.carry_out(
        project.pk,
        intent,
        digest=digest,
        actor_id=access.account_id(request),
        now=timezone.now(),
    )


def _check_limit(project: Project, intent: Intent) -> None:
    cost = planning.plan(project, intent).cost
    if cost.is_over_limit:
        needed, left = cost_words.over_limit(cost)
        raise Refused(
            f"This takes about {needed}, and {left} is left of the limit of this book. Raise the "
            "limit first; nothing is lost."
        )


def _writes_more(intent: Intent) -> tuple[str, str]:
    said = intent.instead.strip()
    return (said, intent.instead_as) if said and intent.instead_as != "note" else ("", "")


def _difference(seen: str, plan: ChangePlan) -> str:
    """How a plan differs from the one that was confirmed, in words."""
    more = plan.n_concerned - int(seen) if seen.isdecimal() and len(seen) < 8 else 0
    if more > 0:
        what = "1 more text is" if more == 1 else f"{more} more texts are"
    elif more < 0:
        what = "1 text less is" if more == -1 else f"{-more} texts less are"
    else:
        return "The plan changed: a text that it concerns was changed meanwhile."
    return f"The plan changed: {what} concerned now."


def _say_done(request: HttpRequest, project: Project, title: str, kind: str, before: int) -> None:
    mine = Commit.objects.filter(
        project=project, number__gt=before, kind=kind, actor_id=access.account_id(request)
    )
    number = mine.order_by("-number").values_list("number", flat=True).first()
    done = f"Done: {title[:1].lower()}{title[1:]}."
    if number is None:
        messages.success(request, done)
        return
    messages.success(request, done, extra_tags=str(number))


def _show(
    request: HttpRequest, project: Project, intent: Intent, *, changed: str = "", status: int = 200
) -> HttpResponse:
    project.refresh_from_db()
    found = change_page.change_page(project, intent)
    own = intents.address(project.slug, replace(intent, includes_own=True))
    room = "plan" if intent.kind in EDITS else "board"
    context = frame.around(project, found.book, room=room) | {
        "page": found,
        "intent": intent,
        "packed": intents.packed(intent),
        "changed": changed,
        "with_own": f"{own}{_next(request, '&')}",
        "next": _wanted_next(request),
        "reasons": change_page.REASONS,
    }
    return render(request, "change/page.html", context, status=status)


def _cannot(request: HttpRequest, project: Project, words: str) -> HttpResponse:
    context = frame.around(project, book_head(project), room="board")
    context |= {"why": words, "next": _wanted_next(request)}
    return render(request, "change/cannot.html", context, status=422)


def _wanted_next(request: HttpRequest) -> str:
    """The page that a change was asked for on."""
    said = request.POST.get("next") or request.GET.get("next", "")
    return answers.inside(request, said)


def _next(request: HttpRequest, joint: str) -> str:
    wanted = _wanted_next(request)
    return f"{joint}next={quote(wanted)}" if wanted else ""
