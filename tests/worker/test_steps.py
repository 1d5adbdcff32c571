"""The steps of an operation, each done twice, too late, or in the wrong order."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from studio.actions import claims, endings, operate, readiness, running
from studio.actions.claims import Claimed
from studio.llm import client
from studio.llm.client import Reply as Received
from studio.models import Artifact, Partial, Project, Reply, Run, Unit
from studio.queries import products, remembered
from studio.queries.briefs import Brief
from studio.worker import life, sweeper
from tests import truths
from tests.processes import begin
from tests.scripted import Server, scripted_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def model() -> Iterator[Server]:
    with scripted_server() as running_server:
        yield running_server


@dataclass
class Step:
    """A run that has its reply, and the moment at which it was claimed."""

    claimed: Claimed
    brief: Brief
    received: Received

    def journal(self) -> None:
        operate.journal(self.claimed, self.brief, self.received, now=timezone.now())

    def hand_in(self, *, worker: str = "here", now: datetime | None = None) -> Claimed | None:
        product = products.read(self.brief, self.received.text, self.received.finish)
        return operate.hand_in(
            self.claimed, self.brief, product, worker=worker, now=now or timezone.now()
        )


@pytest.fixture
def book(model: Server) -> int:
    return begin(model, words=300)


@pytest.fixture
def step(book: int) -> Step:
    return answered(claim(book))


def claim(book: int, now: datetime | None = None) -> Claimed:
    unit = Unit.objects.ready().filter(project=book).earliest("place")
    claimed = claims.claim(unit.pk, worker="here", now=now or timezone.now())
    assert isinstance(claimed, Claimed)
    return claimed


def answered(claimed: Claimed) -> Step:
    endpoint, brief, _ = life._prepare(claimed)
    return Step(claimed, brief, asyncio.run(client.complete(endpoint, brief.prompt)))


def gated(book: int, step: Step) -> Step:
    """The step of a unit whose next run is a gate."""
    while True:
        step.journal()
        protocol = remembered.protocol_of(Project.objects.get(pk=book))
        unit = Unit.objects.get(pk=step.claimed.unit_id)
        if protocol.passes[unit.pass_slug].gates and unit.candidate is None:
            return step
        step = answered(step.hand_in() or claim(book))


def unit_of(step: Step) -> Unit:
    return Unit.objects.get(pk=step.claimed.unit_id)


def expire(claimed: Claimed) -> None:
    Run.objects.filter(pk=claimed.run_id).update(lease_until=timezone.now() - timedelta(1))


def test_claiming_again_when_the_answer_was_lost_gives_the_same_run(book: int) -> None:
    unit = Unit.objects.ready().get(project=book)
    now = timezone.now()

    first = claims.claim(unit.pk, worker="here", now=now)

    assert claims.claim(unit.pk, worker="here", now=now) == first
    assert claims.claim(unit.pk, worker="there", now=now) == "gone"
    assert claims.claim(unit.pk, worker="here", now=timezone.now()) == "gone"


def test_a_journal_written_twice_is_charged_once(book: int, step: Step) -> None:
    step.journal()
    spent = Project.objects.get(pk=book).tokens_spent

    step.journal()

    project = Project.objects.get(pk=book)
    assert spent == project.tokens_spent > 0
    assert project.tokens_reserved == 0


def test_handing_in_twice_makes_one_artifact(step: Step) -> None:
    step.journal()
    step.hand_in()

    assert step.hand_in() is None

    assert Artifact.objects.filter(run=step.claimed.run_id).count() == 1


def test_handing_in_again_when_the_answer_was_lost_goes_on_with_the_same_run(
    book: int, step: Step
) -> None:
    step, now = gated(book, step), timezone.now()

    onward = step.hand_in(now=now)

    assert onward is not None
    assert step.hand_in(now=now) == onward


def test_a_run_whose_lease_was_taken_back_cannot_hand_in(step: Step) -> None:
    expire(step.claimed)
    assert endings.reap(now=timezone.now()) == 1

    step.journal()
    assert step.hand_in() is None

    assert unit_of(step).candidate is None
    assert not Artifact.objects.exists()


def test_a_lease_that_was_renewed_meanwhile_is_not_taken_back(step: Step) -> None:
    claims.renew([step.claimed], seconds=30)

    assert sweeper.sweep()[0] == 0


def test_the_reply_of_a_lost_run_is_adopted_by_the_next(book: int, step: Step) -> None:
    step.journal()
    expire(step.claimed)
    endings.reap(now=timezone.now())
    again = claim(book)
    brief = life._prepare(again)[1]

    found = operate.unused_reply(again, brief)

    assert found is not None
    assert found[1] == step.received.text
    onward = replace(step, claimed=again, brief=brief)
    product = products.read(brief, step.received.text, "stop")
    operate.hand_in(again, brief, product, adopted=found[0], worker="here", now=timezone.now())
    assert operate.unused_reply(again, brief) is None
    assert Artifact.objects.get().run_id == onward.claimed.run_id


def test_a_useless_reply_is_adopted_once_and_never_again(book: int, step: Step) -> None:
    step.journal()
    expire(step.claimed)
    endings.reap(now=timezone.now())
    again = claim(book)
    reply = Reply.objects.get()

    endings.fail(again, "bad_json", "It is not JSON.", spread=0, now=timezone.now(), adopted=reply)

    Unit.objects.update(not_before=None)
    third = claim(book)
    assert operate.unused_reply(third, replace(step.brief, digest=reply.prompt_digest)) is None


def test_who_leaves_hands_in_without_going_on(book: int, step: Step) -> None:
    step = gated(book, step)

    assert step.hand_in(worker="") is None

    unit = unit_of(step)
    assert (unit.work, unit.candidate is None) == ("pending", False)
    assert not Run.objects.active().exists()


def test_a_stop_that_meets_a_reply_keeps_it_and_asks_for_no_more(book: int, step: Step) -> None:
    step = gated(book, step)
    running.stop_unit(step.claimed.unit_id, now=timezone.now())

    assert step.hand_in() is None

    unit = unit_of(step)
    assert (unit.work, unit.held_reason, unit.candidate is None) == ("held", "stopped", False)
    running.retry(unit.pk, now=timezone.now())
    unit.refresh_from_db()
    assert (unit.work, unit.candidate is None) == ("pending", False)


def test_a_run_whose_unit_is_gone_is_ended_when_its_lease_is(book: int, step: Step) -> None:
    unit = unit_of(step)
    unit.retire()
    unit.save()
    step.journal()
    assert step.hand_in() is None
    expire(step.claimed)

    assert sweeper.sweep()[0] == 1

    assert not Run.objects.active().exists()
    assert Project.objects.get(pk=book).tokens_reserved == 0
    truths.assert_numbered(book)


def test_a_unit_refused_because_of_others_is_rung_for_when_they_end(book: int) -> None:
    Project.objects.update(n_parallel=0)
    unit = Unit.objects.ready().get(project=book)
    Unit.objects.update(rung_at=timezone.now())

    assert claims.claim(unit.pk, worker="here", now=timezone.now()) == "busy"

    Project.objects.update(n_parallel=1)
    project = Project.objects.get(pk=book)
    assert readiness.ring_ready(project, now=timezone.now()) == [unit.pk]


def test_a_unit_refused_as_too_early_does_not_ring_for_itself(book: int) -> None:
    unit = Unit.objects.ready().get(project=book)
    Unit.objects.update(not_before=timezone.now() + timedelta(seconds=60))
    before = _n_jobs()

    assert claims.claim(unit.pk, worker="here", now=timezone.now()) == "later"

    assert _n_jobs() == before


def _n_jobs() -> int:
    return ProcrastinateJob.objects.count()


def test_partial_text_is_shown_only_of_a_run_that_is_active(step: Step) -> None:
    operate.partial(step.claimed, "Once", now=timezone.now())
    operate.partial(step.claimed, "Once upon", now=timezone.now())
    assert Partial.objects.get().text == "Once upon"
    step.journal()
    step.hand_in()

    operate.partial(step.claimed, "Once upon a time", now=timezone.now())

    assert not Partial.objects.exists()


def test_a_book_that_cannot_be_mended_does_not_keep_the_leases_of_others(
    model: Server, book: int, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = claim(book), claim(begin(model, words=300))
    for claimed in (broken, other):
        expire(claimed)
    # What was reserved cannot be added to what was spent: a mistake that every attempt meets.
    Run.objects.filter(pk=broken.run_id).update(tokens_reserved=2**31 - 1)
    Project.objects.filter(pk=book).update(tokens_spent=2**63 - 1)

    assert endings.reap(now=timezone.now()) == 1

    assert "cannot be taken back" in caplog.text
    assert [run.pk for run in Run.objects.active()] == [broken.run_id]
