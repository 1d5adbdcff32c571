import pytest

from studio.core.digest import digest_of
from studio.core.proposals import Body, Operation, conflicts, expected, operations, problems
from studio.core.proposals import sections_in as all_sections
from studio.core.state import DictState
from tests import building

BOOK = """
    c1 One
        s1 Water establishes claim-1
        s2 Stone depends_on s1
"""


def wrong(writes: dict[str, Body | None]) -> list[str]:
    return problems(writes, building.argument(), building.state(BOOK))


def section(line: str, **more: object) -> Body:
    return {**next(iter(building.drawn(line).values())), **more}


def thing(line: str) -> Body:
    return next(iter(building.things(line).values()))


def test_operations_expect_what_stands() -> None:
    state = building.state(BOOK)

    found = operations({"section/s1": None, "object/new-1": {"a": 1}}, state)

    assert found == [
        Operation("section/s1", digest_of(state.entry("section/s1")), None),
        Operation("object/new-1", "", {"a": 1}),
    ]


@pytest.mark.parametrize(
    ("then", "now", "moved"),
    [
        ({"a": 1}, {"a": 1}, False),
        ({"a": 1}, {"a": 2}, True),
        ({"a": 1}, None, True),
        (None, None, False),
        (None, {"a": 1}, True),
        ({}, None, True),
    ],
)
def test_an_operation_whose_target_moved_is_a_conflict(
    then: Body | None, now: Body | None, moved: bool
) -> None:
    proposal = [Operation("object/x", expected(then), {"b": 1})]
    state = DictState({} if now is None else {"object/x": now}, {})

    assert conflicts(proposal, state) == (["object/x"] if moved else [])


@pytest.mark.parametrize(
    "writes",
    [
        {},
        {"section/s2": None},
        {"section/s3": section("s3 Sea establishes claim-1 depends_on s2", parent="c1")},
        {
            "section/s3": section("s3 Sea uses claim-9 depends_on s4"),
            "section/s4": section("s4 Salt"),
            "object/claim-9": thing("claim-9 to claim-1: Salt stays."),
        },
        {"object/term-1": thing("term-1 memory: again")},
        {"object/term-1": None, "object/term-2": thing("term-2 memory: what goes")},
        {"object/claim-2": thing("claim-2: Same."), "object/claim-3": thing("claim-3: Same.")},
        {"brief/title": {"value": "x"}},
    ],
)
def test_writes_that_agree_with_the_book_have_no_problem(writes: dict[str, Body | None]) -> None:
    assert wrong(writes) == []


@pytest.mark.parametrize(
    ("writes", "words"),
    [
        (
            {"section/s3": section("s3 Sea establishes claim-9")},
            "“Sea” refers to “claim-9”, which does not exist.",
        ),
        (
            {"section/s3": section("s3 Sea uses term-9")},
            "“Sea” refers to “term-9”, which does not exist.",
        ),
        (
            {"section/s3": section("s3 Sea depends_on s9")},
            "“Sea” refers to the section “s9”, which does not exist.",
        ),
        (
            {"section/s3": section("s3 Sea", parent="c9")},
            "“Sea” refers to the section “c9”, which does not exist.",
        ),
        (
            {"object/claim-2": thing("claim-2 to claim-9: Salt.")},
            "“Salt.” refers to “claim-9”, which does not exist.",
        ),
        (
            {"section/s2": section("s2 Stone uses claim-1"), "object/claim-1": None},
            "“Stone” refers to “claim-1”, which does not exist.",
        ),
        (
            {"object/term-2": thing("term-2 MEMORY: what goes")},
            "Two terms are named “memory”.",
        ),
        (
            {
                "object/term-2": thing("term-2 salt: x"),
                "object/term-3": thing("term-3 Salt: y"),
            },
            "Two terms are named “salt”.",
        ),
        (
            {"section/s1": section("s1 Water depends_on s2", parent="c1")},
            "These sections depend on one another in a circle: Water → Stone.",
        ),
        (
            {"section/s3": section("s3 Sea depends_on s3")},
            "These sections depend on one another in a circle: Sea.",
        ),
        (
            {"section/c1": section("c1 One", parent="s1")},
            "These sections lie inside one another in a circle: One → Water.",
        ),
        (
            {"section/s1": section("s1 Water", parent="s1")},
            "These sections lie inside one another in a circle: Water.",
        ),
    ],
)
def test_a_contradiction_is_said_in_plain_words(writes: dict[str, Body | None], words: str) -> None:
    assert wrong(writes) == [words]


def test_several_problems_are_all_said() -> None:
    found = wrong({"section/s3": section("s3 Sea establishes claim-8, claim-9 depends_on s3")})

    assert len(found) == 3


def test_sections_are_found_at_every_depth() -> None:
    assert list(all_sections(building.state(BOOK))) == ["c1", "s1", "s2"]
