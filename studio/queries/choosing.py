"""Which model a step asks now, what that may cost, and why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from studio.core import budgets, circuits
from studio.core.budgets import Amount
from studio.core.money import Price
from studio.llm.calls import Endpoint as Server
from studio.models import Endpoint, Project, statements
from studio.queries import endpoints

NO_MODEL, COMING, RESTING = "no model", "coming", "resting"


@dataclass(frozen=True, slots=True)
class Choice:
    """A model that may be asked. `amount` is what a call may take of the limits before its prompt
    is known, `tokens` the same in tokens whatever they cost."""

    row: Endpoint
    price: Price | None
    amount: Amount
    tokens: int
    asked: str
    opens_trial: bool
    wait: timedelta

    @property
    def is_trial(self) -> bool:
        """Whether its success is to be noted, since it failed before."""
        return self.row.n_failures > 0

    @property
    def paced_tokens(self) -> int:
        """What is counted against a rate limit before the prompt is known."""
        return self.row.guess(self.tokens)


class Choices:
    """The models of a book at one moment."""

    def __init__(self, project: Project, rows: Mapping[int, Endpoint], now: datetime) -> None:
        self._project, self._rows, self._now = project, rows, now
        self._made: dict[tuple[str, int], Choice | str] = {}

    def of(self, step: str, n_given_up: int = 0) -> Choice | str:
        """The model that a step asks, or why there is none: no model, or it is not up yet, or all
        of them rest."""
        key = (step, n_given_up)
        if key not in self._made:
            self._made[key] = self._choose(step, n_given_up)
        return self._made[key]

    def resting_words(self) -> str:
        """Why the models of the book rest, in the words of the last failure."""
        open_rows = [r for r in self._rows.values() if r.circuit.state(self._now) == "open"]
        said = [row.failure_words for row in open_rows if row.failure_words]
        return " ".join(dict.fromkeys(said))

    def rested_at(self, step: str, n_given_up: int) -> datetime | None:
        """When the first model that a step may ask has rested; None where none is tried unasked."""
        rows = [row for row, _ in self._servers(step)]
        tried = rows[min(n_given_up, len(rows) - 1) :] if rows else []
        ends = [r.open_until for r in tried if r.open_until and not r.circuit.is_given_up]
        return min(ends, default=None)

    def _servers(self, step: str) -> list[tuple[Endpoint, Server]]:
        listed = endpoints.order(self._project, self._rows, step)
        return [(row, s) for row in listed if (s := endpoints.server(row))]

    def _choose(self, step: str, n_given_up: int) -> Choice | str:
        found = self._servers(step)
        if not found:
            is_coming = endpoints.is_coming(self._project, self._rows, step)
            return COMING if is_coming else NO_MODEL
        rows = [row for row, _ in found]
        most = len(rows) - 1
        chosen = circuits.choose([r.circuit for r in rows], min(n_given_up, most), self._now)
        if chosen is None:
            return RESTING
        row, server = found[chosen.place]
        return self._choice(row, server.context_tokens, rows[0], opens_trial=chosen.is_trial)

    def _choice(
        self, row: Endpoint, context_tokens: int, first: Endpoint, *, opens_trial: bool
    ) -> Choice:
        most = budgets.most_of_call(context_tokens)
        price = endpoints.price(row)
        choice = Choice(
            row=row,
            price=price,
            amount=budgets.taken(price, *most),
            tokens=sum(most),
            asked="" if row is first else first.name,
            opens_trial=opens_trial,
            wait=timedelta(),
        )
        return choice if not row.is_paced else _paced(choice, self._now)


def of_book(project: Project, now: datetime) -> Choices:
    """The models of a book as they stand."""
    return Choices(project, endpoints.known(), now)


def locked(project: Project, now: datetime) -> Choices:
    """The same for a claim: nobody else counts calls against the same rate limits meanwhile."""
    rows = endpoints.known()
    paced = [pk for pk, row in rows.items() if row.is_paced]
    if paced:
        held = "id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
        rows |= {row.pk: row for row in statements.rows(Endpoint, held, [paced])}
    return Choices(project, rows, now)


def needed(project: Project, now: datetime) -> Amount:
    """What the next call of a book may take of its limits."""
    found = of_book(project, now).of(endpoints.OTHERS)
    return found.amount if isinstance(found, Choice) else Amount()


def _paced(choice: Choice, now: datetime) -> Choice:
    wait = choice.row.wait(choice.paced_tokens, now)
    return replace(choice, wait=wait)
