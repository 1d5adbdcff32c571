from dataclasses import replace

import pytest

from studio.actions import endings, operate, running
from studio.actions.claims import Claimed
from studio.core.states import Standing, Work
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.models import Artifact, Blob, Cell, Partial, Reply, Run
from tests import building
from tests.building import LATER, NOW, Book

SPRING, MOUTH, BED = "draft/s1/spring", "draft/s1/mouth", "draft/s2/bed"
TEXT = building.prose_of("Water comes up from below.", "It is cold.")


def reply(text: str = "Water.", n_in: int = 100, n_out: int = 20) -> Received:
    return Received(text, "stop", Usage(n_in, n_out, False), "scripted", 1.5, "")


def test_a_product_becomes_a_candidate_with_its_reads(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)

    building.hand_in(claimed, TEXT)

    artifact = Artifact.objects.get(run=claimed.run_id)
    assert book.unit(SPRING).candidate == artifact
    assert dict(artifact.reads.values_list("key", "digest")) == brief.reads
    assert artifact.paragraphs == [["p1", "model"], ["p2", "model"]]
    assert (artifact.number, artifact.origin, artifact.n_words) == (1, "model", 8)
    assert Blob.objects.get(pk=artifact.digest).body == TEXT.text


def test_the_cells_that_were_read_are_kept_from_then_on(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)
    building.hand_in(claimed, TEXT)

    kept = Cell.objects.filter(project=book.project_id, key__in=brief.reads)
    assert dict(kept.values_list("key", "digest")) == brief.reads


def test_a_change_between_claim_and_hand_in_is_seen(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)
    book.commit({"brief/intention": {"value": "Else."}})

    check = operate.hand_in(claimed, brief, TEXT, worker="one", now=NOW)
    assert check is not None
    building.hand_in(check, '{"findings": []}')

    unit = book.unit(SPRING)
    # It came too late: it is put aside, and written again from what stands now.
    assert (unit.standing, unit.candidate) == (Standing.NONE, None)
    assert unit.work in (Work.PENDING, Work.ACTIVE)


def test_handing_in_twice_makes_one_version(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)

    first = operate.hand_in(claimed, brief, TEXT, worker="one", now=NOW)
    again = operate.hand_in(claimed, brief, TEXT, worker="one", now=NOW)

    assert Artifact.objects.filter(unit=claimed.unit_id).count() == 1
    assert again == first, "the run that the first began"
    assert operate.hand_in(claimed, brief, TEXT, worker="two", now=LATER) is None


@pytest.mark.parametrize("wrong", [{"token": 99}, {"run_id": 999_999}])
def test_nobody_else_can_hand_in(book: Book, wrong: dict[str, int]) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)

    assert operate.hand_in(replace(claimed, **wrong), brief, TEXT, worker="two", now=NOW) is None
    assert not Artifact.objects.filter(unit=claimed.unit_id)
    assert book.unit(SPRING).work == Work.ACTIVE


def test_a_run_whose_lease_was_taken_back_cannot_hand_in(book: Book) -> None:
    late = book.claim(SPRING)
    brief = building.brief_of(late)
    endings.let_go(late, "Closed.", now=NOW)
    other = book.claim(SPRING)

    assert operate.hand_in(late, brief, TEXT, worker="one", now=LATER) is None

    assert not Artifact.objects.filter(run=late.run_id)
    assert book.unit(SPRING).token == other.token


def test_a_place_that_is_gone_takes_nothing_in(book: Book) -> None:
    claimed = book.claim(BED)
    brief = building.brief_of(claimed)
    book.commit({"section/s2": None})

    assert operate.hand_in(claimed, brief, TEXT, worker="one", now=LATER) is None
    assert book.unit(BED).candidate is None


def test_the_next_run_of_the_unit_follows_at_once(book: Book) -> None:
    check = book.compose(SPRING, "Water comes up from below.")

    assert check is not None
    run = Run.objects.get(pk=check.run_id)
    assert (run.kind, run.gate, run.order["paragraphs"]) == ("gate", "challenge", [1])
    assert run.token > Run.objects.earliest("pk").token
    assert Run.objects.active().count() == 1


@pytest.mark.parametrize("why", ["stopped", "limit", "nobody"])
def test_a_unit_waits_with_its_candidate_where_it_cannot_go_straight_on(
    book: Book, why: str
) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)
    if why == "stopped":
        running.stop(book.project_id, now=NOW)
    if why == "limit":
        running.set_limit(book.project_id, 1, now=NOW)

    worker = "" if why == "nobody" else "one"
    assert operate.hand_in(claimed, brief, TEXT, worker=worker, now=NOW) is None

    unit = book.unit(SPRING)
    assert (unit.work, unit.candidate is not None) == (Work.PENDING, True)
    running.set_limit(book.project_id, 10**6, now=NOW)
    running.resume(book.project_id, now=NOW)
    assert Run.objects.get(pk=book.claim(SPRING).run_id).kind == "gate"


def test_a_whole_reply_is_kept_raw_and_charged_once(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)

    for _ in range(2):
        operate.journal(claimed, brief, reply("  raw ```"), now=NOW)

    kept = Reply.objects.get()
    assert kept.text == "  raw ```"
    assert (book.project.tokens_spent, book.project.tokens_reserved) == (120, 0)


def test_a_reply_is_kept_even_when_the_lease_is_lost(book: Book) -> None:
    claimed = book.claim(SPRING)
    brief = building.brief_of(claimed)
    endings.let_go(claimed, "Closed.", now=NOW)

    operate.journal(claimed, brief, reply(), now=LATER)

    assert Reply.objects.filter(run=claimed.run_id).exists()


def lost_reply(book: Book) -> Claimed:
    """A reply that arrived when its run was lost already; the run that follows it."""
    claimed = book.claim(SPRING)
    operate.journal(claimed, building.brief_of(claimed), reply("Water."), now=NOW)
    endings.let_go(claimed, "Closed.", now=NOW)
    return book.claim(SPRING)


def test_a_reply_that_arrived_is_adopted_by_the_next_run(book: Book) -> None:
    claimed = lost_reply(book)

    found = operate.unused_reply(claimed, building.brief_of(claimed))

    assert found is not None
    row, text = found
    assert text == "Water."
    brief = building.brief_of(claimed)
    operate.hand_in(claimed, brief, TEXT, adopted=row, worker="one", now=NOW)
    row.refresh_from_db()
    assert row.adopted_by_id == claimed.run_id
    assert operate.unused_reply(claimed, brief) is None


def test_a_reply_to_another_prompt_is_not_adopted(book: Book) -> None:
    claimed = lost_reply(book)
    book.commit({"brief/intention": {"value": "Else."}})

    assert operate.unused_reply(claimed, building.brief_of(claimed)) is None


def test_a_useless_reply_is_not_adopted_again(book: Book) -> None:
    claimed = lost_reply(book)
    found = operate.unused_reply(claimed, building.brief_of(claimed))
    assert found is not None

    endings.fail(claimed, "empty", "Nothing.", spread=0, now=NOW, adopted=found[0])

    assert operate.unused_reply(book.claim(SPRING, now=LATER), building.brief_of(claimed)) is None


def test_what_has_streamed_is_shown_and_gone_with_the_version(book: Book) -> None:
    claimed = book.claim(SPRING)
    operate.partial(claimed, "Wat", now=NOW)
    operate.partial(claimed, "Water", now=NOW)
    assert Partial.objects.get().text == "Water"

    building.hand_in(claimed, TEXT)
    assert not Partial.objects.exists()

    operate.partial(claimed, "late", now=NOW)
    assert not Partial.objects.exists()
