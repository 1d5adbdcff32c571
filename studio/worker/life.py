"""One operation from claim to commit: claim, brief, call, journal, hand in, and on.

Every step is a transaction of its own or none at all, so that a worker killed between any two
leaves nothing to mend: the lease ends, and whoever comes next asks what is due.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from importlib import import_module

from django.db import Error
from django.utils import timezone

from studio.actions import claims, endings, operate
from studio.actions.claims import Claimed
from studio.actions.partials import Arrived
from studio.core import beginnings
from studio.llm import tokens
from studio.llm.calls import CallFailed, Endpoint, Patience, Reply
from studio.models import Endpoint as Model
from studio.models import Reply as Journalled
from studio.models import Run
from studio.queries import briefs, endpoints, products, spending
from studio.queries.briefs import Brief, TooLong
from studio.queries.products import Product, Unusable
from studio.queries.spending import TooDear
from studio.worker import rows
from studio.worker.faults import point, step
from studio.worker.keeper import Keeper, Lease

logger = logging.getLogger(__name__)

# Faults of the server, not of the unit: one is enough to know that the others would meet it too.
PAUSES_BOOK = {
    "unreachable", "timeout", "unauthorised", "forbidden", "no_model", "rate_limited",
    "server_error",
}  # fmt: skip
# How long a server may be silent.
PATIENCE = Patience()
MISTAKE = "The program made a mistake of its own here; what the model wrote is kept."


async def operate_unit(
    unit_id: int, keeper: Keeper, worker: str, is_leaving: Callable[[], bool] = lambda: False
) -> None:
    """Carries out whatever is due at a unit, run after run, until it has to wait."""
    try:
        claimed: Claimed | str | None
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
    adopted: Journalled | None = None
    asked: Brief | None = None
    try:
        endpoint, brief, unused = await rows.insist(_prepare, claimed)
        asked = brief
        point("briefed")
        if unused is None:
            received = await _received(brief, endpoint, lease)
            product = await rows.insist(_journalled, claimed, brief, received)
        else:
            adopted, text = unused
            product = await rows.insist(_read, brief, text, adopted.finish)
        point("parsed")
        next_run = await rows.insist(
            operate.hand_in, claimed, brief, product,
            adopted=adopted, worker="" if is_leaving() else worker, now=timezone.now(),
        )  # fmt: skip
        point("handed in")
        return next_run
    except CallFailed as failure:
        await _failed_call(claimed, failure, asked)
    except Unusable as unusable:
        arrived = Arrived(unusable.partial, asked.reads) if asked else None
        await _fail(claimed, unusable.outcome, unusable.words, adopted=adopted, arrived=arrived)
    except TooDear as too_dear:
        await _fail(claimed, "too_dear", str(too_dear), is_permanent=True)
    except TooLong as too_long:
        await _fail(claimed, "too_long", str(too_long), is_permanent=True)
    except rows.AWAY:
        raise
    except Exception:
        # Counted as an attempt, so that a mistake of ours cannot run in a circle either.
        logger.exception("run %s met a mistake of the program", claimed.run_id)
        await _fail(claimed, "mistake", MISTAKE, adopted=adopted)
    return None


def _prepare(claimed: Claimed) -> tuple[Endpoint, Brief, tuple[Journalled, str] | None]:
    """What is to be asked of whom, and the reply to it if one had arrived and was never used."""
    run, row = briefs.run_at_hand(claimed.run_id)
    endpoint = endpoints.server(row) if row else endpoints.endpoint_for(run.project)
    if endpoint is None:
        raise CallFailed("no_model", "No model is set up.", is_permanent=True)
    brief = briefs.assemble(run, endpoint)
    # Before a unit's first run nothing can have arrived for it.
    unused = operate.unused_reply(claimed, brief) if claimed.token > 1 else None
    if unused is None:
        _reserve(claimed, run, row, brief)
    return endpoint, brief, unused


def _reserve(claimed: Claimed, run: Run, row: Model | None, brief: Brief) -> None:
    """With the prompt it is known what a call may take; where somebody may wait for what is held
    back too much, that is given back."""
    now = timezone.now()
    tokens_in, tokens_out = spending.most_of(brief.n_tokens, brief.prompt.max_tokens)
    spending.check(run, tokens_in, tokens_out)
    if spending.is_scarce(run, now) or (row and row.tokens_per_minute):
        operate.lower(claimed, tokens_in, tokens_out, now=now)


async def _received(brief: Brief, endpoint: Endpoint, lease: Lease) -> Reply:
    """A new reply, whole."""
    # Here, because its SDK takes longer to load than a claim takes; and waited for in a thread,
    # because leases are to be kept meanwhile.
    await asyncio.to_thread(import_module, "studio.llm.client")
    from studio.llm import client

    lease.reads = brief.reads

    def show(text: str) -> None:
        lease.text = beginnings.joined(brief.begun, text)
        point("streaming")

    received = await client.complete(
        endpoint,
        brief.prompt,
        on_text=show,
        is_stopped=lambda: lease.is_over,
        patience=PATIENCE,
    )
    point("replied")
    return received


def _journalled(claimed: Claimed, brief: Brief, received: Reply) -> Product:
    """Keeps a reply, raw, and only then reads it."""
    with step("journal"):
        operate.journal(claimed, brief, received, now=timezone.now())
    return _read(brief, received.text, received.finish)


def _read(brief: Brief, text: str, finish: str) -> Product:
    point("journalled")
    return products.read(brief, text, finish)


async def _failed_call(claimed: Claimed, failure: CallFailed, asked: Brief | None) -> None:
    arrived = _arrived(asked, failure.partial)
    if failure.outcome == "stopped":
        await rows.insist(endings.stopped, claimed, now=timezone.now(), arrived=arrived)
        return
    await _fail(
        claimed,
        failure.outcome,
        failure.words + _what_was_left_out(asked, failure.outcome),
        retry_after=failure.retry_after,
        is_permanent=failure.is_permanent and not _may_be_tighter(asked, failure.outcome),
        pauses_book=failure.outcome in PAUSES_BOOK,
        arrived=arrived,
    )


def _arrived(asked: Brief | None, text: str) -> Arrived | None:
    if asked is None or not text:
        return None
    used = (asked.n_tokens, tokens.estimate(text))
    return Arrived(beginnings.joined(asked.begun, text), asked.reads, used)


def _may_be_tighter(asked: Brief | None, outcome: str) -> bool:
    """A prompt that was too long for the server is tried once more with less in it."""
    return outcome == "too_long" and asked is not None and not asked.is_tight


def _what_was_left_out(asked: Brief | None, outcome: str) -> str:
    is_told = outcome == "too_long" and asked is not None and asked.is_tight
    return f" It was tried without {', '.join(briefs.LEAVE_OUT)} as well." if is_told else ""


async def _fail(
    claimed: Claimed,
    outcome: str,
    words: str,
    *,
    retry_after: float | None = None,
    is_permanent: bool = False,
    pauses_book: bool = False,
    adopted: Journalled | None = None,
    arrived: Arrived | None = None,
) -> None:
    logger.info("run %s came to nothing: %s", claimed.run_id, outcome)
    await rows.insist(
        endings.fail, claimed, outcome, words,
        spread=random.random(), now=timezone.now(), retry_after=retry_after,
        is_permanent=is_permanent, pauses_book=pauses_book, adopted=adopted, arrived=arrived,
    )  # fmt: skip
