"""Taking one change back, from wherever it is offered."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from studio.actions import planned
from studio.actions.planned import PlanChanged
from studio.core.intent import BadIntent, Intent
from studio.web import access, answers, intents


@require_POST
def change(request: HttpRequest, book: str, number: int) -> HttpResponse:
    """Takes a change back at once; where texts would show that, their author sees it first."""
    project = access.book(request, book)
    otherwise = reverse("activity", args=[book])
    try:
        planned.undo(project.pk, number, actor_id=access.account_id(request), now=timezone.now())
    except PlanChanged:
        return redirect(f"{intents.address(book, Intent('undo', commit=number))}&next={otherwise}")
    except BadIntent as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"Change {number} is undone: the book says what it said before.")
    return answers.back(request, otherwise)
