"""Whether a wanted unit may start now, and if not, why."""

from dataclasses import dataclass
from datetime import datetime

from studio.core import eligibility, open_edits, operation
from studio.core.budgets import Account
from studio.core.open_edits import Edits
from studio.models import Project, Unit, statements
from studio.queries import choosing
from studio.queries.choosing import Choice, Choices
from studio.queries.endpoints import GATE, OTHERS

N_ACTIVE = "SELECT count(*) FROM studio_run WHERE project_id = %s AND state = 'active'"


@dataclass(frozen=True, slots=True)
class BookChances:
    """What decides for all units of a book alike; asked once for many units."""

    is_running: bool
    autonomy: str
    allowance: int
    window: tuple[str, ...]
    n_active: int
    n_parallel: int
    account: Account
    choices: Choices
    edits: Edits
    now: datetime

    def why_not(
        self,
        *,
        step: str,
        n_given_up: int,
        section_id: str,
        n_unmet: int,
        has_candidate: bool,
        is_too_early: bool,
        is_granted: bool,
    ) -> str:
        """The reason why a wanted unit does not start now, or ''."""
        return eligibility.why_not(
            eligibility.Chances(
                is_running=self.is_running,
                autonomy=self.autonomy,
                # A unit that has a candidate goes on with what was granted.
                allowance=self.allowance + has_candidate,
                n_unmet=n_unmet,
                section_id=section_id,
                window=self.window,
                n_active=self.n_active,
                n_parallel=self.n_parallel,
                lacks=self.lacks(self.choices.of(step, n_given_up)),
                is_too_early=is_too_early,
                is_granted=is_granted,
                is_edited=bool(
                    open_edits.holding(self.edits, section_id, self.now, is_granted=is_granted)
                ),
            )
        )

    @property
    def has_model(self) -> bool:
        """Whether anything can be proposed: without a model there is no Resume."""
        return self.choices.of(OTHERS) != choosing.NO_MODEL

    def lacks(self, choice: Choice | str) -> str:
        """What keeps a call from being made: no model, a limit, or the pace of its model."""
        if not isinstance(choice, Choice):
            return choice
        return self.account.why_not(choice.amount) or ("paced" if choice.wait else "")

    def choice(self, step: str, n_given_up: int, gate: str = "") -> Choice:
        """The model of a run that may start. A check whose own models cannot be asked is done by
        those of its step."""
        if gate:
            own = self.choices.of(GATE + gate, n_given_up)
            if isinstance(own, Choice) and not self.lacks(own):
                return own
        chosen = self.choices.of(step, n_given_up)
        assert isinstance(chosen, Choice), "the caller asked whether it may start"
        return chosen


def of_book(project: Project, now: datetime) -> BookChances:
    """The chances of a book's units as they stand."""
    return _of(project, choosing.of_book(project, now), now)


def to_claim(project: Project, now: datetime) -> BookChances:
    """The same for a claim, under the locks that it needs."""
    return _of(project, choosing.locked(project, now), now)


def _of(project: Project, choices: Choices, now: datetime) -> BookChances:
    return BookChances(
        is_running=project.is_running,
        autonomy=project.autonomy,
        allowance=project.allowance,
        window=tuple(project.window),
        n_active=statements.value(N_ACTIVE, [project.pk]),
        n_parallel=project.n_parallel,
        account=project.account(now),
        choices=choices,
        edits=project.open_edits if project.pauses_while_editing else {},
        now=now,
    )


def of_unit(book: BookChances, unit: Unit, now: datetime) -> str:
    """The reason why a wanted unit does not start now, or '', where the chances of its book are
    known."""
    return book.why_not(
        step=unit.pass_slug,
        n_given_up=unit.n_given_up,
        section_id=unit.section_id,
        n_unmet=unit.n_unmet,
        has_candidate=unit.candidate_id is not None,
        is_too_early=operation.is_too_early(unit.not_before, now),
        is_granted=unit.is_granted,
    )
