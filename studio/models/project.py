from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from studio.core.budgets import Account, Amount, Limits, spent_on
from studio.models import statements
from studio.models.kept import Kept

MONEY_LIMIT = 20_000_000


class Autonomy(models.TextChoices):
    ASK = "ask", "Ask each time"
    AHEAD = "ahead", "Stay just ahead of me"
    END = "end", "Run to the end"


class ProjectQuerySet(models.QuerySet["Project"]):
    def of(self, user_id: int) -> Self:
        return self.filter(owner_id=user_id, archived_at=None)


class Project(Kept):
    """One book. Its row is the lock under which everything about the book changes."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    protocol_slug = models.CharField(max_length=40)
    autonomy = models.CharField(max_length=5, choices=Autonomy, default=Autonomy.AHEAD)
    is_running = models.BooleanField(default=False)
    pause_reason = models.TextField(blank=True, default="")
    resumes_at = models.DateTimeField(
        null=True, blank=True, help_text="when it goes on by itself; none where a person has to"
    )
    allowance = models.PositiveIntegerField(default=0, help_text="steps granted, when asked")
    window = ArrayField(models.CharField(max_length=40), default=list, blank=True)
    n_parallel = models.PositiveSmallIntegerField(default=4)
    endpoint = models.ForeignKey(
        "studio.Endpoint", null=True, blank=True, on_delete=models.SET_NULL, related_name="projects"
    )
    token_limit = models.PositiveBigIntegerField(default=2_000_000)
    tokens_spent = models.PositiveBigIntegerField(default=0)
    tokens_reserved = models.PositiveBigIntegerField(default=0)
    money_limit = models.PositiveBigIntegerField(default=MONEY_LIMIT, db_default=MONEY_LIMIT)
    money_spent = models.PositiveBigIntegerField(default=0, db_default=0)
    money_reserved = models.PositiveBigIntegerField(default=0, db_default=0)
    day_token_limit = models.PositiveBigIntegerField(null=True, blank=True)
    day_money_limit = models.PositiveBigIntegerField(null=True, blank=True)
    day_on = models.DateField(null=True, blank=True, help_text="the day of the next two counts")
    day_tokens_spent = models.PositiveBigIntegerField(default=0, db_default=0)
    day_money_spent = models.PositiveBigIntegerField(default=0, db_default=0)
    run_token_limit = models.PositiveBigIntegerField(null=True, blank=True)
    run_money_limit = models.PositiveBigIntegerField(null=True, blank=True)
    model_lists = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="ids of endpoints in order, by step or check; those of all others under ''",
    )
    pauses_while_editing = models.BooleanField(default=True, db_default=True)
    open_edits = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="what its author has open, and whose steps wait for that",
    )
    commit_number = models.PositiveIntegerField(default=0)
    commit_digest = models.CharField(max_length=32, blank=True, default="")
    change_number = models.PositiveBigIntegerField(default=0)
    waits_change = models.PositiveBigIntegerField(
        default=0, help_text="the change at which what units wait for last changed as a whole"
    )
    stands = models.JSONField(
        null=True, blank=True, default=None,
        help_text="how many steps stand and their words, by step and origin; null until counted",
    )  # fmt: skip
    due_on = models.DateField(
        null=True, blank=True, help_text="the day by which its author wants its length reached"
    )
    archived_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)
    seen_where = models.CharField(
        max_length=300, blank=True, default="", db_default="",
        help_text="the address of the text that its author was at last",
    )  # fmt: skip

    objects = ProjectQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_project_has_an_autonomy", condition=Q(autonomy__in=Autonomy.values)
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @classmethod
    def locked(cls, project_id: int) -> "Project":
        """The project, locked until the transaction ends: the first line of every change."""
        found = statements.row(cls, "id = %s FOR NO KEY UPDATE", [project_id])
        if found is None:
            raise cls.DoesNotExist
        return found

    def next_change(self) -> int:
        """The number under which live pages learn of what this transaction changes."""
        self.change_number += 1
        return self.change_number

    def start(self, *, allowance: int = 0) -> None:
        self.is_running, self.pause_reason, self.resumes_at = True, "", None
        self.waits_change = self.change_number + 1
        self.allowance += allowance

    def pause(self, reason: str, *, until: datetime | None = None) -> None:
        """Starts nothing more; what only has to pass by is over at some time, and what a person
        had stopped goes on by their word alone."""
        self.resumes_at = until if self.is_running or self.resumes_at else None
        self.is_running, self.pause_reason, self.allowance = False, reason, 0
        self.waits_change = self.change_number + 1

    def open_window(self, section_ids: list[str]) -> None:
        """The sections that may be worked on while staying just ahead of the author."""
        if section_ids != self.window:
            self.window = section_ids
            self.waits_change = self.change_number + 1

    @property
    def day_limits(self) -> Limits:
        return Limits(self.day_token_limit, self.day_money_limit)

    def account(self, now: datetime) -> Account:
        """What may be spent of this book's limits, on this day."""
        return Account(
            book=Limits(self.token_limit, self.money_limit),
            day=self.day_limits,
            spent=Amount(self.tokens_spent, self.money_spent),
            spent_today=spent_on(self.day_on, timezone.localdate(now), self._counted_on_day),
            reserved=Amount(self.tokens_reserved, self.money_reserved),
        )

    def reserve(self, amount: Amount) -> None:
        """Holds back what a call may take of the limits."""
        self.tokens_reserved += amount.tokens
        self.money_reserved += amount.money

    def charge(self, *, reserved: Amount, spent: Amount, now: datetime) -> None:
        """What was held back is free again; what the call took is gone, today as well."""
        self.tokens_reserved = max(0, self.tokens_reserved - reserved.tokens)
        self.money_reserved = max(0, self.money_reserved - reserved.money)
        if spent == Amount():
            return
        today = timezone.localdate(now)
        counted = spent_on(self.day_on, today, self._counted_on_day) + spent
        self.tokens_spent = max(0, self.tokens_spent + spent.tokens)
        self.money_spent = max(0, self.money_spent + spent.money)
        self.day_on = today
        self.day_tokens_spent, self.day_money_spent = max(0, counted.tokens), max(0, counted.money)

    @property
    def _counted_on_day(self) -> Amount:
        return Amount(self.day_tokens_spent, self.day_money_spent)
