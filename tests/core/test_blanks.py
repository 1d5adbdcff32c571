import pytest

from studio.core.blanks import _BLANKS, Filling, Order, Place, Reader
from studio.core.cells import compute
from studio.core.state import DictState
from tests import building

BOOK = """
    c1 One
        s1 Water establishes claim-1
            - spring: Water comes up.
            - mouth: It ends.
        s2 Stone uses claim-1, term-1 depends_on s1
            - bed
"""
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    term-1 memory: what stays
    constraint-1: No adverbs.
"""


def filling(
    place: Place | None = None, order: Order | None = None, **more: building.Body
) -> Filling:
    laid = {key.replace("__", "/"): body for key, body in more.items()}
    state = building.state(BOOK, OBJECTS, **laid)
    return Filling(Reader(state), place or Place(), order or Order(), building.argument())


@pytest.mark.parametrize(
    ("name", "place", "words"),
    [
        ("language", Place(), "en"),
        ("language_name", Place(), "English"),
        ("book_words", Place("s1"), "1000"),
        ("words", Place(), "1000"),
        ("words", Place("s1"), "200"),
        ("words", Place("s1", "spring"), "100"),
        ("words", Place("s1", "gone"), ""),
        ("style", Place("s1"), "- No adverbs."),
        ("thesis", Place(), "thesis: Rivers remember."),
        ("objects", Place("s1"), "- claim: Water keeps its course."),
        ("terms", Place(), ""),
        ("terms", Place("s2", "bed"), "- memory — what stays"),
        ("terms", Place("s1", "spring"), ""),
        ("outline", Place(), ""),
        ("outline", Place("s1"), "One\n- Water (this one)\n- Stone"),
        ("conclusions", Place(), ""),
        ("conclusions", Place("s2"), "- Water: claim: Water keeps its course."),
        ("section", Place("s9"), ""),
        ("section", Place("s1"), "Water"),
        ("map", Place("s2"), "- Bed: It moves on."),
        ("map", Place("s9"), ""),
        ("movement", Place("s2", "bed"), "Bed: It moves on.\nIt is done when: it is said"),
        ("movement", Place("s2", "gone"), ""),
        ("movement", Place("s2"), ""),
        ("before", Place("s1", "mouth"), "Water comes up."),
        ("before", Place("s1", "spring"), ""),
        ("before", Place(), ""),
    ],
)
def test_a_blank_says_what_the_book_knows_at_a_place(name: str, place: Place, words: str) -> None:
    assert filling(place).value(name) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("note", "Shorter."),
        ("findings", "- one\n- two"),
        ("partial", "Once"),
        ("last_failure", "It was empty."),
        ("text", "[1] First.\n\n[2] Second."),
        ("base", "old"),
    ],
)
def test_a_blank_says_what_the_run_was_told(name: str, words: str) -> None:
    order = Order("Shorter.", ("one", "two"), "Once", "It was empty.", ("First.", "Second."), "old")
    told = filling(order=order)

    assert told.value(name) == words
    assert told.reader.reads == {}, "what is in the order is not a cell"


@pytest.mark.parametrize("name", ["unknown", "", "Language", "__class__", "object/claim-1"])
def test_a_blank_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="which does not exist"):
        filling().value(name)


def test_untrusted_words_are_not_shown() -> None:
    distrusted = {"whole": True, "paragraphs": [], "reason": ""}

    found = filling(Place("s1", "mouth"), trust__draft__s1__spring=distrusted)

    assert found.value("before") == ""
    assert "before/s1/mouth" in found.reader.reads


def test_a_reader_notes_each_cell_once_with_its_digest() -> None:
    state = building.state(BOOK, OBJECTS)
    reader = Reader(state)

    reader.read("section/s1")
    reader.read("section/s1")
    reader.read("object/none")

    assert reader.reads == {
        key: compute(key, state).digest for key in ("section/s1", "object/none")
    }


def test_a_reader_hands_out_what_it_handed_out_before() -> None:
    entries = dict(building.entries(BOOK, OBJECTS))
    reader = Reader(DictState(entries, {}))
    first = reader.read("brief/language")

    entries["brief/language"] = {"value": "de"}

    assert reader.read("brief/language") == first == "en"


@pytest.mark.parametrize("name", sorted(_BLANKS))
@pytest.mark.parametrize("place", [Place(), Place("gone"), Place("gone", "gone")])
def test_no_blank_fails_in_an_empty_book(name: str, place: Place) -> None:
    empty = Filling(Reader(DictState({}, {})), place, Order(), building.argument())

    assert isinstance(empty.value(name), str)


def test_the_draft_of_a_passage_reads_no_prose_but_the_words_before() -> None:
    reads = building.reads_of("draft/s1/mouth", building.state(BOOK, OBJECTS))

    assert [key for key in reads if key.split("/")[0] in ("text", "before", "after")] == [
        "before/s1/mouth"
    ]
    assert "brief/title" not in reads
