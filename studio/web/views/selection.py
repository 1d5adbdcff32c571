"""Selected paragraphs of a section: to be written anew, as their author says."""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from studio.actions.refusals import Refused
from studio.core.intent import Intent
from studio.models import Project, Unit
from studio.web import access, answers, intents

# What authors ask for most, and the words in which a model is told.
CHIPS = {
    "shorter": ("Shorter", "Say it in fewer words."),
    "clearer": ("Clearer", "Say it more plainly, so that it is understood at the first reading."),
    "same": ("Keep the meaning", "Keep every claim and fact as it is; change only how it is said."),
    "concrete": ("More concrete", "Put a concrete detail or an example where it is abstract."),
    "warmer": ("Livelier", "Let it be livelier: verbs that act, sentences of different lengths."),
    "other": ("Another example", "Use another example."),
}


class NothingSelected(Refused):
    """Select some words of your text first."""


class SelectedApart(Refused):
    """Select words of one passage; several are rewritten one after the other."""


@require_POST
def rewrite(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Leads to the plan of writing paragraphs anew, with what should be different."""
    project = access.book(request, book)
    access.units_of(project, section)
    here = reverse("section", args=[book, section])
    with answers.saying(request) as attempt:
        unit, paragraphs = _selected(request, project)
        intent = Intent(
            "recompose",
            units=(unit.key,),
            paragraphs=paragraphs,
            includes_own=True,
            instead=note(request, "words"),
        )
    if not attempt.is_done:
        return redirect(here)
    return redirect(f"{intents.address(book, intent)}&next={quote(here)}")


def _selected(request: HttpRequest, project: Project) -> tuple[Unit, tuple[str, ...]]:
    named = [name for name in request.POST.getlist("paragraph") if name and "\0" not in name]
    found = [access.paragraph(project, name) for name in named]
    if not found:
        raise NothingSelected
    unit = found[0][0]
    if any(other.pk != unit.pk for other, _ in found):
        raise SelectedApart
    return unit, tuple(dict.fromkeys(paragraph_id for _, paragraph_id in found))


def note(request: HttpRequest, field: str) -> str:
    """What should be different: the chips that were chosen, and the author's own words."""
    chosen = [words for name, (_, words) in CHIPS.items() if name in request.POST.getlist("chip")]
    said = answers.text(request, field).strip()
    return "\n".join([*chosen, said]).strip()[: intents.MOST_CHARACTERS]
