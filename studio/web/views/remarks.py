"""The remarks of a book: narrowed, set aside, or handed on as instructions."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from studio.actions import remarks as acts
from studio.actions.remarks import NothingChosen
from studio.core.intent import Intent
from studio.models import Finding, Project
from studio.queries import remarks
from studio.queries.values.remarks import RemarkRow
from studio.web import access, answers, frame, intents

NOTE = "Settle the remarks that are held against this text."


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The remarks that fit the filters of the address; as a page, or as a file."""
    project = access.book(request, book)
    file = _FILES.get(request.GET.get("as", ""))
    found = remarks.remarks_page(
        project,
        request.GET.dict(),
        now=timezone.now(),
        shows_all=file is not None,
    )
    if file is not None:
        return file(project, (*found.lost, *found.rows))
    context = frame.around(project, found.book, room="remarks") | {"page": found}
    return render(request, "remarks/page.html", context)


@require_POST
def set_aside(request: HttpRequest, book: str) -> HttpResponse:
    """Sets the chosen remarks aside."""
    return _do(request, book, acts.set_aside, "Set aside.")


@require_POST
def fixed(request: HttpRequest, book: str) -> HttpResponse:
    """Marks the chosen remarks as fixed."""
    return _do(request, book, acts.mark_fixed, "Marked as fixed: look again when you like.")


@require_POST
def confirm(request: HttpRequest, book: str) -> HttpResponse:
    """The chosen remarks were looked at again: they are done with."""
    return _do(request, book, acts.confirm, "Done with.")


@require_POST
def reopen(request: HttpRequest, book: str) -> HttpResponse:
    """Opens the chosen remarks again."""
    return _do(request, book, acts.open_again, "Open again.")


@require_POST
def rewrite(request: HttpRequest, book: str) -> HttpResponse:
    """Leads to the plan of rewriting what the chosen remarks are about, with them as the note."""
    project = access.book(request, book)
    with answers.saying(request) as attempt:
        found = _chosen(request, project)
        keys = tuple(dict.fromkeys(finding.unit.key for finding in found))
        if not keys:
            raise NothingChosen
    if not attempt.is_done:
        return answers.back(request, reverse("remarks", args=[book]))
    intent = Intent("recompose", units=keys, instead=_note(found))
    return redirect(f"{intents.address(book, intent)}&next={reverse('remarks', args=[book])}")


def _do(request: HttpRequest, book: str, act: Callable[..., int], said: str) -> HttpResponse:
    project = access.book(request, book)
    with answers.saying(request, said):
        ids = [finding.pk for finding in _chosen(request, project)]
        act(project.pk, ids, actor_id=access.account_id(request), now=timezone.now())
    return answers.back(request, reverse("remarks", args=[book]))


def _chosen(request: HttpRequest, project: Project) -> list[Finding]:
    ids = [int(i) for i in request.POST.getlist("remark") if i.isdecimal() and len(i) < 18]
    rows = Finding.objects.filter(project=project, pk__in=ids, unit__is_retired=False)
    return list(rows.select_related("unit").order_by("unit__place", "pk"))


def _note(found: list[Finding]) -> str:
    """One step is told its remarks; several are each told their own open ones anyway."""
    if len({finding.unit_id for finding in found}) > 1:
        return NOTE
    said = (f"- {f.words} (“{f.quote}”)" if f.quote else f"- {f.words}" for f in found)
    return "\n".join(said)[: intents.MOST_CHARACTERS]


def _csv(project: Project, rows: tuple[RemarkRow, ...]) -> HttpResponse:
    # The mark at the beginning tells table calculations that this is Unicode.
    return _file(project, "csv", "text/csv; charset=utf-8", "\ufeff" + remarks.as_csv(rows))


def _markdown(project: Project, rows: tuple[RemarkRow, ...]) -> HttpResponse:
    said = remarks.as_markdown(project.title, rows)
    return _file(project, "md", "text/markdown; charset=utf-8", said)


def _file(project: Project, ending: str, kind: str, body: str) -> HttpResponse:
    name = f"{slugify(project.title) or project.slug}-remarks.{ending}"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(body, content_type=kind, headers={"Content-Disposition": disposition})


_FILES: dict[str, Callable[[Project, tuple[RemarkRow, ...]], HttpResponse]] = {
    "csv": _csv,
    "md": _markdown,
}
