from typing import Any

import jsonschema
import pytest

from studio.core.reviews import (
    MAX_FINDINGS,
    Paragraph,
    Verdict,
    review_schema,
    revised,
    revision_schema,
    taken,
    verdict,
)

TEXT = (
    Paragraph("p1", "Water comes up from below."),
    Paragraph("p2", "It is always cold."),
    Paragraph("p3", "It is always cold."),
)
ALL = [1, 2, 3]


def finding(number: int, quote: str, *, must_fix: bool = True) -> dict[str, Any]:
    said = {"kind": "unsupported", "wrong": " Says who? ", "must_fix": must_fix}
    return {"paragraph": number, "quote": quote, **said}


def judged(*findings: dict[str, Any], numbers: list[int] = ALL) -> Verdict:
    return verdict({"findings": list(findings)}, TEXT, numbers)


def test_a_review_without_a_finding_passes() -> None:
    found = judged()

    assert found.is_passed
    assert found.passed == tuple(p.digest for p in TEXT)


@pytest.mark.parametrize(
    ("findings", "n_held", "n_discarded", "is_passed"),
    [
        ([finding(1, "comes up")], 1, 0, False),
        ([finding(1, "comes up", must_fix=False)], 1, 0, True),
        ([finding(1, "COMES  UP")], 1, 0, False),
        ([finding(1, "always cold")], 0, 1, True),
        ([finding(1, "never written")], 0, 1, True),
        ([finding(1, "   ")], 0, 1, True),
        ([finding(1, "never"), finding(2, "always cold")], 1, 1, False),
    ],
)
def test_a_finding_stands_if_its_quote_does(
    findings: list[dict[str, Any]], n_held: int, n_discarded: int, is_passed: bool
) -> None:
    found = judged(*findings)

    assert (len(found.held), found.n_discarded, found.is_passed) == (n_held, n_discarded, is_passed)


def test_a_finding_says_where_and_what() -> None:
    held = judged(finding(1, "comes up")).held[0]

    assert (held.anchor.paragraph_id, held.anchor.quote, held.words) == (
        "p1", "comes up", "Says who?",
    )  # fmt: skip


def test_only_the_paragraphs_that_were_asked_about_pass() -> None:
    assert judged(numbers=[1]).passed == (TEXT[0].digest,)
    assert judged(numbers=[]).passed == ()


def test_a_paragraph_with_a_remark_that_need_not_be_settled_passes() -> None:
    assert TEXT[0].digest in judged(finding(1, "comes up", must_fix=False)).passed


def test_what_fails_in_one_place_has_not_passed_where_it_is_said_again() -> None:
    assert judged(finding(2, "always cold")).passed == (TEXT[0].digest,)


def test_the_named_paragraphs_are_replaced_and_the_others_stay_byte_for_byte() -> None:
    reply = {"paragraphs": [{"paragraph": 2, "text": "In May\n\nit is cold. "}]}

    found = revised(reply, TEXT, [2])

    assert found == [TEXT[0], Paragraph("p2", "In May it is cold."), TEXT[2]]


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{"paragraph": 1, "text": "Not asked for."}],
        [{"paragraph": 9, "text": "Not there."}],
        [{"paragraph": 2, "text": "  \n "}],
    ],
)
def test_a_revision_touches_nothing_else(items: list[dict[str, Any]]) -> None:
    assert revised({"paragraphs": items}, TEXT, [2]) == list(TEXT)


@pytest.mark.parametrize(
    ("number", "is_valid"), [(1, True), (3, True), (2, False), (0, False), ("1", False)]
)
def test_schemas_take_only_the_numbers_that_exist(number: object, is_valid: bool) -> None:
    review = {"findings": [finding(1, "comes up") | {"paragraph": number}]}
    revision = {"paragraphs": [{"paragraph": number, "text": "New."}]}

    assert _is_valid(review, review_schema([1, 3])) == is_valid
    assert _is_valid(revision, revision_schema([1, 3], 100)) == is_valid


def test_a_review_that_names_no_kind_is_taken_all_the_same() -> None:
    bare = {name: v for name, v in finding(1, "comes up").items() if name != "kind"}
    schema = review_schema([1])

    assert not _is_valid({"findings": [bare]}, schema)
    assert _is_valid({"findings": [bare]}, taken(schema))
    assert not _is_valid({"findings": [bare | {"kind": "rude"}]}, taken(schema))
    assert [h.kind for h in judged(bare, finding(2, "always cold")).held] == ["", "unsupported"]


def test_replies_are_bounded() -> None:
    many = {"findings": [finding(1, "comes up")] * (MAX_FINDINGS + 1)}

    assert not _is_valid(many, review_schema([1]))
    assert not _is_valid({"paragraphs": []}, revision_schema([1], 100))
    assert not _is_valid(
        {"paragraphs": [{"paragraph": 1, "text": "x" * 201}]}, revision_schema([1], 100)
    )


def _is_valid(value: object, schema: dict[str, Any]) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(value)
