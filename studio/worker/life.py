"""One operation from claim to commit: claim, brief, call, journal, hand in, and on.

Every step is a transaction of its own or none at all, so that a worker killed between any two
leaves nothing to mend: the lease ends, and whoever comes next asks what is due.
"""

import logging
import random
from collections.abc import Callable
from functools import partial

from django.db import Error
from django.utils import timezone

from studio.actions import claims, endings, operate
from studio.actions.claims import Claimed
from studio.llm import client
from studio.llm.client import CallFailed, Endpoint, Reply, Usage
from studio.models import Reply as Journalled
from studio.models import Run
from studio.queries import briefs, endpoints, products
from studio.queries.briefs import Brief, TooLong
from studio.queries.products import Unusable
from studio.worker import rows
from studio.worker.faults import point
from studio.worker.keeper import Keeper, Lease

logger = logging.getLogger(__name__)

# Faults of the server, not of the unit: one is enough to know that the others would meet it too.
PAUSES_BOOK = {
    "unreachable", "timeout", "unauthorised", "forbidden", "no_model", "rate_limited",
    "server_error",
}  # fmt: skip
MISTAKE = "The program made a mistake of its own here; what the model wrote is kept."


async def operate_unit(
    unit_id: int, keeper: Keeper, worker: str, is_leaving: Callable[[], bool] = lambda: False
) -> None:
    """Carries out whatever is due at a unit, run after run, until it has to wait."""
    try:
        now = timezone.now()
        claimed = await rows.insist(claims.claim, unit_id, worker=worker, now=now)
        while isinstance(claimed, Claimed):
            point("claimed")
            with keeper.holding(claimed) as lease:
                claimed = await _carry_out(claimed, lease, worker, is_leaving)
    except Error as error:
        # Nothing is lost with the lease: a reply that had arrived is adopted by the next attempt.
        logger.warning("unit %s is given up, for another to take up: %s", unit_id, error)


async def _carry_out(
    claimed: Claimed, lease: Lease, worker: str, is_leaving: Callable[[], bool]
) -> Claimed | None:
    adopted = None
    try:
        endpoint, brief = await rows.insist(_prepare, claimed)
        point("briefed")
        reply, adopted = await _reply(claimed, brief, endpoint, lease)
        point("journalled")
        product = await rows.insist(products.read, brief, reply.text, reply.finish)
        point("parsed")
        hand_in = partial(
            operate.hand_in_and_leave if is_leaving() else operate.hand_in, worker=worker
        )
        next_run = await rows.insist(hand_in, claimed, brief, product, adopted, now=timezone.now())
        point("handed in")
        return next_run
    except CallFailed as failure:
        await _failed_call(claimed, failure)
    except Unusable as unusable:
        await _fail(claimed, unusable.outcome, unusable.words, adopted=adopted)
    except TooLong as too_long:
        await _fail(claimed, "too_long", str(too_long), is_permanent=True)
    except rows.AWAY:
        raise
    except Exception:
        # Counted as an attempt, so that a mistake of ours cannot run in a circle either.
        logger.exception("run %s met a mistake of the program", claimed.run_id)
        await _fail(claimed, "mistake", MISTAKE, adopted=adopted)
    return None
