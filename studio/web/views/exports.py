"""Files made from the book."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from studio.actions import publishing
from studio.formats.archives import zipped
from studio.formats.files import FOLDER, FORMATS, name_of
from studio.formats.folder.pack import pack
from studio.queries.exports import exports_page
from studio.queries.folder import contents
from studio.web import access, answers, frame
from studio.web.forms import Export


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """What to know before, which file to make, and the files that were made."""
    project = access.book(request, book)
    form = Export(request.POST or None)
    if request.method == "POST" and form.is_valid():
        folder = settings.STUDIO.data / "exports" / project.slug
        with answers.saying(request, "The file is made; it is the first in the list."):
            publishing.export(project.pk, [form.cleaned_data["format"]], folder, now=timezone.now())
        return redirect("exports", book)
    found = exports_page(project)
    context = frame.around(project, found.book, room="exports") | {"page": found, "form": form}
    return render(request, "exports/page.html", context, status=422 if form.errors else 200)


@require_safe
def folder(request: HttpRequest, book: str) -> HttpResponse:
    """The whole book with its plan as a folder of text files, packed."""
    project = access.book(request, book)
    packed = zipped(pack(contents(project)), project.slug)
    on = timezone.now().date()
    name = name_of(project.slug, FOLDER, on=on, number=project.commit_number)
    response = HttpResponse(packed, content_type=FORMATS[FOLDER].media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def file(request: HttpRequest, book: str, file: int) -> HttpResponse:
    """A file that was made, to be kept."""
    project = access.book(request, book)
    made = access.export(project, file)
    try:
        content = Path(made.path).read_bytes()
    except OSError as error:
        raise Http404 from error
    response = HttpResponse(content, content_type=FORMATS[made.format].media_type)
    response["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return response
