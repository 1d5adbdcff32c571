"""What is under way with whole books, for its page and for the shelf."""

from django.urls import reverse

from studio.models import Errand
from studio.models.errand import ErrandKind
from studio.models.ordered import OrderedState
from studio.queries.values.common import Link
from studio.queries.values.errands import ErrandView

_TITLES = {
    ErrandKind.READ: ("Bring in a manuscript", "It is being read."),
    ErrandKind.MAKE: ("A book of what you sent", "Your book is being made."),
    ErrandKind.LOOK: ("Bring a folder back", "It is being compared with your book."),
    ErrandKind.TAKE: ("Bring a folder back", "Your changes are being brought back."),
    ErrandKind.COPY: ("A copy", "The copy is being made."),
}


def errand_view(errand: Errand) -> ErrandView:
    """An errand as its page shows it."""
    title, words = _TITLES[ErrandKind(errand.kind)]
    return ErrandView(
        id=errand.pk,
        title=title,
        name=errand.name,
        words=words,
        state=errand.state,
        share=errand.share,
        reason=errand.reason,
        to=_to(errand),
        back=_back(errand),
    )


def on_shelf(owner_id: int) -> tuple[ErrandView, ...]:
    """What is under way, and what came to nothing and was not put away since."""
    shown = (OrderedState.WAITING, OrderedState.MAKING, OrderedState.FAILED)
    rows = Errand.objects.filter(owner=owner_id, state__in=shown).order_by("-pk")
    return tuple(errand_view(row) for row in rows.select_related("project", "made"))


def _to(errand: Errand) -> str:
    """Where it leads when it is done; '' before."""
    if errand.state != OrderedState.READY:
        return ""
    if errand.kind == ErrandKind.READ:
        return reverse("import_look", args=[errand.sent])
    if errand.kind == ErrandKind.LOOK and errand.project:
        return f"{reverse('folder_back', args=[errand.project.slug])}?sent={errand.sent}"
    return reverse("board", args=[errand.made.slug]) if errand.made else reverse("library")


def _back(errand: Errand) -> Link:
    """Where one goes on where it came to nothing."""
    if errand.kind == ErrandKind.READ:
        return Link("Choose another file", reverse("import"))
    if errand.kind == ErrandKind.MAKE:
        return Link("Back to what you sent", reverse("import_look", args=[errand.sent]))
    if errand.kind == ErrandKind.COPY or errand.project is None:
        return Link("To your books", reverse("library"))
    url = reverse("folder_back", args=[errand.project.slug])
    if errand.kind == ErrandKind.TAKE:
        return Link("Look what it changes now", f"{url}?sent={errand.sent}")
    return Link("Send another folder", url)
