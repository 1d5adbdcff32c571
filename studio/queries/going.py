"""Where an author can go from anywhere, and what can be done there: the entries of the palette."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from studio.core import eligibility
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import chances, frame, sequence, step_names
from studio.queries.desk import NEXT
from studio.queries.sequence import Line
from studio.queries.values.going import Going, GoingGroup, GoingPage

# So many sections are listed at once; the rest is narrowed to by a word of it.
MOST_SECTIONS = 300
# So many of the steps that could be next are looked at.
MOST_LOOKED_AT = 20
_A_SECTION = "section"
# What it says, the page it leads to, other words by which it is found, the keys that lead there.
_ROOMS = (
    ("Board", "board", "cards states overview", "g b"),
    ("For you", "review", "judge proposals waiting queue", "g r"),
    ("Read the book", "read", "read through accept chapter", "g e"),
    ("Search and replace", "search", "find", "g s"),
    ("Outline", "outline", "chapters order move", "g o"),
    ("Plan", "plan_of_book", "argument claims terms", "g p"),
    ("Connections", "graph", "graph drawing depends argument map", ""),
    ("Brief", "brief", "intention audience voice language title", ""),
    ("Remarks", "remarks", "comments findings must fix", "g f"),
    ("Attempts", "attempts", "runs prompt log failed", ""),
    ("Progress and spending", "stats", "words tokens cost statistics", ""),
    ("Activity", "activity", "changes undo history", "g a"),
    ("Named versions", "names", "snapshots history name this state", ""),
    ("Export", "exports", "file download print epub pdf markdown", "g x"),
    ("Instructions of each step", "method", "prompts method", ""),
    ("Settings of the book", "book_settings", "autonomy models archive put away delete", ""),
    ("Limit of spending", "limit", "budget money tokens raise", ""),
)
_ACTS = (("Distrust text…", "distrust", "invalidate reject layer", ""),)
_ALWAYS = (
    ("Your books", "library", "library shelf", "g l"),
    ("New book", "new_book", "begin start import", ""),
    ("Settings", "settings", "models prices endpoint key server theme put away", ""),
    ("Help and keys", "help", "shortcuts glossary", "?"),
)


def going_page(project: Project, query: str = "") -> GoingPage:
    """All entries for a book, or those that hold every word of the query."""
    slug, wanted = project.slug, sequence.plain(query).split()
    sections, n_more = _sections(project, wanted)
    groups = (
        GoingGroup("Do", (*_running(project), *_undo(project), *_distrust(project))),
        GoingGroup("Pages", _links(_ROOMS, slug)),
        GoingGroup("Text", sections, n_more),
        GoingGroup("Elsewhere", (*_links(_ALWAYS), *_others(project))),
    )
    return GoingPage(frame.book_head(project), query, _narrowed(groups, wanted))


def going_anywhere(user_id: int, query: str = "") -> GoingPage:
    """The same where no book is open."""
    books = Project.objects.of(user_id).order_by("title")
    groups = (
        GoingGroup("Books", tuple(_book(book) for book in books)),
        GoingGroup("Pages", _links(_ALWAYS)),
    )
    return GoingPage(None, query, _narrowed(groups, sequence.plain(query).split()))


def _running(project: Project) -> Iterable[Going]:
    """What starts or stops writing, as far as that would do something."""
    found_by, here = "start pause go on halt", [project.slug]
    if project.is_running and _has_work(project):
        yield Going("Stop writing", reverse("stop", args=here), found_by, is_act=True)
        yield Going("Pause writing", reverse("pause", args=here), "wait", is_act=True)
    elif not chances.of_book(project, timezone.now()).has_model:
        url = f"{reverse('model')}?next={reverse('board', args=here)}"
        yield Going("Set up a model", url, f"{found_by} resume writing")
    elif _can_resume(project):
        yield Going("Resume writing", reverse("resume", args=here), found_by, is_act=True)
    if _is_any_going(project.owner_id):
        url = reverse("stop_everything")
        yield Going("Stop everything", url, "halt all books", "s s", is_act=True)


def _has_work(project: Project) -> bool:
    """Whether anything of the book is not at rest."""
    units = Unit.objects.in_project(project.pk)
    return units.exclude(work=Work.IDLE).exists()


def _can_resume(project: Project) -> bool:
    """Whether Resume would start what is next, or try again what stopped; as the board says it."""
    units, now = Unit.objects.in_project(project.pk), timezone.now()
    if units.filter(work=Work.HELD).exists():
        return True
    ready = units.filter(work=Work.PENDING, n_unmet=0)
    if project.autonomy == eligibility.AHEAD:
        is_near = Q(section_id="") | Q(section_id__in=project.window) | Q(is_granted=True)
        ready = ready.filter(is_near)
    book = chances.of_book(project, now)
    first = ready.order_by("place", "pk")[:MOST_LOOKED_AT]
    return any(chances.of_unit(book, unit, now) in NEXT for unit in first)


def _is_any_going(owner_id: int) -> bool:
    """Whether anything is written in one of somebody's books, or will be by itself."""
    books = Project.objects.filter(owner_id=owner_id)
    units = Unit.objects.filter(project__in=books, is_retired=False)
    will_go = Q(project__is_running=True) | ~Q(project__resumes_at=None) | Q(is_granted=True)
    return units.filter(Q(work=Work.ACTIVE) | Q(will_go, work=Work.PENDING)).exists()


def _distrust(project: Project) -> tuple[Going, ...]:
    """Only what is written can be distrusted."""
    is_written = Unit.objects.in_project(project.pk).exclude(current=None).exists()
    return _links(_ACTS, project.slug) if is_written else ()


def _undo(project: Project) -> Iterable[Going]:
    """The last change, taken back; the first one is the book itself."""
    last = project.commits.order_by("-number").first()
    if last is not None and last.number > 1:
        url = reverse("undo", args=[project.slug, last.number])
        said = step_names.said(project, [last.reason])[last.reason]
        words = f"Undo: {said[:60] or 'the last change'}"
        yield Going(words, url, "undo take back last change revert", is_act=True)


def _links(rows: Iterable[tuple[str, str, str, str]], slug: str = "") -> tuple[Going, ...]:
    arguments = [slug] if slug else []
    return tuple(
        Going(words, reverse(name, args=arguments), found_by, keys_pressed)
        for words, name, found_by, keys_pressed in rows
    )


def _sections(project: Project, wanted: Sequence[str]) -> tuple[tuple[Going, ...], int]:
    """The first sections that fit, and how many more there are."""
    named = [word for word in wanted if not _A_SECTION.startswith(word)]
    lines, n_found = sequence.leaves(project.pk, named, most=MOST_SECTIONS)
    return tuple(_section(project, line) for line in lines), n_found - len(lines)


def _section(project: Project, line: Line) -> Going:
    url = frame.section_url(project.slug, line.id)
    write = reverse("write", args=[project.slug, line.id])
    return Going(f"{line.number} {line.title}", url, _A_SECTION, write_url=write)


def _others(project: Project) -> Iterable[Going]:
    books = Project.objects.of(project.owner_id).exclude(pk=project.pk).order_by("title")
    return (_book(book) for book in books)


def _book(book: Project) -> Going:
    return Going(book.title, reverse("board", args=[book.slug]), "book open")


def _narrowed(groups: Iterable[GoingGroup], wanted: Sequence[str]) -> tuple[GoingGroup, ...]:
    found = (replace(g, entries=tuple(i for i in g.entries if _holds(i, wanted))) for g in groups)
    return tuple(group for group in found if group.entries)


def _holds(entry: Going, wanted: Sequence[str]) -> bool:
    """Whether every word begins one of the entry's; where words are not spaced, stands in one."""
    said = f" {sequence.plain(f'{entry.words} {entry.found_by}')}"
    return all(f" {word}" in said or (not word.isascii() and word in said) for word in wanted)
