"""The steps of `manage.py write`: the brief, the book that it belongs to, and its progress."""

import time
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from studio.actions import books, limits, recomposing, running, signin
from studio.actions.books import Statement
from studio.core import brief_file, eligibility, keys, money
from studio.core.brief_file import BadFile
from studio.core.money import NotMoney
from studio.core.states import Standing, Work
from studio.models import Endpoint, Project, Run, Unit
from studio.queries import consequences, endpoints, spending
from studio.queries.manifest import is_complete, manifest
from studio.queries.state import DbState

MOST_ROUNDS = 12
PATIENCE = 60.0
# A model that rests for no longer than this is waited for.
PASSING = timedelta(minutes=3)
WAITS = ("window", "asked", "limit", "day", "resting")


class NoModel(Exception):
    """There is no model to write with."""


def statement_of(path: Path, *, protocol: str) -> Statement:
    """The statement in a brief file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    found = brief_file.parse(content)
    head = found.head
    words = head.get("words", "3000").replace(",", "").replace("_", "")
    if not words.isdigit():
        raise BadFile(f"The head says words: {words!r}; write a number, such as 3000.")
    return books.checked(
        Statement(
            title=head["title"],
            intention=found.intention,
            audience=head.get("audience", ""),
            language=head.get("language", "en"),
            words=int(words),
            voice=head.get("voice", ""),
            protocol=protocol or head.get("protocol", "argument"),
        )
    )


def slug_of(path: Path) -> str:
    """The address of a book by the name of its brief file."""
    return books.checked_slug(path.stem.lower().replace("_", "-").replace(" ", "-"))


def book_for(
    statement: Statement, *, slug: str, is_by_rule: bool, token_limit: int, money_limit: int = 0
) -> tuple[Project, list[str]]:
    """The book of a brief, begun or taken up where it stopped, running; with what to tell."""
    slug = books.checked_slug(slug)
    now = timezone.now()
    project = Project.objects.filter(slug=slug).first()
    autonomy = eligibility.END if is_by_rule else eligibility.AHEAD
    if project is None:
        project = books.begin(
            statement,
            owner_id=signin.owner().pk,
            slug=slug,
            now=now,
            autonomy=autonomy,
            token_limit=token_limit,
            money_limit=money_limit,
        )
        news = [f"Began “{project.title}” ({slug})."]
    else:
        news = [f"Going on with “{project.title}” ({slug}).", *_change_brief(project, statement)]
        running.set_autonomy(project.pk, autonomy, now=now)
        if token_limit:
            running.set_limit(project.pk, token_limit, now=now)
        if money_limit:
            limits.set_money(project.pk, money_limit, now=now)
    project.refresh_from_db()
    news.append(_choose_model(project))
    return project, news


def amount(said: str) -> int:
    """An amount of money as it was typed; 0 where none was."""
    try:
        return money.parse(said) if said else 0
    except NotMoney as wrong:
        raise BadFile(f"--money {said}: {wrong}") from wrong


def spent(project: Project) -> str:
    """What a book has spent, in words."""
    project.refresh_from_db()
    return spending.spent(project).words or "nothing"


def go(project: Project) -> None:
    """Lets the book go on once its model answers; NoModel when it does not come up."""
    deadline = time.monotonic() + PATIENCE
    while endpoints.endpoint_for(project) is None:
        if time.monotonic() > deadline:
            raise NoModel("The demonstration model did not come up within a minute.")
        time.sleep(0.1)
    running.resume(project.pk, now=timezone.now())
    if project.autonomy == eligibility.END:
        recomposing.recompose_stale(project.pk, now=timezone.now())


def _change_brief(project: Project, statement: Statement) -> list[str]:
    """Writes a changed brief as a commit, and says beforehand what that touches."""
    state = DbState(project.pk)
    wanted = {keys.brief(f): {"value": getattr(statement, f)} for f in keys.BRIEF_FIELDS}
    changed = [key for key, body in wanted.items() if state.entry(key) != body]
    if not changed:
        return []
    writes = {key: wanted[key] for key in changed}
    found = consequences.of_writes(project, writes)
    paths = found.reasons.of(found.stale.ids)
    fields = ", ".join(keys.rest(key) for key in changed)
    news = [f"The brief changed: {fields}. {len(paths)} steps were made from what changed:"]
    news += [f"  {unit.key}: {', '.join(paths[unit.pk])}" for unit in found.stale.listed()]
    books.edit_brief(project.pk, statement, actor_id=project.owner_id, now=timezone.now())
    return news


def _choose_model(project: Project) -> str:
    """The model of the book: its own, the one that is set up, or the demonstration."""
    project.refresh_from_db()
    if project.endpoint is None and not settings.STUDIO.base_url:
        row = Endpoint.objects.filter(is_default=True).first()
        if row is None and not settings.STUDIO.embeds_model:
            raise NoModel(
                "No model is set up. Set OPENAI_BASE_URL and STUDIO_MODEL, or let "
                "STUDIO_LOCAL_MODEL=auto run the small demonstration model."
            )
        if row is None:
            project.endpoint = endpoints.demonstration_row()
            project.save(update_fields=["endpoint"])
    found = endpoints.endpoint_for(project)
    if found is None or found.is_demo:
        return (
            "Written by the tiny demonstration model, which shows how the program works, not how "
            "well a book reads. Set OPENAI_BASE_URL and STUDIO_MODEL for a better one."
        )
    return f"Written by {found.model} at {found.host}."


class Progress:
    """What changed since it was last asked, in lines; and whether anything can still go on."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._seen: dict[str, tuple[str, str]] = {}
        self._n_rounds = 0

    def news(self) -> list[str]:
        """One line for each unit that moved."""
        self._project.refresh_from_db()
        rows = Unit.objects.in_project(self._project.pk).order_by("place")
        lines = []
        for unit in rows:
            now = (unit.standing, unit.work)
            if self._seen.get(unit.key) != now:
                self._seen[unit.key] = now
                lines += _line(unit)
        return lines

    def is_over(self) -> bool:
        """Whether nothing runs and nothing may start; stale machine text is first wanted again."""
        project = self._project
        if project.resumes_at and project.resumes_at - timezone.now() < PASSING:
            return False
        if Run.objects.active().filter(project=project).exists():
            return False
        if manifest(project, now=timezone.now()).may_go_on:
            return False
        may_go_on = project.autonomy == eligibility.END and project.is_running
        if may_go_on and self._n_rounds < MOST_ROUNDS:
            self._n_rounds += 1
            return not recomposing.recompose_stale(project.pk, now=timezone.now())
        return True

    def is_finished(self) -> bool:
        return is_complete(self._project)


def what_waits(project: Project) -> list[str]:
    """What keeps a book from going on by itself, one line each."""
    found = manifest(project, now=timezone.now())
    lines = [f"the book: {project.pause_reason}"] if project.pause_reason else []
    lines += [f"{w.unit}: {w.words}" for w in found.held]
    lines += [f"{key}: it waits for your judgement" for key in found.in_review]
    lines += [
        f"{key}: it is distrusted; rewrite it, or trust it again" for key in _reopened(project)
    ]
    lines += [f"{w.unit}: {w.words}" for w in found.waiting if w.reason in WAITS]
    return lines or [f"{w.unit}: {w.words}" for w in found.waiting[:10]]


def _reopened(project: Project) -> list[str]:
    units = Unit.objects.in_project(project.pk).filter(standing=Standing.REOPENED, work=Work.IDLE)
    return list(units.order_by("place").values_list("key", flat=True))


def _line(unit: Unit) -> list[str]:
    if unit.work == Work.ACTIVE:
        return [f"  writing   {unit.key}"]
    if unit.work == Work.HELD:
        return [f"  needs you {unit.key}: {unit.held_words}"]
    if unit.work == Work.REVIEW:
        return [f"  in review {unit.key}"]
    if unit.standing == Standing.ACCEPTED and unit.work == Work.IDLE:
        return [f"  accepted  {unit.key}"]
    return []
