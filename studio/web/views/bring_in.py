"""A book out of a manuscript: sent, looked at, divided, made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import books, errands, importing, incoming
from studio.actions.books import BadBrief, Statement
from studio.actions.refusals import Refused
from studio.formats.reading import manuscript as manuscripts
from studio.formats.reading.manuscript import Level, Manuscript, Section
from studio.models import Errand
from studio.models.errand import ErrandKind
from studio.models.ordered import OrderedState
from studio.web import access, answers
from studio.web.forms import BroughtIn
from studio.web.views.new_book import methods

MOST_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Division:
    """A manuscript as it would be divided at one level."""

    level: int
    levels: tuple[Level, ...]
    sections: tuple[Section, ...]
    stated: Statement

    @property
    def shown(self) -> tuple[Section, ...]:
        return self.sections[:MOST_SHOWN]

    @property
    def n_more(self) -> int:
        return len(self.sections) - len(self.shown)

    @property
    def n_words(self) -> int:
        return sum(section.n_words for section in self.sections)

    @property
    def n_texts(self) -> int:
        return sum(bool(section.text) for section in self.sections)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Asks for the files of a manuscript, and has them read."""
    wrong = ""
    if request.method == "POST":
        files = request.FILES.getlist("files")
        sent = ((str(file.name), file.read()) for file in files)
        try:
            errand = errands.receive(access.account_id(request), sent, now=timezone.now())
            return redirect("errand", errand.pk)
        except Refused as refused:
            wrong = str(refused)
    return render(request, "new/import.html", {"wrong": wrong}, status=422 if wrong else 200)


@require_safe
def look(request: HttpRequest, sent: str) -> HttpResponse:
    """What was read and how it would be divided; until then, how far that is."""
    read, going = _found(request, sent)
    if going:
        return redirect("errand", going.pk)
    return _shown(request, _context(request, read, request.GET.get("level", "")))


@require_POST
def make(request: HttpRequest, sent: str) -> HttpResponse:
    """Has the book made."""
    read, going = _found(request, sent)
    if going:
        return redirect("errand", going.pk)
    context = _context(request, read, request.POST.get("level", ""))
    form, division = context.get("form"), context.get("division")
    title, told = str(read.found.get("title", "")), dict[str, Any]()
    if isinstance(form, BroughtIn) and isinstance(division, Division):
        statement = _statement(form, division)
        if statement is None:
            return _shown(request, context, status=422)
        title, told = statement.title, errands.told_of(division.level, statement, read.name)
    made = errands.make(read, title, told, now=timezone.now())
    return redirect("errand", made.pk)


@require_POST
def forget(request: HttpRequest, sent: str) -> HttpResponse:
    """Removes what was sent."""
    _found(request, sent)
    incoming.forget(access.account_id(request), sent)
    with answers.saying(request, "Nothing was made; what you sent is removed."):
        pass
    return redirect("import")


def _found(request: HttpRequest, sent: str) -> tuple[Errand, Errand | None]:
    """The reading of what was sent, and what is to be waited for before it can be shown."""
    try:
        found = errands.of(access.account_id(request), sent)
    except LookupError as nothing:
        raise Http404 from nothing
    read = next((one for one in found if one.kind == ErrandKind.READ), None)
    if read is None:
        raise Http404
    going = next((one for one in found if one.is_unfinished), None)
    return read, going or (None if read.state == OrderedState.READY else read)


def _shown(
    request: HttpRequest, context: Mapping[str, object], *, status: int = 200
) -> HttpResponse:
    return render(request, "new/incoming.html", dict(context), status=status)


def _context(request: HttpRequest, read: Errand, level: str) -> dict[str, object]:
    if read.found:
        return {"incoming": read, "folder": read.found}
    manuscript = incoming.manuscript(read.owner_id, read.sent)
    division = _division(manuscript, level)
    told = division.stated
    initial = {"title": told.title, "language": told.language, "intention": told.intention}
    sent = request.POST if request.method == "POST" else None
    form = BroughtIn(sent, methods=methods(), initial=initial)
    return {"incoming": read, "manuscript": manuscript, "division": division, "form": form}


def _statement(form: BroughtIn, division: Division) -> Statement | None:
    """What the book says of itself; none where the form says what is wrong with it."""
    if not form.is_valid():
        return None
    try:
        return books.checked(form.statement(division.stated))
    except BadBrief as bad:
        form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        return None


def _division(found: Manuscript, said: str) -> Division:
    levels = manuscripts.levels(found)
    known = {one.level for one in levels}
    level = int(said) if said.isdecimal() and len(said) < 4 else -1
    level = level if level in known else manuscripts.usual_level(found)
    sections = manuscripts.sections(found, level)
    return Division(level, levels, sections, importing.stated(found, sections))
