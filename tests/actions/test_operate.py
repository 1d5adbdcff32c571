from dataclasses import replace

import pytest

from studio.actions import claims, endings, operate, running
from studio.actions.claims import Claimed
from studio.core.states import Standing, Work
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.models import Artifact, Blob, Cell, Partial, Reply, Run, Unit
from studio.queries import remembered, verdicts
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


# Replies ------------------------------------------------------------------------------------------


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


# Gates --------------------------------------------------------------------------------------------


def finding(number: int, quote: str, must_fix: bool = True) -> str:
    held = f'"quote": "{quote}", "wrong": "Says who?", "must_fix": {str(must_fix).lower()}'
    return f'{{"findings": [{{"paragraph": {number}, {held}}}]}}'


def checked(book: Book, *replies: str) -> Claimed | None:
    """Composes a passage of three paragraphs, then answers its runs in turn."""
    here = book.compose(SPRING, "Water comes up.", "It is always cold.", "Nobody drinks of it.")
    for said in replies:
        assert here is not None
        here = building.hand_in(here, said)
    return here


PASS = '{"findings": []}'
COLD = finding(2, "always cold")
NEW = '{"paragraphs": [{"paragraph": 2, "text": "In May the spring is cold."}]}'


def goes_on_with(claimed: Claimed | None) -> str:
    """The unit that is written next, at once: the passage after this one."""
    assert claimed is not None
    return Unit.objects.get(pk=claimed.unit_id).key


def test_a_text_that_passes_is_accepted_by_rule(book: Book) -> None:
    assert goes_on_with(checked(book, PASS)) == MOUTH

    unit = book.unit(SPRING)
    assert (unit.standing, unit.accepted_by, unit.work) == ("accepted", "policy", "idle")
    assert [r.verdict for r in unit.reviews.all()] == ["passed"]


def test_a_text_that_fails_is_revised_where_it_failed(book: Book) -> None:
    revise = checked(book, COLD)

    assert revise is not None
    run = Run.objects.get(pk=revise.run_id)
    assert (run.kind, run.order["paragraphs"]) == ("revise", [2])
    assert run.order["findings"] == ["[2] Says who? (“always cold”)"]


def test_a_revision_replaces_the_named_paragraphs_and_no_others(book: Book) -> None:
    again = checked(book, COLD, NEW)

    first, second = book.unit(SPRING).artifacts.order_by("number")
    old, new = building.paragraphs_of(first), building.paragraphs_of(second)
    assert new[0] == old[0]
    assert new[2] == old[2]
    assert (new[1].id, new[1].text) == ("p2", "In May the spring is cold.")
    assert again is not None
    assert Run.objects.get(pk=again.run_id).order["paragraphs"] == [2]


def test_a_revision_inherits_the_reads_of_its_base(book: Book) -> None:
    revise = checked(book, COLD)
    assert revise is not None
    before = dict(book.unit(SPRING).artifacts.get().reads.values_list("key", "digest"))
    book.commit({"brief/voice": {"value": "Plain."}})

    building.hand_in(revise, NEW)

    revised = book.unit(SPRING).artifacts.get(number=2)
    reads = dict(revised.reads.values_list("key", "digest"))
    assert before.items() <= reads.items()
    assert "pass/challenge-revise" in reads


def test_revisions_end_and_the_text_is_held(book: Book) -> None:
    # Twice revised, three times judged: then it is for a person.
    warm = '{"paragraphs": [{"paragraph": 2, "text": "It is always cold, in May at least."}]}'
    hot = '{"paragraphs": [{"paragraph": 2, "text": "It is always cold, in June at least."}]}'

    assert checked(book, COLD, warm, COLD, hot, COLD) is None

    unit = book.unit(SPRING)
    assert (unit.work, unit.held_words) == (Work.HELD, "A check did not pass.")
    assert unit.standing == Standing.NONE
    assert [r.kind for r in unit.runs.order_by("pk")] == [
        "compose", "gate", "revise", "gate", "revise", "gate",
    ]  # fmt: skip


def test_a_revision_that_settles_the_matter_is_accepted(book: Book) -> None:
    assert goes_on_with(checked(book, COLD, NEW, PASS)) == MOUTH

    assert book.unit(SPRING).standing == Standing.ACCEPTED
    assert set(book.unit(SPRING).findings.values_list("state", flat=True)) == {"fixed"}


def test_a_finding_with_a_false_quote_is_counted_and_nothing_more(book: Book) -> None:
    assert goes_on_with(checked(book, finding(2, "never said"))) == MOUTH

    unit = book.unit(SPRING)
    assert unit.standing == Standing.ACCEPTED
    assert not unit.findings.exists()
    assert unit.reviews.get().n_discarded == 1


def test_a_finding_that_need_not_be_settled_stays_a_remark(book: Book) -> None:
    assert goes_on_with(checked(book, finding(2, "always cold", must_fix=False))) == MOUTH

    unit = book.unit(SPRING)
    assert unit.standing == Standing.ACCEPTED
    assert [(f.severity, f.state) for f in unit.findings.all()] == [("should", "open")]


def test_a_check_that_could_not_be_made_is_never_a_pass(book: Book) -> None:
    check = checked(book)
    assert check is not None

    endings.fail(check, "bad_json", "No.", spread=0, now=NOW, is_permanent=True)

    unit = book.unit(SPRING)
    assert (unit.standing, unit.work) == (Standing.NONE, Work.HELD)
    assert [r.verdict for r in unit.reviews.all()] == ["none"]


def test_where_one_of_two_checks_could_not_be_made_the_other_has_not_passed(book: Book) -> None:
    protocol = dict(book.state().entry("protocol") or {})
    style = {**protocol["gates"][0], "slug": "style"}
    passes = [
        {**p, "gates": ["challenge", "style"]} if p["slug"] == "draft" else p
        for p in protocol["passes"]
    ]
    book.commit({"protocol": {**protocol, "gates": [*protocol["gates"], style], "passes": passes}})
    check = checked(book)
    assert check is not None

    endings.fail(check, "bad_json", "No.", spread=0, now=NOW, is_permanent=True)

    unit = book.unit(SPRING)
    assert unit.standing == Standing.NONE
    assert set(unit.reviews.values_list("gate", "verdict")) <= {("challenge", "none")}


def test_with_its_remarks_set_aside_a_failed_text_is_not_revised_but_shown(book: Book) -> None:
    revise = checked(book, COLD)
    assert revise is not None
    endings.let_go(revise, "Closed.", now=NOW)
    book.unit(SPRING).findings.update(state="waived")

    unit = book.unit(SPRING)
    found = claims.due(unit, remembered.protocol_of(book.project), verdicts.of_unit(unit.pk))

    assert found.kind == "judge"


def test_paragraphs_that_passed_are_not_judged_again(book: Book) -> None:
    checked(book, PASS)
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()

    check = book.compose(SPRING, "Water comes up.", "It is new.", "Nobody drinks of it.")

    assert check is not None
    assert Run.objects.get(pk=check.run_id).order["paragraphs"] == [2]
