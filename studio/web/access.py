"""What a person may open: every page finds its book here, or answers that there is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.http import Http404, HttpRequest

from studio.models import Artifact, Errand, Export, Finding, Project, Unit

Row = TypeVar("Row")


def account_id(request: HttpRequest) -> int:
    """Whose request this is."""
    assert request.user.pk is not None, "no page of a book opens without an account"
    return int(request.user.pk)


def book(request: HttpRequest, slug: str) -> Project:
    """The book of this address, if it belongs to who asks; nobody learns of others' books."""
    return _one(book_of(account_id(request), slug))


def book_of(user_id: int, slug: str) -> Project | None:
    """The book of this address in somebody's library."""
    return Project.objects.of(user_id).select_related("endpoint").filter(slug=slug).first()


def unit(project: Project, key: str) -> Unit:
    """A step of the book by its key."""
    return _one(Unit.objects.in_project(project.pk).filter(key=key).first())


def named(request: HttpRequest, name: str) -> str:
    """The name of a place that a form sent; none has a NUL in it."""
    said = request.POST.get(name, "")
    if "\0" in said:
        raise Http404
    return said


def paragraph(project: Project, html_id: str) -> tuple[Unit, str]:
    """The step that a paragraph belongs to, and its id there, from the id that pages carry."""
    unit_id, _, paragraph_id = html_id.partition("-")
    if not unit_id.isdecimal() or len(unit_id) > 18:
        raise Http404
    found = Unit.objects.in_project(project.pk).filter(pk=int(unit_id)).first()
    return _one(found), paragraph_id


def units_of(project: Project, section_id: str) -> list[Unit]:
    """All steps of a section in their order."""
    units = Unit.objects.in_project(project.pk).filter(section_id=section_id).order_by("place")
    return _some(list(units))


def remark(project: Project, remark_id: str) -> Finding:
    """A remark of the book."""
    found = Finding.objects.filter(project=project, pk=_number(remark_id))
    return _one(found.select_related("unit").first())


def version(project: Project, section_id: str, artifact_id: str) -> Artifact:
    """A version of one of a section's passages."""
    rows = Artifact.objects.filter(project=project, unit__section_id=section_id)
    return _one(rows.filter(pk=_number(artifact_id)).first())


def export(project: Project, export_id: int) -> Export:
    """A file that was made from the book."""
    return _one(Export.objects.filter(project=project, pk=export_id).first())


def errand(request: HttpRequest, errand_id: int) -> Errand:
    """Something that who asks wanted done."""
    rows = Errand.objects.filter(owner=account_id(request), pk=errand_id)
    return _one(rows.select_related("project", "made").first())


@contextmanager
def or_404() -> Iterator[None]:
    """Turns a query's "there is no such thing" into the page that says so."""
    try:
        yield
    except LookupError as nothing:
        # A missing key of a dictionary is a mistake of ours and fails loudly.
        if type(nothing) is not LookupError:
            raise
        raise Http404(str(nothing)) from nothing


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise Http404
    return int(text)


def _one(found: Row | None) -> Row:
    if found is None:
        raise Http404
    return found


def _some(found: list[Row]) -> list[Row]:
    if not found:
        raise Http404
    return found
