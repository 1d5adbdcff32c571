"""Beginning a book, and changing what its author stated."""

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from studio import protocols
from studio.actions import commits
from studio.actions.refusals import Refused
from studio.core import budgets, keys, prose
from studio.core.budgets import Limits
from studio.core.money import MILLION
from studio.core.protocol import pass_entries
from studio.models import Project
from studio.models.commit import By

MOST_CHARACTERS = 100_000
MOST_WORDS = 500_000


@dataclass(frozen=True, slots=True)
class Statement:
    """What an author states to begin a book; `words` is the length of the whole."""

    title: str
    intention: str
    audience: str = ""
    language: str = "en"
    words: int = 3000
    voice: str = ""
    protocol: str = "argument"

    def changed(self, *, title: str, language: str, protocol: str) -> "Statement":
        """The statement with those of these that say something."""
        return replace(
            self,
            title=title or self.title,
            language=language or self.language,
            protocol=protocol or self.protocol,
        )


class BadBrief(Refused):
    """The brief cannot be used as it is."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


def checked(statement: Statement) -> Statement:
    """The statement made clean, or BadBrief with the field and what to do."""
    for field in ("title", "intention", "audience", "voice", "language"):
        _check_text(field, getattr(statement, field))
    if not statement.title.strip():
        raise BadBrief("title", "Give the book a title; it can be changed later.")
    if not statement.intention.strip():
        raise BadBrief("intention", "Say in a sentence or more what the book is to do.")
    if len(statement.title) > 200:
        raise BadBrief("title", "A title has at most 200 characters.")
    if not 100 <= statement.words <= MOST_WORDS:
        raise BadBrief("words", "The length must lie between 100 and 500,000 words.")
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", statement.language.strip()):
        raise BadBrief("language", "Give the language as a code, such as en, de or pt-BR.")
    if statement.protocol not in protocols.slugs():
        known = ", ".join(protocols.slugs())
        raise BadBrief("protocol", f"There is no method “{statement.protocol}”. Choose: {known}.")
    clean = {
        f: prose.normalise(getattr(statement, f)).strip()
        for f in ("title", "intention", "audience", "voice")
    }
    return Statement(
        **clean,
        language=statement.language.strip(),
        words=statement.words,
        protocol=statement.protocol,
    )


def begin(
    statement: Statement,
    *,
    owner_id: int,
    now: datetime,
    slug: str = "",
    autonomy: str = "",
    token_limit: int = 0,
    money_limit: int = 0,
) -> Project:
    """Starts a book: its brief, its own copy of the method, and the first units, in one commit."""
    statement = checked(statement)
    template, prompts = protocols.load(statement.protocol)
    with transaction.atomic():
        project = empty(
            statement.title,
            protocol=statement.protocol,
            owner_id=owner_id,
            now=now,
            slug=slug,
            autonomy=autonomy,
            token_limit=token_limit,
            money_limit=money_limit,
        )
        with commits.change(
            project.pk,
            kind="begin",
            reason="Began the book",
            by=By.PERSON,
            actor_id=owner_id,
            now=now,
        ) as change:
            for field in keys.BRIEF_FIELDS:
                change.put(keys.brief(field), {"value": getattr(statement, field)})
            for key, body in pass_entries(template, prompts).items():
                change.put(key, body)
            change.put(keys.PROTOCOL, template)
    project.refresh_from_db()
    return project


def empty(
    title: str,
    *,
    protocol: str,
    owner_id: int,
    now: datetime,
    slug: str = "",
    autonomy: str = "",
    token_limit: int = 0,
    money_limit: int = 0,
    pause_reason: str = "",
) -> Project:
    """The row of a book of which nothing is said yet, with the limits of this installation."""
    tokens = token_limit or settings.STUDIO.token_limit
    amount = money_limit or settings.STUDIO.money_limit * MILLION
    day, run = budgets.of_day(Limits(tokens, amount)), budgets.of_run(Limits(tokens, amount))
    return Project.objects.create(
        owner_id=owner_id,
        slug=slug or free_slug(title),
        title=title,
        protocol_slug=protocol,
        autonomy=autonomy or settings.STUDIO.autonomy,
        pause_reason=pause_reason,
        n_parallel=settings.STUDIO.project_concurrency,
        token_limit=tokens,
        money_limit=amount,
        day_token_limit=day.tokens,
        day_money_limit=day.money,
        run_token_limit=run.tokens,
        run_money_limit=run.money,
        created_at=now,
    )


def edit_brief(
    project_id: int, statement: Statement, *, actor_id: int | None, now: datetime
) -> bool:
    """Writes a changed brief as one commit; False where nothing is different."""
    statement = checked(statement)
    with commits.change(
        project_id,
        kind="brief",
        reason="Edited the brief",
        by=By.PERSON,
        actor_id=actor_id,
        now=now,
    ) as change:
        for field in keys.BRIEF_FIELDS:
            change.put(keys.brief(field), {"value": getattr(statement, field)})
    return change.commit is not None


def checked_slug(slug: str) -> str:
    """The slug, if it may be the address of a book; BadBrief says what it may be made of."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) or len(slug) > 60:
        raise BadBrief(
            "slug",
            f"“{slug}” cannot be the short name of a book: use small letters, digits and single "
            "hyphens, at most 60, such as river-towns.",
        )
    return slug


def free_slug(title: str) -> str:
    """An address for a book that no other book has."""
    plain = unicodedata.normalize("NFKD", title)
    stem = slugify(plain)[:60].strip("-") or "book"
    taken = set(Project.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(s for s in (stem, *(f"{stem}-{n}" for n in range(2, 10_000))) if s not in taken)


def _check_text(field: str, text: str) -> None:
    if "\0" in text:
        raise BadBrief(field, "The text holds a NUL character, so it is not plain text. Remove it.")
    if len(text) > MOST_CHARACTERS:
        raise BadBrief(
            field,
            f"The text has {len(text):,} characters; at most {MOST_CHARACTERS:,} can be used. "
            "Shorten it; sources and drafts do not belong into the brief.",
        )
