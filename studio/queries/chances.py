"""Whether a wanted unit may start now, and if not, why."""

from dataclasses import dataclass
from datetime import datetime

from studio.core import eligibility
from studio.core.budgets import MOST_TOKENS
from studio.models import Project, Unit, statements
from studio.queries import endpoints

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
    tokens_left: int
    tokens_needed: int
    has_endpoint: bool

    def why_not(
        self,
        *,
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
                tokens_left=self.tokens_left,
                tokens_needed=self.tokens_needed,
                has_endpoint=self.has_endpoint,
                is_too_early=is_too_early,
                is_granted=is_granted,
            )
        )


def of_book(project: Project) -> BookChances:
    """The chances of a book's units as they stand."""
    server = endpoints.endpoint_for(project)
    return BookChances(
        is_running=project.is_running,
        autonomy=project.autonomy,
        allowance=project.allowance,
        window=tuple(project.window),
        n_active=statements.value(N_ACTIVE, [project.pk]),
        n_parallel=project.n_parallel,
        tokens_left=project.token_limit - project.tokens_spent - project.tokens_reserved,
        tokens_needed=reservation(server.context_tokens) if server else 0,
        has_endpoint=server is not None,
    )


def why_not(project: Project, unit: Unit, now: datetime) -> str:
    """The reason why a wanted unit does not start now, or ''."""
    return of_unit(of_book(project), unit, now)


def of_unit(book: BookChances, unit: Unit, now: datetime) -> str:
    """The same where the chances of the book are known."""
    return book.why_not(
        section_id=unit.section_id,
        n_unmet=unit.n_unmet,
        has_candidate=unit.candidate_id is not None,
        is_too_early=unit.not_before is not None and unit.not_before > now,
        is_granted=unit.is_granted,
    )


def reservation(context_tokens: int) -> int:
    """All that one call could cost before its prompt is known."""
    return min(context_tokens, 2 * MOST_TOKENS)
