from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from studio.core import money
from studio.core.budgets import Amount, taken
from studio.core.money import Price
from studio.models.artifact import text_of
from studio.models.endpoint import Endpoint
from studio.models.kept import Kept


class RunState(models.TextChoices):
    ACTIVE = "active", "active"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    LOST = "lost", "interrupted"
    STOPPED = "stopped", "stopped"


class RunQuerySet(models.QuerySet["Run"]):
    def active(self) -> Self:
        return self.filter(state=RunState.ACTIVE)

    def expired(self) -> Self:
        """Active runs whose lease has ended, by the database's clock."""
        return self.active().filter(lease_until__lt=Now())


class Run(Kept):
    """One attempt at a unit. Its row is the only truth about who may hand in."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="runs")
    unit = models.ForeignKey(
        "studio.Unit", on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    kind = models.CharField(max_length=12, help_text="compose, gate or revise")
    gate = models.CharField(max_length=40, blank=True, default="")
    token = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=RunState, default=RunState.ACTIVE)
    worker = models.CharField(max_length=80)
    lease_until = models.DateTimeField()
    base = models.ForeignKey(
        "studio.Artifact", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    base_commit = models.PositiveIntegerField()
    order = models.JSONField(default=dict)
    reads = models.JSONField(default=dict, help_text="what a review or a failed run read")
    prompt_digest = models.CharField(max_length=32, blank=True, default="")
    model = models.CharField(max_length=120, blank=True, default="")
    endpoint = models.ForeignKey(
        "studio.Endpoint",
        null=True,
        blank=True,
        # Every run would lock the one row of its model.
        db_index=False,
        db_constraint=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    model_asked = models.CharField(
        max_length=120, blank=True, default="", db_default="", help_text="where it is another one"
    )
    is_trial = models.BooleanField(
        default=False, db_default=False, help_text="its model had failed before"
    )
    price_in = models.PositiveBigIntegerField(null=True, blank=True)
    price_out = models.PositiveBigIntegerField(null=True, blank=True)
    money = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="millionths of the currency; none where it is unknown"
    )
    money_reserved = models.PositiveBigIntegerField(default=0, db_default=0)
    tokens_reserved = models.PositiveIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    is_estimated = models.BooleanField(default=False)
    outcome = models.CharField(max_length=20, blank=True, default="")
    words = models.TextField(blank=True, default="", help_text="the outcome, in plain words")
    is_stop_asked = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    model_seconds = models.FloatField(default=0)

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_run_per_token", fields=["unit", "token"]),
            models.UniqueConstraint(
                name="one_live_lease_per_unit", fields=["unit"], condition=Q(state="active")
            ),
        ]
        indexes = [
            models.Index(name="run_lease", fields=["lease_until"], condition=Q(state="active")),
            models.Index(name="run_active", fields=["project"], condition=Q(state="active")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} run {self.pk}"

    @property
    def price(self) -> Price | None:
        """The price of its model when it began."""
        return money.price(self.price_in, self.price_out)

    @property
    def reserved(self) -> Amount:
        """What it holds back of the limits of its book."""
        if self.money_reserved:
            return Amount(money=self.money_reserved)
        return Amount(tokens=self.tokens_reserved)

    def reserve(self, tokens: int, amount: Amount) -> None:
        """Holds back so many tokens, which take so much of the limits."""
        self.tokens_reserved, self.money_reserved = tokens, amount.money

    def ask(self, endpoint: Endpoint, price: Price | None, *, instead_of: str) -> None:
        """Says which model it asks, at which price, and instead of which other one."""
        self.endpoint, self.model, self.model_asked = endpoint, endpoint.model, instead_of
        self.price_in = price.tokens_in if price else None
        self.price_out = price.tokens_out if price else None
        self.is_trial = endpoint.n_failures > 0

    def cost(self, tokens_in: int, tokens_out: int, *, is_estimated: bool) -> Amount:
        """Notes what its call took, at its own price, and says what that is of the limits."""
        self.tokens_in, self.tokens_out, self.is_estimated = tokens_in, tokens_out, is_estimated
        self.money = self.price.of(tokens_in, tokens_out) if self.price else None
        return taken(self.price, tokens_in, tokens_out)

    def vanish(self) -> Amount:
        """Of a call of which nothing is known, all that was held back is taken for spent."""
        held = self.reserved
        self.tokens_in, self.is_estimated = self.tokens_reserved, True
        self.money = self.money_reserved if held.money or self.price else None
        return held

    def settle(self) -> Amount:
        """Holds nothing back any longer; returns what it held."""
        held = self.reserved
        self.tokens_reserved = self.money_reserved = 0
        return held

    def finish(self, words: str = "", *, now: datetime) -> None:
        self._end(RunState.DONE, "", words, now)

    def fail(self, outcome: str, words: str, *, now: datetime) -> None:
        self._end(RunState.FAILED, outcome, words, now)

    def lose(self, words: str, *, now: datetime) -> None:
        self._end(RunState.LOST, "lost", words, now)

    def stop(self, *, now: datetime) -> None:
        self._end(RunState.STOPPED, "stopped", "Stopped by the author.", now)

    def _end(self, state: str, outcome: str, words: str, now: datetime) -> None:
        self.state, self.outcome, self.words = state, outcome, words
        self.ended_at = now


# Artifacts end in one: with it, prose that is used as it came is kept once and not twice.
LINE_END = "\n"


class Reply(models.Model):
    """A whole reply as it arrived, written before it is read; accepted without the lease too.

    It is kept with one line end after it.

    `adopted_by` is the run that used it: a reply that arrived is never paid for twice.
    """

    run = models.OneToOneField(Run, on_delete=models.CASCADE, related_name="reply")
    unit = models.ForeignKey("studio.Unit", on_delete=models.CASCADE, related_name="replies")
    prompt_digest = models.CharField(max_length=32)
    digest = models.CharField(max_length=32)
    finish = models.CharField(max_length=20)
    model = models.CharField(max_length=120)
    tokens_in = models.PositiveIntegerField()
    tokens_out = models.PositiveIntegerField()
    is_estimated = models.BooleanField(default=False)
    adopted_by = models.OneToOneField(
        Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="adopted"
    )
    arrived_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                name="reply_unused", fields=["unit", "prompt_digest"], condition=Q(adopted_by=None)
            ),
        ]

    def __str__(self) -> str:
        return f"reply to run {self.run_id}"

    @property
    def text(self) -> str:
        """The reply as it arrived."""
        return text_of(self.digest).removesuffix(LINE_END)


class Partial(models.Model):
    """What has streamed so far, with what the run began from; written every half second, gone with
    the run's artifact."""

    run = models.OneToOneField(
        Run, primary_key=True, on_delete=models.CASCADE, related_name="partial"
    )
    text = models.TextField()
    reads = models.JSONField(default=dict, db_default={}, help_text="what its prompt was made from")
    written_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"partial of run {self.run_id}"
