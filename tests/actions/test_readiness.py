import pytest

from studio.actions import books, claims, judging, readiness, running
from studio.core.states import Work
from studio.models import Unit
from tests import building
from tests.building import NOW, Book

THREE = """
    s1 Water
        - spring: Water comes up.
        - mouth: Water reaches the sea.
    s2 Stone
        - bed: Stone lies still.
    s3 Salt
        - shore: Salt stays.
    s4 Sky
        - cloud: It goes.
    s5 Sand
        - dune: It moves.
"""


def ready(book: Book) -> list[str]:
    return [Unit.objects.get(pk=unit_id).key for unit_id in readiness.ready(book.project)]


def unmet(book: Book) -> dict[str, int]:
    units = Unit.objects.in_project(book.project_id).exclude(n_unmet=0)
    return dict(units.values_list("key", "n_unmet"))


def test_a_step_waits_until_what_it_needs_is_accepted() -> None:
    book = building.begin()
    assert unmet(book) == {"outline": 1}

    book.settle("argument")
    assert unmet(book) == {}

    book.commit(building.drawn("s1 Water"))
    assert unmet(book) == {"map/s1": 1}

    book.settle("outline")
    assert unmet(book) == {}


def test_a_passage_waits_for_the_one_before_it(book: Book) -> None:
    assert unmet(book) == {"draft/s1/mouth": 1}

    book.write({"draft/s1/spring": "Water.\n"})

    assert unmet(book) == {}


def test_a_step_waits_again_when_its_basis_is_stale(book: Book) -> None:
    before = book.state().entry("object/claim-1")

    book.commit({"object/claim-1": {**(before or {}), "fields": {"text": "Else."}}})
    assert unmet(book)["draft/s2/bed"] == 1

    book.commit({"object/claim-1": before})
    assert unmet(book) == {"draft/s1/mouth": 1}


def test_a_step_waits_again_when_its_basis_is_distrusted(book: Book) -> None:
    book.commit({"trust/map/s1": {"whole": True, "paragraphs": []}})
    assert unmet(book) == {"draft/s1/spring": 1, "draft/s1/mouth": 2}

    book.commit({"trust/map/s1": None})
    assert unmet(book) == {"draft/s1/mouth": 1}


def test_what_is_gone_is_not_waited_for(book: Book) -> None:
    book.commit({"map/s1": {"movements": [building.movement("mouth")]}})

    assert "draft/s1/mouth" not in unmet(book) or book.unit("map/s1").is_stale
    assert book.unit("draft/s1/mouth").n_unmet == int(book.unit("map/s1").is_stale)


def test_with_an_author_in_the_loop_a_candidate_is_enough_for_the_passage_after_it() -> None:
    book = building.book(autonomy="ahead")
    claimed = book.compose("draft/s1/spring", "Water comes up from below.")
    assert claimed is not None
    assert unmet(book) == {"draft/s1/mouth": 1}

    building.hand_in(claimed, '{"findings": []}')
    assert book.unit("draft/s1/spring").work == Work.REVIEW
    assert unmet(book) == {}

    running.set_autonomy(book.project_id, "end", now=NOW)
    assert unmet(book) == {"draft/s1/mouth": 1}

    running.set_autonomy(book.project_id, "ahead", now=NOW)
    assert unmet(book) == {}


def test_a_candidate_that_is_sent_back_is_not_enough_any_more() -> None:
    book = building.book(autonomy="ahead")
    claimed = book.compose("draft/s1/spring", "Water comes up from below.")
    assert claimed is not None
    building.hand_in(claimed, '{"findings": []}')

    unit = book.unit("draft/s1/spring")
    judging.send_back(unit.pk, note="", actor_id=book.owner_id, now=NOW)

    assert unmet(book) == {"draft/s1/mouth": 1}


def test_counters_that_change_are_stamped_for_live_pages() -> None:
    book = building.book(autonomy="ahead")
    claimed = book.compose("draft/s1/spring", "Water comes up from below.")
    assert claimed is not None
    building.hand_in(claimed, '{"findings": []}')
    before = book.project.change_number

    running.set_autonomy(book.project_id, "end", now=NOW)

    assert book.unit("draft/s1/mouth").change > before


# The window ---------------------------------------------------------------------------------------


def test_running_to_the_end_has_no_window() -> None:
    book = building.book(THREE)

    assert book.project.window == []
    assert [key for key in ready(book) if key.startswith("draft")] == [
        "draft/s1/spring", "draft/s2/bed", "draft/s3/shore", "draft/s4/cloud", "draft/s5/dune",
    ]  # fmt: skip


def test_staying_ahead_writes_one_section_until_the_author_has_accepted_one() -> None:
    book = building.book(THREE, autonomy="ahead")

    assert book.project.window == ["s1"]
    assert ready(book) == ["draft/s1/spring"]


def test_staying_ahead_leaves_at_most_three_unread_sections() -> None:
    book = building.book(THREE, autonomy="ahead")

    book.write({"draft/s1/spring": "Water.\n", "draft/s1/mouth": "Sea.\n"})
    assert book.project.window == ["s2", "s3", "s4"]
    assert ready(book) == ["draft/s2/bed", "draft/s3/shore", "draft/s4/cloud"]

    book.write({"draft/s3/shore": "Salt.\n"})
    assert book.project.window == ["s2", "s4", "s5"]


def test_what_policy_accepted_does_not_widen_the_window() -> None:
    book = building.book(THREE, autonomy="ahead")

    book.write({"draft/s1/spring": "Water.\n", "draft/s1/mouth": "Sea.\n"}, by="policy")

    assert book.project.window == ["s2"]


def test_a_section_without_a_map_is_in_the_window() -> None:
    book = building.begin(autonomy="ahead")
    book.commit(building.drawn("s1 Water\ns2 Stone"))
    book.settle("argument", "outline")
    running.resume(book.project_id, now=NOW)

    assert book.project.window == ["s1"]
    assert ready(book) == ["map/s1"]


def test_another_autonomy_opens_or_closes_the_window_at_once() -> None:
    book = building.book(THREE, autonomy="ahead")

    running.set_autonomy(book.project_id, "end", now=NOW)
    assert len(ready(book)) == 5

    running.set_autonomy(book.project_id, "ahead", now=NOW)
    assert book.project.window == ["s1"]


def test_asking_each_time_starts_what_was_granted() -> None:
    book = building.book(THREE, autonomy="ask", is_running=False)
    assert ready(book) == []

    running.resume(book.project_id, now=NOW)
    assert book.project.allowance == 1
    book.claim("draft/s1/spring")

    assert book.project.allowance == 0
    assert ready(book) == []
    assert claims.claim(book.unit("draft/s2/bed").pk, worker="one", now=NOW) == "asked"


def test_what_was_granted_goes_on_through_its_checks() -> None:
    book = building.book(THREE, autonomy="ask", is_running=False)
    running.resume(book.project_id, now=NOW)

    check = book.compose("draft/s1/spring", "Water comes up from below.")

    assert check is not None, "the check belongs to the step"
    building.hand_in(check, '{"findings": []}')
    assert book.unit("draft/s1/spring").work == Work.REVIEW


# The doorbell -------------------------------------------------------------------------------------


def test_nothing_is_rung_for_while_the_book_is_stopped(book: Book) -> None:
    running.stop(book.project_id, now=NOW)

    assert readiness.ring_ready(book.project, now=building.LATER) == []


@pytest.mark.parametrize(("n_parallel", "n_rung"), [(0, 0), (1, 1), (2, 2), (9, 5)])
def test_no_more_is_rung_for_than_may_be_written_at_once(n_parallel: int, n_rung: int) -> None:
    book = building.book(THREE, is_running=False)
    project = book.project
    project.n_parallel, project.is_running = n_parallel, True
    project.save()

    assert len(readiness.ring_ready(project, now=NOW)) == n_rung


def test_a_unit_is_not_rung_for_twice_at_once() -> None:
    book = building.book(THREE, is_running=False)
    running.resume(book.project_id, now=NOW)

    assert readiness.ring_ready(book.project, now=NOW) != readiness.ring_ready(
        book.project, now=NOW
    ) or not ready(book)
    assert readiness.ring_ready(book.project, now=NOW) == []
    assert readiness.ring_ready(book.project, now=building.LATER) != []


def test_a_book_whose_bell_was_lost_is_found_again(book: Book) -> None:
    assert readiness.forgotten(now=NOW) == []

    assert book.project_id in readiness.forgotten(now=building.LATER)
    readiness.ring_ready(book.project, now=building.LATER)
    assert readiness.forgotten(now=building.LATER) == []


def test_a_new_book_waits_until_its_author_says_go() -> None:
    statement = books.Statement(title="Rivers", intention="Why.")
    book = building.begin()
    project = books.begin(statement, owner_id=book.owner_id, now=NOW)

    assert not project.is_running
    assert readiness.ring_ready(project, now=NOW) == []
