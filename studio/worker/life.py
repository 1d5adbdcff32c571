"""One operation from claim to commit: claim, brief, call, journal, hand in, and on.

Every step is a transaction of its own or none at all, so that a worker killed between any two
leaves nothing to mend: the lease ends, and whoever comes next asks what is due.
"""

import logging
import random

from django.conf import settings
from django.utils import timezone

from studio.actions import claims, endings, operate
from studio.actions.claims import Claimed
from studio.llm import client
from studio.llm.client import CallFailed, Endpoint, Reply, Usage
from studio.models import Reply as Journalled
from studio.models import Run
from studio.queries import briefs, endpoints, products
from studio.queries.briefs import Brief, TooLong
from studio.queries.products import Product, Unusable
from studio.worker import rows
from studio.worker.faults import point
from studio.worker.keeper import Keeper, Lease

logger = logging.getLogger(__name__)

# Faults of the server, not of the unit: one is enough to know that the others would meet it too.
PAUSES_BOOK = {
    "unreachable", "timeout", "unauthorised", "forbidden", "no_model", "rate_limited",
    "server_error",
}  # fmt: skip
PATIENCE = 60.0


async def operate_unit(unit_id: int, keeper: Keeper, worker: str) -> None:
    """Carries out whatever is due at a unit, run after run, until it has to wait."""
    claimed: Claimed | str | None
    claimed = await rows.call(claims.claim, unit_id, worker=worker, now=timezone.now())
    while isinstance(claimed, Claimed):
        point("claimed")
        with keeper.holding(claimed) as lease:
            claimed = await _carry_out(claimed, lease, worker)


async def _carry_out(claimed: Claimed, lease: Lease, worker: str) -> Claimed | None:
    try:
        endpoint, brief = await rows.call(_prepare, claimed)
        point("briefed")
        reply, adopted = await _reply(claimed, brief, endpoint, lease)
        point("journalled")
        product = await rows.call(products.read, brief, reply.text, reply.finish)
        point("parsed")
        next_run = await rows.insist(
            operate.hand_in, PATIENCE, claimed, brief, product,
            adopted=adopted, worker=worker, now=timezone.now(),
        )  # fmt: skip
        point("handed in")
        return next_run
    except CallFailed as failure:
        await _failed_call(claimed, failure)
    except Unusable as unusable:
        await _fail(claimed, unusable.outcome, unusable.words)
    except TooLong as too_long:
        await _fail(claimed, "too_long", str(too_long), is_permanent=True)
    return None


def _prepare(claimed: Claimed) -> tuple[Endpoint, Brief]:
    run = Run.objects.select_related(
        "unit__candidate", "unit__current", "base", "project__endpoint"
    ).get(pk=claimed.run_id)
    endpoint = endpoints.endpoint_for(run.project)
    if endpoint is None:
        raise CallFailed("no_model", "No model is set up.", is_permanent=True)
    return endpoint, briefs.assemble(run, endpoint)


async def _reply(
    claimed: Claimed, brief: Brief, endpoint: Endpoint, lease: Lease
) -> tuple[Reply, Journalled | None]:
    """A reply that had arrived and was never used, or a new one, journalled raw."""
    found = await rows.call(operate.unused_reply, claimed, brief)
    if found is not None:
        row, text = found
        usage = Usage(row.tokens_in, row.tokens_out, row.is_estimated)
        return Reply(text, row.finish, usage, row.model, 0.0, ""), row

    def show(text: str) -> None:
        lease.text = text

    received = await client.complete(
        endpoint, brief.prompt, on_text=show, is_stopped=lambda: lease.is_over
    )
    point("replied")
    await rows.insist(operate.journal, PATIENCE, claimed, brief, received, now=timezone.now())
    return received, None


async def _failed_call(claimed: Claimed, failure: CallFailed) -> None:
    if failure.outcome == "stopped":
        await rows.insist(endings.stopped, PATIENCE, claimed, now=timezone.now())
        return
    await _fail(
        claimed,
        failure.outcome,
        failure.words,
        retry_after=failure.retry_after,
        is_permanent=failure.is_permanent,
        pauses_book=failure.outcome in PAUSES_BOOK,
    )


async def _fail(
    claimed: Claimed,
    outcome: str,
    words: str,
    *,
    retry_after: float | None = None,
    is_permanent: bool = False,
    pauses_book: bool = False,
) -> None:
    logger.info("run %s came to nothing: %s", claimed.run_id, outcome)
    await rows.insist(
        endings.fail, PATIENCE, claimed, outcome, words,
        spread=random.random(), now=timezone.now(), retry_after=retry_after,
        is_permanent=is_permanent, pauses_book=pauses_book,
    )  # fmt: skip


def lease_seconds() -> float:
    """How long a lease lasts without being renewed."""
    return float(settings.STUDIO.lease_seconds)
