"""Files made from the book."""

from dataclasses import replace
from pathlib import Path

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import printing, publishing
from studio.formats.archives import zipped
from studio.formats.files import FOLDER, FORMATS, name_of
from studio.formats.folder.pack import pack
from studio.models import Project
from studio.models.ordered import OrderedState
from studio.queries.exports import exports_page, files_of, is_large
from studio.queries.folder import contents
from studio.web import access, answers, frame
from studio.web.forms import Export


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """What to know before, which files to make, and the files that were made."""
    project = access.book(request, book)
    if answers.is_fragment(request) and request.method != "POST":
        return _list(request, project)
    found = exports_page(project)
    sent = request.POST if request.method == "POST" else None
    initial: dict[str, object] = {"author": project.owner.get_full_name()}
    if request.GET.get("format") in FORMATS:
        initial["format"] = [request.GET["format"]]
    form = Export(sent, parts=found.parts, initial=initial)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        if "author" in request.POST:
            publishing.sign(project.owner_id, told["author"])
        wanted = printing.Order(tuple(told["format"]), told["part"], told["proposals"])
        _make(request, project, wanted)
        return redirect("exports", book)
    context = frame.around(project, found.book, room="exports") | {"page": found, "form": form}
    return render(request, "exports/page.html", context, status=422 if form.errors else 200)


def _list(request: HttpRequest, project: Project) -> HttpResponse:
    files = files_of(project)
    shown = {"files": files, "is_underway": any(file.is_underway for file in files)}
    context = {"page": shown, "book": {"slug": project.slug}, "words": frame.words_of(project)}
    return answers.fragment(request, "exports/_files.html", context)


def _make(request: HttpRequest, project: Project, wanted: printing.Order) -> None:
    """What is quick is made at once; the rest by a worker."""
    slow = printing.slow(project, wanted.formats)
    quick = [format_ for format_ in wanted.formats if format_ not in slow]
    now = timezone.now()
    with answers.saying(request) as attempt:
        if quick:
            publishing.export(
                project.pk, quick, printing.folder_of(project),
                part=wanted.part, has_proposals=wanted.has_proposals, now=now,
            )  # fmt: skip
            attempt.words = "The files are made: they are first in the list."
        if slow:
            printing.order(project.pk, replace(wanted, formats=slow), now=now)
            attempt.words = "The files are being made; you need not wait for them here."


@require_safe
def folder(request: HttpRequest, book: str) -> HttpResponse:
    """The whole book with its plan as a folder of text files, packed; that of a large book is
    ordered as other files are."""
    project = access.book(request, book)
    if is_large(project):
        messages.info(request, "The folder of a long book is made as its other files are.")
        return redirect(f"{reverse('exports', args=[book])}?format={FOLDER}")
    packed = zipped(pack(contents(project)), project.slug)
    on = timezone.localdate()
    name = name_of(project.slug, FOLDER, on=on, number=project.commit_number)
    response = HttpResponse(packed, content_type=FORMATS[FOLDER].media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def file(request: HttpRequest, book: str, file: int) -> HttpResponse:
    """A file that was made, to be kept."""
    project = access.book(request, book)
    made = access.export(project, file)
    if made.state != OrderedState.READY:
        raise Http404
    try:
        content = Path(made.path).read_bytes()
    except OSError:
        messages.error(
            request,
            f"“{made.name}” is no longer where it was kept ({made.path}). Make it again: the same "
            "text makes the same file.",
        )
        return redirect("exports", book)
    response = HttpResponse(content, content_type=FORMATS[made.format].media_type)
    response["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return response


@require_POST
def stop(request: HttpRequest, book: str, file: int) -> HttpResponse:
    """A file is no longer wanted."""
    project = access.book(request, book)
    made = access.export(project, file)
    with answers.saying(request, "It is no longer made."):
        printing.stop(project.pk, made.pk)
    return redirect("exports", book)


@require_POST
def again(request: HttpRequest, book: str, file: int) -> HttpResponse:
    """The same file, of the book as it is now."""
    project = access.book(request, book)
    made = access.export(project, file)
    _make(request, project, printing.Order((made.format,), made.part, made.has_proposals))
    return redirect("exports", book)


@require_POST
def remove(request: HttpRequest, book: str, file: int) -> HttpResponse:
    """A file that is not needed any more."""
    project = access.book(request, book)
    made = access.export(project, file)
    with answers.saying(request, f"“{made.name}” is removed."):
        printing.remove(project.pk, made.pk)
    return redirect("exports", book)
