from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from studio.core import money
from studio.core.circuits import Circuit
from studio.core.money import Price
from studio.core.pacing import Bucket


class Endpoint(models.Model):
    """A model on an OpenAI-compatible server, as an author set it up: where, with which key, what
    it costs, how often it may be asked, and whether it rests after failing."""

    name = models.CharField(max_length=80)
    base_url = models.URLField(max_length=300)
    api_key = models.CharField(max_length=300, blank=True, default="")
    model = models.CharField(max_length=120)
    context_tokens = models.PositiveIntegerField(default=8192)
    is_demo = models.BooleanField(default=False)
    is_default = models.BooleanField(default=False)
    is_environment = models.BooleanField(
        default=False, db_default=False, help_text="stands for what the environment names"
    )
    price_in = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="millionths of the currency for a million tokens"
    )
    price_out = models.PositiveBigIntegerField(null=True, blank=True)
    requests_per_minute = models.PositiveIntegerField(null=True, blank=True)
    tokens_per_minute = models.PositiveIntegerField(null=True, blank=True)
    requests_full_at = models.DateTimeField(null=True, blank=True)
    tokens_full_at = models.DateTimeField(null=True, blank=True)
    n_failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    open_until = models.DateTimeField(null=True, blank=True)
    trial_run = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the attempt that tries it while it rests"
    )
    failure_words = models.TextField(blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_default_endpoint", fields=["is_default"], condition=Q(is_default=True)
            ),
            models.UniqueConstraint(
                name="one_endpoint_of_the_environment",
                fields=["is_environment"],
                condition=Q(is_environment=True),
            ),
            models.CheckConstraint(
                name="an_endpoint_has_a_context", condition=Q(context_tokens__gte=1024)
            ),
            models.CheckConstraint(
                name="a_price_is_known_whole",
                condition=Q(price_in=None, price_out=None)
                | Q(price_in__isnull=False, price_out__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} at {self.base_url}"

    @property
    def price(self) -> Price | None:
        """What its tokens cost; None where nobody said so."""
        return money.price(self.price_in, self.price_out)

    @property
    def circuit(self) -> Circuit:
        return Circuit(self.n_failures, self.open_until)

    @property
    def is_paced(self) -> bool:
        return bool(self.requests_per_minute or self.tokens_per_minute)

    def wait(self, tokens: int, now: datetime) -> timedelta:
        """How long its rate limits have a call wait."""
        calls = self._requests.wait(1, now) if self.requests_per_minute else 0.0
        amount = self._tokens.wait(tokens, now) if self.tokens_per_minute else 0.0
        return timedelta(seconds=max(calls, amount))

    def guess(self, tokens: int) -> int:
        """What is counted of a call that may take so many tokens before its prompt is known."""
        return min(tokens, (self.tokens_per_minute or 0) // 4)

    def take(self, tokens: int, now: datetime) -> None:
        """Counts a call against its rate limits."""
        if self.requests_per_minute:
            self.requests_full_at = self._requests.take(1, now).full_at
        self.give_back(-tokens, now)

    def give_back(self, tokens: int, now: datetime) -> None:
        """A call turned out to need fewer tokens than were counted."""
        if self.tokens_per_minute:
            self.tokens_full_at = self._tokens.take(-tokens, now).full_at

    def fail(
        self,
        words: str,
        now: datetime,
        *,
        is_enough: bool,
        run_id: int = 0,
        asked: float | None = None,
    ) -> None:
        """It gave no answer; after too many of these it rests. Calls that were under way when it
        came to rest say nothing new."""
        if self.circuit.state(now) == "open" and self.trial_run != run_id:
            return
        self._turn(self.circuit.failed(now, is_enough=is_enough, asked=asked))
        self.failure_words = words

    def try_out(self, run_id: int, now: datetime) -> None:
        """One call tries it, and the others wait for what comes of that."""
        self._turn(self.circuit.tried(now))
        self.trial_run = run_id

    def ease(self, now: datetime) -> None:
        """Somebody said to go on: it may be tried at once."""
        self._turn(self.circuit.eased(now))

    def recover(self) -> None:
        """It answers, or was set up anew."""
        self._turn(Circuit())
        self.failure_words = ""

    def _turn(self, circuit: Circuit) -> None:
        self.n_failures, self.open_until = circuit.n_failures, circuit.open_until
        self.trial_run = None

    @property
    def _requests(self) -> Bucket:
        return Bucket(self.requests_per_minute or 1, self.requests_full_at)

    @property
    def _tokens(self) -> Bucket:
        return Bucket(self.tokens_per_minute or 1, self.tokens_full_at)
