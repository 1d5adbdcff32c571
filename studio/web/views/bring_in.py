"""A book out of a manuscript: sent, looked at, divided, made."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import importing, incoming, unpacking
from studio.actions.books import BadBrief
from studio.actions.incoming import Incoming
from studio.actions.refusals import Refused
from studio.core import keys
from studio.formats.reading import manuscript as manuscripts
from studio.formats.reading.manuscript import Level, Manuscript, Section
from studio.models import Project
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
    """Asks for the files of a manuscript, and begins to read them."""
    wrong = ""
    if request.method == "POST":
        files = request.FILES.getlist("files")
        sent = ((str(file.name), file.read()) for file in files)
        try:
            token = incoming.receive(access.account_id(request), sent)
            return redirect("import_look", token)
        except Refused as refused:
            wrong = str(refused)
    return render(request, "new/import.html", {"wrong": wrong}, status=422 if wrong else 200)


@require_safe
def look(request: HttpRequest, sent: str) -> HttpResponse:
    """What was read and how it would be divided; until then, that it is being read."""
    found = _found(request, sent)
    name = "new/_incoming.html" if answers.is_fragment(request) else "new/incoming.html"
    return render(request, name, _context(request, found, request.GET.get("level", "")))


@require_POST
def make(request: HttpRequest, sent: str) -> HttpResponse:
    """Makes the book."""
    found = _found(request, sent)
    owner_id, now = access.account_id(request), timezone.now()
    context = _context(request, found, request.POST.get("level", ""))
    form = context.get("form")
    try:
        if found.folder:
            made = unpacking.unpack(found.folder, owner_id=owner_id, now=now)
        elif isinstance(form, BroughtIn) and form.is_valid():
            made = _make(request, found, context["division"], form)
        else:
            return render(request, "new/incoming.html", context, status=422)
    except BadBrief as bad:
        assert isinstance(form, BroughtIn)
        form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        return render(request, "new/incoming.html", context, status=422)
    except Refused as refused:
        context["wrong"] = str(refused)
        return render(request, "new/incoming.html", context, status=422)
    incoming.forget(owner_id, sent)
    with answers.saying(request, "This is your book. Nothing is written in it until you say so."):
        pass
    return redirect("board", made.slug)


@require_POST
def forget(request: HttpRequest, sent: str) -> HttpResponse:
    """Stops reading, and removes what was sent."""
    _found(request, sent)
    incoming.forget(access.account_id(request), sent)
    with answers.saying(request, "Nothing was made; what you sent is removed."):
        pass
    return redirect("import")


def _found(request: HttpRequest, sent: str) -> Incoming:
    try:
        return incoming.look(access.account_id(request), sent)
    except LookupError as nothing:
        raise Http404 from nothing


def _context(request: HttpRequest, found: Incoming, level: str) -> dict[str, object]:
    context: dict[str, object] = {"incoming": found, "wrong": found.wrong}
    if found.folder:
        entries = found.folder.contents.entries
        context["folder_title"] = str(entries[keys.brief("title")]["value"])
        context["n_sections"] = sum(keys.kind(key) == "section" for key in entries)
        context["n_edited"] = len(found.folder.edited_texts)
    if found.manuscript:
        division = _division(found.manuscript, level)
        told = importing.stated(found.manuscript, division.sections)
        initial = {"title": told.title, "language": told.language, "intention": told.intention}
        sent = request.POST if request.method == "POST" else None
        form = BroughtIn(sent, methods=methods(), initial=initial)
        context |= {"division": division, "form": form}
    return context


def _division(found: Manuscript, said: str) -> Division:
    levels = manuscripts.levels(found)
    known = {one.level for one in levels}
    level = int(said) if said.isdecimal() and len(said) < 4 else -1
    level = level if level in known else manuscripts.usual_level(found)
    return Division(level, levels, manuscripts.sections(found, level))


def _make(request: HttpRequest, found: Incoming, division: object, form: BroughtIn) -> Project:
    assert isinstance(division, Division)
    assert found.manuscript is not None
    told = form.statement(importing.stated(found.manuscript, division.sections))
    source = importing.Source(found.name, found.manuscript.kind)
    owner_id = access.account_id(request)
    return importing.bring_in(
        division.sections, told, source, owner_id=owner_id, now=timezone.now()
    )
