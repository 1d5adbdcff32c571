"""Whether a wanted unit may start now, and if not, why."""

from datetime import datetime

from studio.core import eligibility
from studio.models import Project, Run, Unit
from studio.queries import endpoints
from studio.queries.briefs import MOST_TOKENS


def why_not(project: Project, unit: Unit, now: datetime) -> str:
    """The reason why a wanted unit does not start now, or ''."""
    server = endpoints.endpoint_for(project)
    return eligibility.why_not(
        eligibility.Chances(
            is_running=project.is_running,
            autonomy=project.autonomy,
            # A unit that has a candidate goes on with what was granted.
            allowance=project.allowance + (unit.candidate_id is not None),
            n_unmet=unit.n_unmet,
            section_id=unit.section_id,
            window=tuple(project.window),
            n_active=Run.objects.active().filter(project=project).count(),
            n_parallel=project.n_parallel,
            tokens_left=project.token_limit - project.tokens_spent - project.tokens_reserved,
            tokens_needed=reservation(server.context_tokens) if server else 0,
            has_endpoint=server is not None,
            is_too_early=unit.not_before is not None and unit.not_before > now,
        )
    )


def reservation(context_tokens: int) -> int:
    """All that one call could cost before its prompt is known."""
    return min(context_tokens, 2 * MOST_TOKENS)
