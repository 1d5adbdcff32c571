import pytest

from studio.core.states import Standing, Work
from studio.models import Artifact, Finding, Requirement, Unit
from tests import building
from tests.building import Book

BOOK = {"is_written": True}


def test_a_new_book_wants_its_first_steps() -> None:
    book = building.begin()

    assert book.units() == ["argument", "outline"]
    assert {book.unit(key).work for key in book.units()} == {Work.PENDING}
    assert [book.unit(key).n_unmet for key in book.units()] == [0, 1]


def test_units_stand_in_book_order(book: Book) -> None:
    assert book.units() == [
        "argument", "outline", "map/s1", "draft/s1/spring", "draft/s1/mouth", "map/s2",
        "draft/s2/bed",
    ]  # fmt: skip


def test_a_new_section_gets_its_units(book: Book) -> None:
    sea = building.drawn("s3 Sea\n    - shore")

    book.commit({"section/s3": {**sea["section/s3"], "rank": 1}})
    assert "map/s3" in book.units()
    assert book.unit("map/s3").work == Work.PENDING

    book.commit({"map/s3": sea["map/s3"]})
    assert book.units().index("draft/s3/shore") == book.units().index("map/s3") + 1
    assert book.unit("draft/s3/shore").n_unmet == 1


def test_a_map_gives_its_section_a_unit_for_each_movement_in_order(book: Book) -> None:
    keys = ["mouth", "delta", "spring"]

    book.commit({"map/s1": {"movements": [building.movement(key) for key in keys]}})

    assert [u for u in book.units() if u.startswith("draft/s1")] == [
        "draft/s1/mouth", "draft/s1/delta", "draft/s1/spring",
    ]  # fmt: skip


def test_moving_a_section_moves_its_units_and_keeps_them(book: Book) -> None:
    ids = {key: book.unit(key).pk for key in book.units()}
    section = book.state().entry("section/s2")
    assert section is not None

    book.commit({"section/s2": {**section, "rank": -1}})

    assert book.units()[2:4] == ["map/s2", "draft/s2/bed"]
    assert {key: book.unit(key).pk for key in book.units()} == ids


def test_a_section_that_goes_takes_its_units_out_of_the_book_with_their_text(book: Book) -> None:
    current = book.unit("draft/s2/bed").current

    book.commit({"section/s2": None})

    unit = book.unit("draft/s2/bed")
    assert unit.is_retired
    assert unit.work == Work.IDLE
    assert unit.current == current
    assert "map/s2" not in book.units()
    assert book.body_of("draft/s2/bed") == "Stone lies still.\n"


def test_a_section_that_comes_back_finds_its_text(book: Book) -> None:
    section = book.state().entry("section/s2")

    book.commit({"section/s2": None})
    book.commit({"section/s2": section})

    unit = book.unit("draft/s2/bed")
    assert not unit.is_retired
    assert (unit.standing, unit.work) == (Standing.ACCEPTED, Work.IDLE)
    assert book.stale() == set()


def test_a_movement_without_a_text_is_wanted_again_when_it_comes_back(book: Book) -> None:
    new = {"movements": [building.movement("bed"), building.movement("shore")]}
    old = book.state().entry("map/s2")

    for body in (new, old, new):
        book.commit({"map/s2": body})

    assert book.unit("draft/s2/shore").work == Work.PENDING
    assert Unit.objects.filter(key="draft/s2/shore").count() == 1


def test_what_changed_while_a_place_was_away_marks_it_when_it_comes_back(book: Book) -> None:
    child = building.drawn("s9 Inner")["section/s9"]
    book.commit({"section/s9": {**child, "parent": "s2"}})
    assert "draft/s2/bed" not in book.units()

    book.commit({"brief/intention": {"value": "Something else."}})
    assert "draft/s2/bed" not in book.stale()

    book.commit({"section/s9": None})
    assert "draft/s2/bed" in book.stale()
    assert book.unit("draft/s2/bed").standing == Standing.ACCEPTED


def test_a_map_of_a_section_that_is_gone_brings_nothing_back(book: Book) -> None:
    book.commit({"section/s2": None})

    book.commit({"map/s2": {"movements": [building.movement("shore")]}})

    assert not [key for key in book.units() if "s2" in key]


def test_a_removed_map_takes_its_movements_out_of_the_book(book: Book) -> None:
    book.commit({"map/s1": None})

    assert [key for key in book.units() if "s1" in key] == ["map/s1"]
    assert book.unit("draft/s1/spring").is_retired


def test_a_section_that_gets_sections_of_its_own_has_no_prose_any_more(book: Book) -> None:
    child = building.drawn("s9 Inner")["section/s9"]

    book.commit({"section/s9": {**child, "parent": "s1"}})

    assert [key for key in book.units() if "/s" in key] == ["map/s9", "map/s2", "draft/s2/bed"]


@pytest.mark.parametrize(
    ("writes", "standing", "is_pinned"),
    [
        ({}, "accepted", False),
        ({"trust/draft/s2/bed": {"whole": True, "paragraphs": []}}, "reopened", False),
        ({"trust/draft/s2/bed": {"whole": False, "paragraphs": ["p1"]}}, "reopened", False),
        ({"pin/draft/s2/bed": {}}, "accepted", True),
        ({"text/draft/s2/bed": None}, "none", False),
    ],
)
def test_standing_is_what_the_entries_say(
    book: Book, writes: dict[str, building.Body | None], standing: str, is_pinned: bool
) -> None:
    book.commit(writes)

    unit = book.unit("draft/s2/bed")
    assert (unit.standing, unit.is_pinned) == (standing, is_pinned)
    assert unit.work == (Work.PENDING if standing == "none" else Work.IDLE)


def test_trusting_again_accepts_again(book: Book) -> None:
    book.commit({"trust/draft/s2/bed": {"whole": True, "paragraphs": []}})
    book.commit({"trust/draft/s2/bed": None})

    assert book.unit("draft/s2/bed").standing == Standing.ACCEPTED


@pytest.mark.parametrize(("is_in_current", "standing"), [(True, "reopened"), (False, "accepted")])
def test_only_what_must_be_fixed_in_this_very_text_reopens_it(
    book: Book, is_in_current: bool, standing: str
) -> None:
    unit = book.unit("draft/s2/bed")
    assert unit.current is not None
    other = Artifact.objects.exclude(unit=unit)[0]
    Finding.objects.create(
        project=book.project, unit=unit, artifact=unit.current if is_in_current else other,
        source="challenge", severity="must_fix", words="No.",
    )  # fmt: skip

    book.commit({"pin/draft/s2/bed": {}})

    assert book.unit("draft/s2/bed").standing == standing


def test_requirements_follow_the_protocol_and_the_map(book: Book) -> None:
    def needs(key: str) -> set[tuple[str, bool]]:
        found = Requirement.objects.filter(unit=book.unit(key))
        return set(found.values_list("needs__key", "is_after"))

    assert needs("argument") == set()
    assert needs("outline") == {("argument", True)}
    assert needs("map/s1") == {("outline", False)}
    assert needs("draft/s1/spring") == {("map/s1", False)}
    assert needs("draft/s1/mouth") == {("map/s1", False), ("draft/s1/spring", True)}

    order = [building.movement("mouth"), building.movement("spring")]
    book.commit({"map/s1": {"movements": order}})
    assert needs("draft/s1/mouth") == {("map/s1", False)}
    assert needs("draft/s1/spring") == {("map/s1", False), ("draft/s1/mouth", True)}
