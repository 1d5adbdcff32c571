"""A section: read, judged and edited."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import choosing, judging, returning, wording
from studio.actions.refusals import Refused, Unchanged
from studio.models import Project
from studio.queries.section import section_page
from studio.queries.values import ParagraphView, SectionPage
from studio.web import access, answers, choosing_form, edited, frame
from studio.web.forms import SendBack
from studio.web.views.selection import CHIPS


@require_safe
def page(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """The section as one text with its passages, and what is held against it."""
    project = access.book(request, book)
    showing = request.GET.get("show", "")
    with access.or_404():
        found = section_page(project, section, showing=showing)
    opened = {name: request.GET.get(name, "") for name in ("edit", "comment", "rewrite")}
    context = _around(project, found) | {
        "editing": opened["edit"],
        "commenting": opened["comment"],
        "rewriting": opened["rewrite"],
        "chosen": [opened["comment"] or opened["rewrite"]],
        "asked_showing": found.showing if showing else "",
    }
    return render(request, "section/page.html", context)


@require_POST
def accept(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Makes what waits here part of the book."""
    project = access.book(request, book)
    access.units_of(project, section)
    with answers.saying(request, "Accepted: it is part of your book."):
        judging.accept_section(
            project.pk,
            section,
            actor_id=access.account_id(request),
            reason="Accepted the section",
            seen=answers.text(request, "seen"),
            now=timezone.now(),
        )
    return redirect("section", book, section)


@require_POST
def choose(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """What was decided of a proposal, change by change: kept for later, or applied."""
    project = access.book(request, book)
    access.units_of(project, section)
    told = choosing_form.told(request.POST)
    choosing.remember(project.pk, section, told, now=timezone.now())
    if request.POST.get("do") == choosing_form.LATER:
        return choosing_form.kept(request, reverse("section", args=[book, section]))
    with answers.saying(request) as attempt:
        end = choosing.finish(
            project.pk,
            section,
            told,
            rest=choosing_form.rest(request.POST),
            seen=answers.text(request, "seen"),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
        attempt.words = choosing_form.DONE[end]
    where = reverse("section", args=[book, section])
    return redirect(where if attempt.is_done else f"{where}?show=changes")


@require_POST
def send_back(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Has what waits here written again, with a note."""
    project = access.book(request, book)
    access.units_of(project, section)
    with answers.saying(request, "Sent back with your note."):
        returning.send_back_all(
            project.pk,
            section,
            **SendBack(request.POST).told(),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("section", book, section)


@require_POST
def stop(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Stops what is being written here."""
    project = access.book(request, book)
    access.units_of(project, section)
    with answers.saying(request, "Stopped. What has arrived is kept."):
        returning.stop_all(project.pk, section, now=timezone.now())
    return redirect("section", book, section)


@require_POST
def lock(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Locks the text, or unlocks it."""
    project = access.book(request, book)
    units = [unit for unit in access.units_of(project, section) if unit.movement_key]
    is_locked = not (units and all(unit.is_pinned for unit in units))
    with answers.saying(request, "Locked: nothing rewrites it." if is_locked else "Unlocked."):
        judging.lock(
            project.pk,
            [unit.pk for unit in units],
            is_locked=is_locked,
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("section", book, section)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_paragraph(request: HttpRequest, book: str, section: str, paragraph: str) -> HttpResponse:
    """One paragraph as a form; the author's words in its place."""
    project = access.book(request, book)
    if request.method == "POST":
        return _keep(request, project, section, paragraph)
    if not answers.is_fragment(request):
        return redirect(_address(book, section, paragraph, is_open=True))
    found = _page_with(project, section, paragraph)
    name = "_paragraph.html" if "read" in request.GET else "_paragraph_edit.html"
    context = _around(project, found) | {"paragraph": _paragraph(found, paragraph)}
    return answers.fragment(request, f"section/{name}", context)


@require_POST
def settle(request: HttpRequest, book: str, remark: str) -> HttpResponse:
    """Sets a remark aside."""
    project = access.book(request, book)
    found = access.remark(project, remark)
    with answers.saying(request, "Settled."):
        judging.waive_finding(found.pk, actor_id=access.account_id(request), now=timezone.now())
    section = found.unit.section_id
    return redirect("section", book, section) if section else redirect("unit", book, found.unit.key)


def _keep(request: HttpRequest, project: Project, section: str, html_id: str) -> HttpResponse:
    unit, paragraph_id = access.paragraph(project, html_id)
    told = request.POST.get("text", "")
    try:
        with edited.saying(request, project, section):
            wording.edit_paragraph(
                unit.pk,
                paragraph_id,
                answers.text(request, "text"),
                actor_id=access.account_id(request),
                now=timezone.now(),
            )
    except Unchanged:
        pass
    except Refused as refusal:
        # What was written is shown again: it is nowhere else.
        found = _page_with(project, section, html_id)
        context = _around(project, found) | {"editing": html_id, "error": str(refusal)}
        return render(request, "section/page.html", context | {"told": told}, status=422)
    return redirect(_address(project.slug, section, html_id))


def _page_with(project: Project, section: str, html_id: str) -> SectionPage:
    """The page as it shows a paragraph: in the text, or in the proposal."""
    with access.or_404():
        return section_page(project, section)


def _paragraph(page: SectionPage, html_id: str) -> ParagraphView:
    found = (p for passage in page.passages for p in passage.paragraphs if p.id == html_id)
    with access.or_404():
        paragraph = next(found, None)
        if paragraph is None:
            raise LookupError(html_id)
        return paragraph


def _around(project: Project, page: SectionPage) -> dict[str, object]:
    chips = [(name, label) for name, (label, _) in CHIPS.items()]
    return frame.around(project, page.book, room="board") | {"page": page, "chips": chips}


def _address(book: str, section: str, paragraph: str, *, is_open: bool = False) -> str:
    opened = f"?edit={paragraph}" if is_open else ""
    return f"{reverse('section', args=[book, section])}{opened}#p-{paragraph}"
