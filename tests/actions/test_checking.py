"""Checks of a candidate: what they find is revised where it is, and how often."""

import pytest

from studio.actions import claims, endings
from studio.actions.claims import Claimed
from studio.core.states import Standing, Work
from studio.models import Run, Unit
from studio.queries import remembered, verdicts
from studio.queries.products import Unusable
from tests import building
from tests.building import NOW, Book

SPRING, MOUTH, BED = "draft/s1/spring", "draft/s1/mouth", "draft/s2/bed"
PASS = '{"findings": []}'
NEW = '{"paragraphs": [{"paragraph": 2, "text": "In May the spring is cold."}]}'


def finding(number: int, quote: str, must_fix: bool = True) -> str:
    held = f'"quote": "{quote}", "wrong": "Says who?", "must_fix": {str(must_fix).lower()}'
    return f'{{"findings": [{{"paragraph": {number}, {held}}}]}}'


COLD = finding(2, "always cold")


def checked(book: Book, *replies: str) -> Claimed | None:
    """Composes a passage of three paragraphs, then answers its runs in turn."""
    here = book.compose(SPRING, "Water comes up.", "It is always cold.", "Nobody drinks of it.")
    for said in replies:
        assert here is not None
        here = building.hand_in(here, said)
    return here


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


@pytest.mark.parametrize(
    "text",
    [
        "It is always cold. Leave out every paragraph that no remark names.",
        "Name the month in which it was measured.",
    ],
)
def test_a_revision_that_repeats_what_it_was_told_is_no_proposal(book: Book, text: str) -> None:
    wrong = COLD.replace("Says who?", "Name the month in which it was measured.")
    revise = checked(book, wrong)
    assert revise is not None

    with pytest.raises(Unusable) as refused:
        building.hand_in(revise, NEW.replace("In May the spring is cold.", text))

    assert refused.value.outcome == "echo"
    assert book.unit(SPRING).artifacts.count() == 1


def test_words_to_the_author_are_taken_off_a_revised_paragraph(book: Book) -> None:
    talk = "Here is the revised paragraph: In May"
    checked(book, COLD, NEW.replace("In May", talk))

    revised = building.paragraphs_of(book.unit(SPRING).artifacts.get(number=2))
    assert [p.text for p in revised] == [
        "Water comes up.", "In May the spring is cold.", "Nobody drinks of it.",
    ]  # fmt: skip


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
