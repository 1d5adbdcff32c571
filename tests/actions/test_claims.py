from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from studio.actions import claims, endings, judging, running
from studio.actions.claims import Claimed
from studio.core.states import Work
from studio.models import Endpoint, Project, Run
from tests import building
from tests.building import LATER, NOW, Book

SPRING, MOUTH, BED = "draft/s1/spring", "draft/s1/mouth", "draft/s2/bed"


def claim(book: Book, key: str = SPRING) -> Claimed | str:
    return claims.claim(book.unit(key).pk, worker="two", now=NOW)


def test_a_claim_takes_the_unit_to_work_under_a_lease(book: Book) -> None:
    claimed = book.claim(SPRING)

    unit, run = book.unit(SPRING), Run.objects.get(pk=claimed.run_id)
    assert (unit.work, unit.token) == (Work.ACTIVE, claimed.token)
    assert (run.state, run.kind, run.worker) == ("active", "compose", "one")
    assert run.lease_until > timezone.now()
    assert run.base_commit == book.project.commit_number
    assert book.project.tokens_reserved == run.tokens_reserved > 0


def test_a_unit_is_claimed_once(book: Book) -> None:
    book.claim(SPRING)

    assert claim(book) == "gone"
    assert Run.objects.active().count() == 1


def test_the_same_claim_asked_twice_gets_the_same_run(book: Book) -> None:
    first = book.claim(SPRING)

    assert claims.claim(first.unit_id, worker="one", now=NOW) == first


def test_each_claim_outdates_the_ones_before(book: Book) -> None:
    first = book.claim(SPRING)
    endings.let_go(first, "Closed.", now=NOW)

    second = book.claim(SPRING)

    assert second.token > first.token


def test_the_database_refuses_a_second_live_lease(book: Book) -> None:
    run = Run.objects.get(pk=book.claim(SPRING).run_id)

    run.pk, run.token = None, run.token + 1
    run._state.adding = True
    with pytest.raises(IntegrityError, match="one_live_lease_per_unit"), transaction.atomic():
        run.save()


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"is_running": False}, "stopped"),
        ({"n_parallel": 0}, "busy"),
        ({"token_limit": 100}, "limit"),
        ({"autonomy": "ask"}, "asked"),
        ({"autonomy": "ahead", "window": ["s2"]}, "window"),
    ],
)
def test_a_refused_claim_says_why_and_changes_nothing(
    book: Book, facts: dict[str, object], reason: str
) -> None:
    Project.objects.filter(pk=book.project_id).update(**facts)

    assert claim(book) == reason
    assert book.unit(SPRING).work == Work.PENDING
    assert not Run.objects.exists()
    assert book.project.tokens_reserved == 0


@pytest.mark.parametrize("key", ["map/s1", MOUTH])
def test_what_is_done_or_waits_cannot_be_claimed(book: Book, key: str) -> None:
    assert claim(book, key) == ("gone" if key == "map/s1" else "unmet")


def test_what_does_not_exist_cannot_be_claimed(book: Book) -> None:
    book.commit({"section/s2": None})

    assert claims.claim(999_999, worker="one", now=NOW) == "gone"
    assert claim(book, BED) == "gone"


def test_a_unit_that_is_to_be_tried_later_is_not_taken_now(book: Book) -> None:
    failed = book.claim(SPRING)
    endings.fail(failed, "empty", "Nothing came.", spread=0, now=NOW)

    assert claim(book) == "later"
    assert isinstance(claims.claim(failed.unit_id, worker="two", now=LATER), Claimed)


def test_a_book_at_its_limit_stops_and_says_so(book: Book) -> None:
    running.set_limit(book.project_id, 100, now=NOW)

    claim(book)

    assert not book.project.is_running
    assert "limit" in book.project.pause_reason


def test_a_book_at_its_limit_goes_on_while_something_is_being_written(book: Book) -> None:
    book.claim(BED)
    running.set_limit(book.project_id, 100, now=NOW)

    assert claim(book) == "limit"
    assert book.project.is_running


def test_spending_never_passes_the_limit_by_more_than_what_is_in_flight(book: Book) -> None:
    reserved = Endpoint.objects.get().context_tokens
    running.set_limit(book.project_id, reserved * 2 - 1, now=NOW)

    book.claim(SPRING)

    assert claim(book, BED) == "limit"
    assert book.project.tokens_reserved == reserved


def test_without_a_model_the_book_stops_and_says_so(book: Book) -> None:
    Endpoint.objects.all().delete()

    assert claim(book) == "no model"
    assert "model" in book.project.pause_reason


def test_leases_are_renewed_by_the_clock_of_the_database(book: Book) -> None:
    claimed = book.claim(SPRING)
    before = Run.objects.get(pk=claimed.run_id).lease_until

    assert claims.renew([claimed], seconds=600) == set()
    assert Run.objects.get(pk=claimed.run_id).lease_until > before + timedelta(seconds=500)


@pytest.mark.parametrize("end", ["lost", "stopped"])
def test_a_lease_that_is_lost_or_to_be_stopped_is_not_renewed(book: Book, end: str) -> None:
    claimed = book.claim(SPRING)
    if end == "lost":
        endings.let_go(claimed, "Closed.", now=NOW)
    else:
        running.stop(book.project_id, now=NOW)

    assert claims.renew([claimed], seconds=600) == {claimed.run_id}


# What a run is told -------------------------------------------------------------------------------


def order_of(claimed: Claimed) -> dict[str, object]:
    return dict(Run.objects.get(pk=claimed.run_id).order)


def test_a_first_run_is_told_nothing_but_what_it_may_replace(book: Book) -> None:
    assert order_of(book.claim(SPRING)) == {"over": None}


def test_a_run_after_a_failure_is_told_what_was_wrong(book: Book) -> None:
    endings.fail(book.claim(SPRING), "empty", "Nothing came.", spread=0, now=NOW)

    claimed = book.claim(SPRING, now=LATER)

    assert order_of(claimed)["last_failure"] == "Nothing came."
    assert "Nothing came." in building.brief_of(claimed).sent


def test_a_structural_run_is_told_what_stands_and_a_draft_is_not(book: Book) -> None:
    for key, is_told in (("map/s1", True), (SPRING, False)):
        book.settle(key)
        unit = book.unit(key)
        unit.want(now=NOW)
        unit.save()

        assert ("base" in order_of(book.claim(key))) == is_told


def test_a_draft_never_shows_the_model_the_text_that_it_replaces(book: Book) -> None:
    book.write({SPRING: "Unmistakable words stood here.\n"})
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()

    assert "Unmistakable" not in building.brief_of(book.claim(SPRING)).sent


def test_distrusted_paragraphs_are_written_anew_without_being_shown(book: Book) -> None:
    book.write({SPRING: "Unmistakable words.\n\nIt is always cold.\n"})
    book.commit({f"trust/{SPRING}": {"whole": False, "paragraphs": ["p1", "gone"], "reason": ""}})
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()

    claimed = book.claim(SPRING)

    assert Run.objects.get(pk=claimed.run_id).kind == "rewrite"
    assert order_of(claimed)["paragraphs"] == [1]
    assert "Unmistakable" not in building.brief_of(claimed).sent
    assert "always cold" in building.brief_of(claimed).sent


def test_where_no_distrusted_paragraph_is_left_all_is_written_anew(book: Book) -> None:
    book.write({SPRING: "It is always cold.\n"})
    book.commit({f"trust/{SPRING}": {"whole": False, "paragraphs": ["gone"], "reason": ""}})
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()

    claimed = book.claim(SPRING)

    assert Run.objects.get(pk=claimed.run_id).kind == "compose"
    assert "always cold" not in building.brief_of(claimed).sent


def test_remarks_are_told_until_they_are_settled(book: Book) -> None:
    book.write({SPRING: "Water comes up from below.\n"})
    unit = book.unit(SPRING)
    judging.remark(unit.pk, "p1", "comes up", "Says who?", now=NOW)
    unit.refresh_from_db()
    unit.want(now=NOW, note="Shorter.")
    unit.save()

    claimed = book.claim(SPRING)

    assert order_of(claimed)["findings"] == ["Says who? (“comes up”)"]
    assert order_of(claimed)["note"] == "Shorter."
    assert "Says who?" in building.brief_of(claimed).sent
