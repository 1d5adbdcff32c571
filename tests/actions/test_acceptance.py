from typing import Any

import pytest

from studio.actions import acceptance, judging, running, wording
from studio.actions.refusals import Invalid, Moved, NothingToAccept
from studio.core.proposals import Operation
from studio.core.states import Standing, Work
from studio.models import Artifact, Finding, Review, Unit
from studio.queries import candidates, verdicts
from studio.queries.products import Product
from tests import building
from tests.building import NOW, Book

SPRING, MOUTH = "draft/s1/spring", "draft/s1/mouth"
PASS = '{"findings": []}'


def accept(book: Book, *unit_keys: str) -> None:
    ids = [book.unit(key).pk for key in unit_keys]
    judging.accept(book.project_id, ids, actor_id=book.owner_id, reason="Accepted", now=NOW)


def offered(book: Book, key: str = SPRING, text: str = "Water comes up.") -> Any:
    """The candidate of a unit after its checks, whoever judges it then."""
    unit = book.unit(key)
    if unit.work == Work.IDLE:
        unit.want(now=NOW)
        unit.save()
    check = book.compose(key, text)
    if check is not None:
        building.hand_in(check, PASS)
    return book.unit(key).candidate


def test_accepting_makes_the_candidate_current_in_one_commit() -> None:
    book = building.book(autonomy="ahead")
    candidate = offered(book)
    before = book.project.commit_number

    accept(book, SPRING)

    unit = book.unit(SPRING)
    assert (unit.standing, unit.work, unit.accepted_by) == ("accepted", "idle", "person")
    assert (unit.current, unit.candidate) == (candidate, None)
    assert book.project.commit_number == before + 1
    entry = book.state().entry(f"text/{SPRING}")
    assert entry == {
        "artifact": candidate.pk, "blob": candidate.digest, "by": "person", "paragraphs": ["p1"],
    }  # fmt: skip


def test_a_person_may_accept_what_a_check_holds_against() -> None:
    book = building.book(autonomy="ahead")
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None
    held = '"quote": "comes up", "wrong": "Says who?", "must_fix": true'
    revise = building.hand_in(check, f'{{"findings": [{{"paragraph": 1, {held}}}]}}')
    assert revise is not None
    running.stop(book.project_id, now=NOW)
    unit = book.unit(SPRING)
    unit.release()
    unit.offer(unit.candidate_id or 0)
    unit.save()

    accept(book, SPRING)

    unit = book.unit(SPRING)
    assert unit.standing == Standing.ACCEPTED
    assert {r.verdict for r in unit.reviews.all()} == {"failed", "waived"}
    assert [f.state for f in unit.findings.all()] == ["waived"]


def test_there_must_be_something_to_accept(book: Book) -> None:
    with pytest.raises(NothingToAccept):
        accept(book, SPRING)


def test_policy_accepts_over_nothing(book: Book) -> None:
    offered(book)

    assert book.unit(SPRING).accepted_by == "policy"


def test_policy_accepts_over_machine_text_that_is_as_it_was(book: Book) -> None:
    offered(book)
    offered(book, text="Water comes up from below.")

    assert book.body_of(SPRING) == "Water comes up from below.\n"
    assert book.unit(SPRING).accepted_by == "policy"


def test_policy_never_accepts_over_the_text_of_a_person(book: Book) -> None:
    book.write({SPRING: "My own words.\n"})

    offered(book)

    unit = book.unit(SPRING)
    assert (unit.work, unit.held_words) == (
        Work.HELD, "You wrote the text that this would replace.",
    )  # fmt: skip
    assert book.body_of(SPRING) == "My own words.\n"


def test_policy_never_accepts_over_what_a_person_wrote_meanwhile(book: Book) -> None:
    offered(book)
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()
    claimed = book.claim(SPRING)
    wording.edit_text(unit.pk, "My own words.", actor_id=book.owner_id, cause="Edited", now=NOW)

    check = building.hand_in(claimed, building.prose_of("Water comes up anew."))
    if check is not None:
        building.hand_in(check, PASS)

    assert book.body_of(SPRING) == "My own words.\n"
    assert book.unit(SPRING).candidate is not None
    assert book.unit(SPRING).work == Work.HELD


def test_policy_never_accepts_over_an_edit_of_one_paragraph(book: Book) -> None:
    offered(book)
    unit = book.unit(SPRING)
    wording.edit_paragraph(unit.pk, "p1", "Water comes up late.", actor_id=book.owner_id, now=NOW)

    offered(book, text="Water comes up anew.")

    assert book.body_of(SPRING) == "Water comes up late.\n"


def test_policy_never_accepts_over_what_is_locked(book: Book) -> None:
    offered(book)
    book.commit({f"pin/{SPRING}": {}})

    offered(book, text="Water comes up anew.")

    assert book.body_of(SPRING) == "Water comes up.\n"
    assert book.unit(SPRING).held_words == "The text is locked."


def test_policy_never_accepts_what_is_stale(book: Book) -> None:
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None
    book.commit({"brief/intention": {"value": "Else."}})

    building.hand_in(check, PASS)

    unit = book.unit(SPRING)
    # It came too late: it is put aside, and written again from what stands now.
    assert (unit.standing, unit.candidate) == (Standing.NONE, None)
    assert unit.work in (Work.PENDING, Work.ACTIVE)


def test_staying_ahead_policy_leaves_prose_to_the_author() -> None:
    book = building.book(autonomy="ahead")

    offered(book)

    assert (book.unit(SPRING).standing, book.unit(SPRING).work) == ("none", "review")


@pytest.mark.parametrize("fault", ["no review", "failed", "not evaluated", "must fix"])
def test_policy_wants_every_check_passed_and_nothing_open(fault: str) -> None:
    book = building.book(autonomy="ahead")
    candidate, unit = offered(book), book.unit(SPRING)
    assert objection(unit, candidate) == ""

    if fault == "must fix":
        Finding.objects.create(
            project=book.project, unit=unit, artifact=candidate, source="challenge",
            severity="must_fix", words="No.",
        )  # fmt: skip
    else:
        verdict = {"failed": "failed", "not evaluated": "none"}.get(fault)
        reviews = Review.objects.filter(unit=unit)
        reviews.update(verdict=verdict) if verdict else reviews.delete()

    assert objection(unit, candidate) != ""


def objection(unit: Unit, candidate: Artifact) -> str:
    said = verdicts.of_unit(unit.pk)
    return acceptance.policy_objection(unit, candidate, ["challenge"], said)


# Structure ----------------------------------------------------------------------------------------


def proposing(writes: dict[str, building.Body | None], autonomy: str = "ahead") -> Book:
    """A book whose outline is proposed with these writes."""
    book = building.begin(autonomy=autonomy)
    book.commit(building.things(building.OBJECTS))
    book.settle("argument")
    running.resume(book.project_id, now=NOW)
    book.propose("outline", writes)
    return book


def section(line: str) -> dict[str, building.Body]:
    return building.drawn(line)


def test_a_proposal_changes_nothing_until_it_is_accepted() -> None:
    book = proposing(dict(section("s1 Water establishes claim-1")))
    assert book.units() == ["argument", "outline"]

    accept(book, "outline")

    assert book.units() == ["argument", "outline", "map/s1"]
    assert book.unit("map/s1").work == Work.PENDING


def test_a_proposal_whose_target_moved_is_refused_whole() -> None:
    book = proposing({**section("s1 Water"), "object/term-1": None})
    book.commit({"object/term-1": {**building.things("term-1 salt: x")["object/term-1"]}})

    with pytest.raises(Moved):
        accept(book, "outline")

    assert book.units() == ["argument", "outline"]
    assert book.unit("outline").work == Work.REVIEW


def test_a_proposal_that_would_contradict_the_book_is_refused_in_plain_words() -> None:
    book = proposing(dict(section("s1 Water establishes claim-1")))
    book.commit({"object/claim-1": None})

    with pytest.raises(Invalid, match="“Water” refers to “claim-1”, which does not exist"):
        accept(book, "outline")


def test_policy_holds_a_proposal_that_it_may_not_accept() -> None:
    book = building.begin()
    book.settle("argument")
    running.resume(book.project_id, now=NOW)
    claimed = book.claim("outline")
    book.commit({"section/s1": section("s1 Stone")["section/s1"]})
    operations = candidates.as_text(
        [Operation("section/s1", "", section("s1 Water")["section/s1"])]
    )

    building.hand_in(claimed, Product(operations))

    assert book.unit("outline").work == Work.HELD
    assert book.unit("outline").standing == Standing.NONE


def test_candidates_that_build_on_each_other_are_accepted_in_one_commit() -> None:
    book = building.begin(autonomy="ahead")
    running.resume(book.project_id, now=NOW)
    book.propose("argument", dict(building.things(building.OBJECTS)))
    book.propose("outline", dict(section("s1 Water establishes claim-1")))
    before = book.project.commit_number

    judging.accept_plan(book.project_id, actor_id=book.owner_id, now=NOW)

    assert book.project.commit_number == before + 1
    assert {book.unit(k).standing for k in ("argument", "outline")} == {"accepted"}
    assert book.stale() == set()


def test_a_section_is_accepted_with_its_passages_in_order() -> None:
    book = building.book(autonomy="ahead")
    offered(book, SPRING, "Water comes up from below.")
    offered(book, MOUTH, "It reaches the sea.")

    judging.accept_section(
        book.project_id, "s1", actor_id=book.owner_id, reason="Accepted Water", now=NOW
    )

    assert [book.unit(key).standing for key in (SPRING, MOUTH)] == ["accepted", "accepted"]
    assert book.stale() == set()


def test_a_new_map_keeps_the_units_whose_keys_it_keeps() -> None:
    book = building.book(autonomy="end", is_written=True)
    unit = book.unit("map/s1")
    unit.want(now=NOW)
    unit.save()

    book.compose_map("s1", "mouth", "delta")
    accept(book, "map/s1")

    assert [key for key in book.units() if key.startswith("draft/s1")] == [
        "draft/s1/mouth", "draft/s1/delta",
    ]  # fmt: skip
    assert book.body_of("draft/s1/mouth") == "Water reaches the sea.\n"
