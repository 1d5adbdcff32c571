import pytest

from studio.actions import keeping, wording
from studio.core.cells import compute
from studio.models import Cell, Read
from tests import building
from tests.building import NOW, Book

OUTLINE = """
    c1 One
        s1 Water establishes claim-1
            - spring: Water comes up from below.
            - mouth: Water reaches the sea.
        s2 Stone uses claim-1 depends_on s1
            - bed: Stone lies still.
    c2 Two
        s3 Salt
            - shore: Salt stays on the shore. It speaks of memory.
"""
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    premise-1 to claim-1: Old beds fill first.
    term-1 memory: what stays
    term-2 delta: where it parts
    constraint-1: No adverbs.
"""
EVERYTHING = {
    "argument", "outline", "map/s1", "draft/s1/spring", "draft/s1/mouth", "map/s2",
    "draft/s2/bed", "map/s3", "draft/s3/shore",
}  # fmt: skip
PLACES = {key for key in EVERYTHING if "/" in key}
MAPS = {"map/s1", "map/s2", "map/s3"}
S1 = {"map/s1", "draft/s1/spring", "draft/s1/mouth"}
S2 = {"map/s2", "draft/s2/bed"}
S3 = {"map/s3", "draft/s3/shore"}


BOOK = {"outline": OUTLINE, "objects": OBJECTS, "is_written": True, "is_running": False}


def changed(book: Book, key: str, **fields: object) -> building.Body:
    return {**(book.state().entry(key) or {}), **fields}


def thing(line: str) -> building.Body:
    return next(iter(building.things(line).values()))


def rule(scope: str) -> building.Body:
    return {**thing("constraint-2: Brief."), "fields": {"text": "Brief.", "scope": scope}}


CHANGES: dict[str, tuple[dict[str, building.Body | None], set[str]]] = {
    "the title of the book": ({"brief/title": {"value": "Streams"}}, set()),
    "the intention": ({"brief/intention": {"value": "Else."}}, EVERYTHING - MAPS),
    "the voice": ({"brief/voice": {"value": "Plain."}}, EVERYTHING),
    "the thesis": ({"object/thesis-1": thing("thesis-1: No.")}, {"outline"} | PLACES),
    "a rule for one section": ({"object/constraint-2": rule("s3")}, S3),
    "a rule for a chapter": ({"object/constraint-2": rule("c1")}, S1 | S2),
    "a claim": ({"object/claim-1": thing("claim-1 to thesis-1: Else.")},
                {"outline"} | S1 | S2),
    "a new premise of a claim": (
        {"object/premise-2": thing("premise-2 to claim-1: New.")}, {"outline"} | S1,
    ),
    "a term that nobody mentions": (
        {"object/term-2": thing("term-2 delta: else")}, {"outline"},
    ),
    "a term that becomes mentioned": (
        {"object/term-2": thing("term-2 beds: else")}, {"outline"} | S1,
    ),
    "a term that only prose mentions": (
        {"object/term-1": thing("term-1 memory: else")}, {"outline"},
    ),
    "a distrust of one's own text": (
        {"trust/draft/s1/mouth": {"whole": True, "paragraphs": []}}, set(),
    ),
    "a distrust of what stands before": (
        {"trust/draft/s1/spring": {"whole": True, "paragraphs": []}}, {"draft/s1/mouth"},
    ),
    "a lock": ({"pin/draft/s1/spring": {}}, set()),
    "the prompt of a pass": (
        {"pass/draft": {"prompt": "# user\nx", "schema_version": 1}},
        {key for key in EVERYTHING if key.startswith("draft")},
    ),
    "the prompt of a check": ({"pass/challenge": {"prompt": "# user\nx"}}, set()),
    "an unread new section elsewhere": (
        {"section/s9": building.drawn("s9 Sky")["section/s9"]}, set(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_marks_what_was_made_from_it_and_nothing_else(book: Book, name: str) -> None:
    writes, stale = CHANGES[name]
    assert book.stale() == set()

    book.commit(writes)

    assert book.stale() == stale


@pytest.mark.parametrize(
    ("key", "fields", "stale"),
    [
        ("section/s1", {"title": "Rain"}, S1 | S2),
        ("section/s1", {"synopsis": "Of rain."}, S1),
        ("section/s1", {"rank": 99}, S1 | S2),
        ("section/s3", {"parent": "c1"}, S1 | S2 | S3),
        ("section/c1", {"title": "First"}, S1 | S2),
        ("section/s2", {"depends_on": []}, S2),
        ("section/s1", {"establishes": []}, S1 | S2),
    ],
)
def test_a_section_marks_its_own_units_and_those_that_read_of_it(
    book: Book, key: str, fields: dict[str, object], stale: set[str]
) -> None:
    book.commit({key: changed(book, key, **fields)})

    assert book.stale() == stale


def test_a_movement_marks_its_own_draft_only(book: Book) -> None:
    body = book.state().entry("map/s1") or {}
    spring, mouth = body["movements"]

    book.commit({"map/s1": {"movements": [spring, {**mouth, "words": 150}]}})

    assert book.stale() == {"draft/s1/mouth"}


def test_redrafting_a_section_leaves_those_that_depend_on_it_alone(book: Book) -> None:
    book.write({"draft/s1/spring": "Rain.\n", "draft/s1/mouth": "Sea.\n"})

    assert book.stale() == set()


def test_a_new_end_of_a_passage_marks_the_one_after_it(book: Book) -> None:
    book.write({"draft/s1/spring": "Rain falls on the roofs.\n"})

    assert book.stale() == {"draft/s1/mouth"}


def test_an_edit_far_from_the_end_marks_nothing(book: Book) -> None:
    end = "It goes on and on. " * 60
    book.write({"draft/s1/spring": f"Once.\n\n{end}\n", "draft/s1/mouth": "Sea.\n"})

    unit = book.unit("draft/s1/spring")
    wording.edit_paragraph(unit.pk, "p1", "Twice.", actor_id=book.owner_id, now=NOW)

    assert book.stale() == set()


def test_a_cell_that_returns_to_its_digest_makes_its_readers_fresh_again(book: Book) -> None:
    before = book.state().entry("object/claim-1")

    book.commit({"object/claim-1": thing("claim-1 to thesis-1: Else.")})
    book.commit({"object/claim-1": before})

    assert book.stale() == set()


def test_a_change_that_leaves_the_value_equal_stops_there(book: Book) -> None:
    order = {"section/s1": changed(book, "section/s1", rank=-5)}

    book.commit(order)

    assert book.stale() == set(), "the order of the peers is the same"
    assert (
        Cell.objects.filter(project=book.project_id, since=book.project.commit_number).count() == 0
    )


def test_an_edit_makes_nothing_fresh(book: Book) -> None:
    book.commit({"object/claim-1": thing("claim-1 to thesis-1: Else.")})

    wording.edit_text(
        book.unit("draft/s2/bed").pk, "Edited.", actor_id=book.owner_id, cause="Edited", now=NOW
    )

    assert "draft/s2/bed" in book.stale()


def test_keeping_a_text_as_it_is_makes_it_fresh(book: Book) -> None:
    book.commit({"object/claim-1": thing("claim-1 to thesis-1: Else.")})
    before = book.body_of("draft/s2/bed")

    unit = book.unit("draft/s2/bed")
    keeping.keep(book.project_id, [unit.pk], actor_id=book.owner_id, now=NOW)

    assert "draft/s2/bed" not in book.stale()
    assert "map/s2" in book.stale()
    assert book.body_of("draft/s2/bed") == before


def test_a_cell_remembers_what_it_was_and_since_when(book: Book) -> None:
    was = Cell.objects.get(project=book.project_id, key="object/claim-1").digest

    book.commit({"object/claim-1": thing("claim-1 to thesis-1: Else.")})

    row = Cell.objects.get(project=book.project_id, key="object/claim-1")
    assert (row.was, row.since) == (was, book.project.commit_number)
    assert row.digest == compute("object/claim-1", book.state()).digest


def test_only_cells_that_somebody_read_are_kept(book: Book) -> None:
    kept = set(Cell.objects.filter(project=book.project_id).values_list("key", flat=True))

    assert kept == set(Read.objects.filter(project=book.project_id).values_list("key", flat=True))


def test_books_do_not_mark_each_other(book: Book) -> None:
    other = building.book(OUTLINE, OBJECTS, is_written=True, is_running=False)

    book.commit({"brief/intention": {"value": "Else."}})

    assert other.stale() == set()
