from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import outline
from studio.core.state import DictState
from studio.core.structure import Size, depend, outline_schema, outline_writes
from tests import building

PROTOCOL = building.argument()
STEP = PROTOCOL.passes["outline"]
EMPTY = DictState({}, {})


def section(title: str, words: int = 500, **more: Any) -> dict[str, Any]:
    return {"title": title, "synopsis": "Of it.", "words": words, "done_when": "done", **more}


def reply(*chapters: tuple[str, list[dict[str, Any]]]) -> dict[str, Any]:
    return {
        "chapters": [{"title": t, "synopsis": "Of all.", "sections": own} for t, own in chapters]
    }


def written(said: Any, state: DictState = EMPTY, used: tuple[str, ...] = ()) -> dict[str, Any]:
    return outline_writes(said, 1000, state, used)


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (0, Size(1, 2)),
        (100, Size(1, 2)),
        (3000, Size(1, 4)),
        (8000, Size(2, 5)),
        (40_000, Size(12, 4)),
        (10**9, Size(12, 5)),
    ],
)
def test_a_book_is_divided_by_its_length(words: int, size: Size) -> None:
    assert Size.of_book(words) == size


def test_chapters_and_their_sections_get_ids_and_ranks_in_order() -> None:
    found = written(reply(("One", [section("A"), section("B")]), ("Two", [section("C")])))

    assert [(k, b["title"], b["parent"], b["rank"], b["role"]) for k, b in found.items()] == [
        ("section/s1", "One", None, 1, "chapter"),
        ("section/s2", "A", "s1", 1, "section"),
        ("section/s3", "B", "s1", 2, "section"),
        ("section/s4", "Two", None, 2, "chapter"),
        ("section/s5", "C", "s4", 1, "section"),
    ]


def test_a_section_with_the_title_of_an_existing_one_keeps_its_id() -> None:
    state = DictState(building.drawn("s7 Water\ns8 Stone"), {})

    found = written(reply(("One", [section(" wATER "), section("Water")])), state)

    assert [(k, b and b["title"]) for k, b in found.items()] == [
        ("section/s9", "One"),
        ("section/s7", "wATER"),
        ("section/s10", "Water"),
        ("section/s8", None),
    ]


@pytest.mark.parametrize(
    ("existing", "used", "first"),
    [
        ("", (), "section/s1"),
        ("s3 Sea", (), "section/s4"),
        ("s3 Sea", ("s12", "s3"), "section/s13"),
        ("sea Sea", ("intro",), "section/s1"),
    ],
)
def test_an_id_that_was_ever_used_names_nothing_new(
    existing: str, used: tuple[str, ...], first: str
) -> None:
    found = written(reply(("One", [])), DictState(building.drawn(existing), {}), used)

    assert next(key for key, body in found.items() if body) == first


@pytest.mark.parametrize(
    ("asked", "given_"),
    [
        ([500, 500], [500, 500]),
        ([50, 3000], [200, 800]),
        ([1, 1, 1], [330, 330, 330]),
        ([0, 0], [500, 500]),
    ],
)
def test_the_words_of_the_book_are_shared_out(asked: list[int], given_: list[int]) -> None:
    found = written(reply(("One", [section(f"S{n}", w) for n, w in enumerate(asked)])))

    assert [b["words"] for b in found.values() if b["role"] == "section"] == given_


def test_no_section_is_too_short_to_be_written() -> None:
    found = outline_writes(reply(("One", [section(f"S{n}") for n in range(9)])), 100, EMPTY, ())

    assert {b["words"] for b in found.values() if b and b["role"] == "section"} == {60}


def test_a_section_depends_on_the_earlier_ones_that_establish_what_it_uses() -> None:
    found = written(
        reply(
            ("One", [section("A", establishes=["c1", "c1"]), section("B", uses=["c1", "c2"])]),
            ("Two", [section("C", establishes=["c1", "c2"], uses=["c2"])]),
        )
    )

    links = {b["title"]: (b["establishes"], b["uses"], b["depends_on"]) for b in found.values()}
    assert links["A"] == (["c1"], [], [])
    assert links["B"] == ([], ["c1", "c2"], ["s2"])
    assert links["C"] == (["c1", "c2"], [], [])


ids = st.lists(st.sampled_from(["c1", "c2", "c3"]), max_size=3)


@given(st.lists(st.tuples(ids, ids), max_size=8))
def test_dependence_never_goes_in_a_circle(links: list[tuple[list[str], list[str]]]) -> None:
    sections = {
        f"s{n}": {"establishes": e, "uses": [i for i in u if i not in e], "depends_on": []}
        for n, (e, u) in enumerate(links)
    }

    depend(sections)

    assert outline.cycle(sections) == []


def test_the_schema_offers_what_can_be_established_and_used() -> None:
    state = DictState(building.things(building.OBJECTS + "\nconstraint-1: Brief."), {})

    schema = outline_schema(STEP, PROTOCOL, 3000, state)

    chapters = schema["properties"]["chapters"]
    sections = chapters["items"]["properties"]["sections"]
    offered = sections["items"]["properties"]
    assert (chapters["minItems"], chapters["maxItems"]) == (1, 2)
    assert (sections["minItems"], sections["maxItems"]) == (3, 5)
    assert offered["establishes"]["items"] == {"enum": ["claim-1", "premise-1"]}
    assert offered["uses"]["items"] == {"enum": ["claim-1", "premise-1", "term-1"]}


def test_the_schema_of_an_empty_book_offers_nothing() -> None:
    schema = outline_schema(STEP, PROTOCOL, 1000, EMPTY)
    said = reply(("One", [section("Alpha"), section("Beta")]))
    said["chapters"][0] |= {"synopsis": "Of everything."}
    for own in said["chapters"][0]["sections"]:
        own |= {"synopsis": "Of something."}
        own |= {"done_when": "it is done"}

    jsonschema.validate(said, schema)
    said["chapters"][0]["sections"][0]["uses"] = ["term-1"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(said, schema)
