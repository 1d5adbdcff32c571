"""The plan of a book: read as prose, changed line by line, accepted or sent back as a whole."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import judging, returning
from studio.core.intent import BadIntent, Intent, from_json
from studio.models import Project
from studio.queries import plan_ways
from studio.queries.plan import plan_view
from studio.queries.values import PlanItem
from studio.web import access, answers, frame, items
from studio.web.forms import SendBack
from studio.web.views import change

FIELD = "field-"


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The whole plan; one item of it may be open for editing."""
    project = access.book(request, book)
    asked = {name: request.GET.get(name, "") for name in ("add", "to")}
    plan = plan_view(
        project,
        editing=request.GET.get("edit", ""),
        adding=asked["add"],
        to=asked["to"],
        part=(request.GET.get("of", ""), answers.number(request, "first")),
    )
    context = frame.around(project, plan.book, room="plan") | {"plan": plan}
    return render(request, "plan/page.html", context)


@require_POST
def accept(request: HttpRequest, book: str) -> HttpResponse:
    """Makes the proposed plan the plan."""
    project = access.book(request, book)
    with answers.saying(request, "The plan is accepted.") as attempt:
        judging.accept_plan(
            project.pk,
            actor_id=access.account_id(request),
            seen=answers.text(request, "seen"),
            now=timezone.now(),
        )
    return redirect("board" if attempt.is_done else "plan_of_book", book)


@require_POST
def send_back(request: HttpRequest, book: str) -> HttpResponse:
    """Has the plan proposed again, with a note."""
    project = access.book(request, book)
    form = SendBack(request.POST)
    with answers.saying(request, "Sent back with your note."):
        returning.send_back_all(
            project.pk,
            "",
            **form.told(),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("plan_of_book", book)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, book: str, item: str) -> HttpResponse:
    """One item of the plan as a form; what was written into it."""
    project = access.book(request, book)
    if request.method == "POST":
        return _keep(request, project, item)
    if not answers.is_fragment(request):
        return redirect(_address(book, item, is_open=True))
    return _item(request, project, item, is_open="read" not in request.GET)


@require_POST
def add(request: HttpRequest, book: str) -> HttpResponse:
    """Adds one thing that the book is to keep track of."""
    project = access.book(request, book)
    kind, to = request.POST.get("kind", ""), request.POST.get("to", "")
    told = {k.removeprefix(FIELD): str(v) for k, v in request.POST.items() if k.startswith(FIELD)}
    then = reverse("plan_of_book", args=[book])
    try:
        intent = {"kind": "add", "thing": kind, "fields": told, "to": to}
        return change.made(request, project, from_json(intent), then=then) or redirect(then)
    except BadIntent as bad:
        plan = plan_view(project, adding=kind, to=to)
        if plan.adding is None:
            messages.error(request, str(bad))
            return redirect(then)
        plan = replace(plan, adding=plan_ways.filled(plan.adding, told, bad.field, str(bad)))
        context = frame.around(project, plan.book, room="plan") | {"plan": plan}
        return render(request, "plan/page.html", context, status=422)


@require_POST
def remove(request: HttpRequest, book: str, item: str) -> HttpResponse:
    """Takes a thing out of the book, after showing what was written from it."""
    project = access.book(request, book)
    told = {"kind": "remove", "thing": _key(project, item)}
    return _made(request, project, told, reverse("plan_of_book", args=[book]))


@require_POST
def relate(request: HttpRequest, book: str, item: str) -> HttpResponse:
    """Relates an item of the plan to another, or no longer."""
    project = access.book(request, book)
    told = {
        "kind": "remove" if request.POST.get("act") == "remove" else "add",
        "thing": _key(project, item),
        "relation": request.POST.get("name", ""),
        "to": request.POST.get("to", ""),
    }
    return _made(request, project, told, _address(book, item, is_open=True))


def _key(project: Project, item: str) -> str:
    """The key of an item: of a section, or of a thing that the book keeps track of."""
    plan = plan_view(project)
    with access.or_404():
        items.find(plan, PlanItem, item)
    return f"{'section' if items.is_section(plan, item) else 'object'}/{item}"


def _made(
    request: HttpRequest, project: Project, told: Mapping[str, object], then: str
) -> HttpResponse:
    try:
        return change.made(request, project, from_json(dict(told)), then=then) or redirect(then)
    except BadIntent as bad:
        messages.error(request, str(bad))
        return redirect(then)


def _keep(request: HttpRequest, project: Project, item_id: str) -> HttpResponse:
    plan = plan_view(project, editing=item_id)
    with access.or_404():
        item = items.find(plan, PlanItem, item_id)
    told = items.told(item, request.POST.dict())
    key = f"{'section' if items.is_section(plan, item_id) else 'object'}/{item_id}"
    try:
        made = change.made(request, project, Intent("set", sets={key: told}))
        if made is not None:
            return made
    except BadIntent as bad:
        item = items.filled(item, told, {bad.field: str(bad)})
        context = frame.around(project, plan.book, room="plan")
        if answers.is_fragment(request):
            return answers.fragment(request, "plan/_edit.html", context | {"item": item})
        page = context | {"plan": items.put(plan, item)}
        return render(request, "plan/page.html", page, status=422)
    if answers.is_fragment(request):
        return _item(request, project, item_id, is_open=False)
    return redirect(_address(project.slug, item_id))


def _item(request: HttpRequest, project: Project, item_id: str, *, is_open: bool) -> HttpResponse:
    project.refresh_from_db()
    plan = plan_view(project, editing=item_id if is_open else "")
    with access.or_404():
        item = items.find(plan, PlanItem, item_id)
    # The head comes along: what it would accept is different after an edit.
    context = frame.around(project, plan.book) | {"plan": plan, "item": item}
    return answers.fragment(request, "plan/_item_and_head.html", context)


def _address(book: str, item: str, *, is_open: bool = False) -> str:
    opened = f"?edit={item}" if is_open else ""
    return f"{reverse('plan_of_book', args=[book])}{opened}#item-{item}"
