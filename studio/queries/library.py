"""The shelf of books."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, F, Max, Sum

from studio import protocols
from studio.core import keys
from studio.core.language import direction
from studio.core.states import Standing, Work
from studio.models import Entry, Project, Run, Unit
from studio.queries import spending, values, wide
from studio.words import WORDS

_SHARES = ("accepted", "stale", "review", "active", "pending")
_NAMES = {"stale": WORDS["stale"], "review": WORDS["review"], "active": WORDS["active"]}


Order = Callable[[values.LibraryBook], tuple[object, ...]]
# What the shelf may be ordered by; those that are alike stay as they are, the last changed first.
ORDERS: dict[str, tuple[str, Order]] = {
    "changed": ("last changed", lambda book: ()),
    "title": ("title", lambda book: (book.title.casefold(),)),
    "waiting": ("waiting for you", lambda book: (-book.waiting_count,)),
    "written": ("progress", lambda book: (-book.share_written,)),
}


def library(user_id: int, *, sort: str = "", now: datetime) -> values.Shelf:
    """The books of an author in the order asked for."""
    name = sort if sort in ORDERS else "changed"
    books = _books(user_id, now)
    away = Project.objects.filter(owner_id=user_id).exclude(archived_at=None).count()
    return values.Shelf(tuple(sorted(books, key=ORDERS[name][1])), name, away)


def _books(user_id: int, now: datetime) -> tuple[values.LibraryBook, ...]:
    """The one that changed last first."""
    projects = list(
        Project.objects.of(user_id)
        .annotate(changed_at=Max("commits__made_at"))
        .order_by("-changed_at", "-pk")
    )
    ids = [p.pk for p in projects]
    briefs = _briefs(ids)
    counts, waiting, written = _counts(ids), _waiting(ids), _words(ids)
    month = _of_month(ids, now)
    shelf = [
        replace(
            _book(p, briefs[p.pk], counts[p.pk], waiting.get(p.pk, 0), written.get(p.pk, 0)),
            month=month.get(p.pk, ""),
        )
        for p in projects
    ]
    # Of the book at which somebody was last: one thing to press, not one for each book.
    last = next((n for n, p in enumerate(projects) if _is_open(counts[p.pk])), None)
    if last is not None:
        shelf[last] = replace(shelf[last], go_on=wide.ahead(projects[last]).go_on())
    return tuple(shelf)


def _is_open(counts: dict[str, int]) -> bool:
    return any(counts[share] for share in ("pending", "active", "review"))


def _book(
    project: Project, brief: dict[str, object], counts: dict[str, int], n_waiting: int, words: int
) -> values.LibraryBook:
    language = str(brief.get("language") or "en")
    return values.LibraryBook(
        slug=project.slug,
        title=project.title,
        language=language,
        direction="rtl" if direction(language) == "rtl" else "ltr",
        intention=str(brief.get("intention", "")),
        method=str(protocols.load(project.protocol_slug)[0]["title"]),
        words=words,
        target_words=int(str(brief.get("words") or 0)),
        shares=_shares(counts),
        status=_status(project, counts, n_waiting),
        changed_at=getattr(project, "changed_at", None) or project.created_at,
        spent=spending.spent(project),
        is_going=bool(counts["active"] or (counts["pending"] and project.is_running)),
        waiting_count=n_waiting,
    )


def _status(project: Project, counts: dict[str, int], n_waiting: int) -> str:
    if counts["active"]:
        return f"{counts['active']} being written"
    if n_waiting:
        return f"{n_waiting} to judge"
    if counts["accepted"] and not counts["pending"]:
        return "All is accepted"
    if project.is_running:
        return "Going on"
    goes_on = " It goes on by itself." if project.resumes_at else ""
    return f"{project.pause_reason}{goes_on}" or "Not started"


def _shares(counts: dict[str, int]) -> tuple[values.Share, ...]:
    total = max(1, sum(counts.values()))
    shares, start = [], 0
    for state in _SHARES:
        percent = round(100 * counts[state] / total)
        if counts[state]:
            name = _NAMES.get(state, WORDS.get(state, state))
            shares.append(values.Share(state, name, counts[state], percent, start))
            start += percent
    return tuple(shares)


def _briefs(ids: list[int]) -> dict[int, dict[str, object]]:
    found: dict[int, dict[str, object]] = defaultdict(dict)
    rows = Entry.objects.filter(project_id__in=ids, kind="brief").current()
    for project_id, key, body in rows.values_list("project_id", "key", "body"):
        found[project_id][keys.rest(key)] = body["value"]
    return found


def _counts(ids: list[int]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(_SHARES, 0))
    rows = (
        Unit.objects.live()
        .filter(project_id__in=ids)
        .values_list("project_id", "standing", "work", "is_stale")
        .annotate(n=Count("pk"))
    )
    for project_id, standing, work, is_stale, n in rows:
        found[project_id][_share(standing, work, is_stale)] += n
    return found


def _share(standing: str, work: str, is_stale: bool) -> str:
    if work in (Work.REVIEW, Work.HELD):
        return "review"
    if work == Work.ACTIVE:
        return "active"
    if standing == Standing.ACCEPTED:
        return "stale" if is_stale else "accepted"
    return "pending"


def _waiting(ids: list[int]) -> dict[int, int]:
    """Places, as the room where they wait counts them."""
    rows = Unit.objects.live().filter(project_id__in=ids).waiting()
    counted = rows.values_list("project_id").annotate(n=Count("section_id", distinct=True))
    return dict(counted)


def _words(ids: list[int]) -> dict[int, int]:
    rows = Unit.objects.live().filter(project_id__in=ids).exclude(current=None)
    return dict(rows.values_list("project_id").annotate(n=Sum("current__n_words")))


def _of_month(ids: list[int], now: datetime) -> dict[int, str]:
    """What each book took this month: in money where its price is known, else in tokens."""
    begin = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    rows = Run.objects.filter(project_id__in=ids, ended_at__gte=begin).values_list("project_id")
    sums = rows.annotate(paid=Sum("money"), tokens=Sum(F("tokens_in") + F("tokens_out")))
    return {
        project_id: spending.said(paid) if paid else f"{tokens:,} tokens"
        for project_id, paid, tokens in sums
        if paid or tokens
    }
