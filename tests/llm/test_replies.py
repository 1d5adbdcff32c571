import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from studio.llm.replies import BadReply, Parsed, parse, quoted

SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 20},
        "kind": {"enum": ["claim", "term"]},
        "parts": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "integer"}},
    },
    "required": ["title"],
    "additionalProperties": False,
}
ANY: dict[str, object] = {}


@pytest.mark.parametrize(
    "reply",
    [
        '{"title": "Bread"}',
        '\ufeff  {"title": "Bread"}\n',
        '```json\n{"title": "Bread"}\n```',
        'Here it is:\n\n```\n{"title": "Bread"}\n```\nGood luck {with it}!',
        'Certainly! {"title": "Bread"} Anything else?',
        '<think>{"title": "Not this"} or [1]</think>\n{"title": "Bread"}',
        'First {"kind": "claim"}, no: {"title": "Bread"}',
        '```json\n{"title": "Bread"}',
        '{"title": "Bre\\u0000ad\\ud800"}',
    ],
)
def test_the_value_is_found_wherever_it_stands(reply: str) -> None:
    assert parse(reply, SCHEMA) == Parsed({"title": "Bread"})


def test_line_ends_within_text_are_kept() -> None:
    assert parse('{"title": "One\nTwo"}', SCHEMA).value == {"title": "One\nTwo"}


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("", "The reply is empty."),
        ("Sorry, no.", "ordinary text"),
        ('{"title": "Bre', "breaks off"),
        ("{title: Bread}", "garbled"),
        ("[" * 100_000, "garbled"),
        ('{"title": NaN}', "garbled"),
        ("{}", "the reply lacks “title”"),
        ('{"title": 3}', "“title” should be text"),
        ('{"title": "a", "kind": "verb"}', '“kind” is "verb", which is none of the choices'),
        ('{"title": "a", "parts": []}', "“parts” has 0 entries where at least 1 are needed"),
        ('{"title": "a", "parts": [1, 2, 3]}', "“parts” has 3 entries where at most 2"),
        ('{"title": "a", "parts": ["x"]}', "entry 1 of “parts” should be a whole number"),
        ('{"title": "aaaaaaaaaaaaaaaaaaaaaaa"}', "“title” has 23 letters where at most 20"),
        ('{"titel": "a"}', "the reply lacks “title”. It holds “titel”, which nobody asked for."),
        ('{"title": 3, "more": 1}', "“title” should be text. It holds “more”"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(reply: str, words: str) -> None:
    with pytest.raises(BadReply) as bad:
        parse(reply, SCHEMA)

    assert words in bad.value.words


PARTS: dict[str, object] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"words": {"type": "string"}},
                "required": ["words"],
                "additionalProperties": False,
            },
        },
        "notes": {"type": "object", "additionalProperties": {"type": "string"}},
        "open": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "marked": {
            "type": "object",
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": False,
        },
        "either": {"anyOf": [{"type": "string"}, SCHEMA]},
    },
    "required": ["claims"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("reply", "value", "left_out"),
    [
        ({"claims": [], "mood": "calm"}, {"claims": []}, ("mood",)),
        (
            {"claims": [{"words": "a", "id": 1}, {"words": "b", "id": 2, "why": []}], "why": 0},
            {"claims": [{"words": "a"}, {"words": "b"}]},
            ("id", "why"),
        ),
        # What the schema allows stays, by name or not.
        ({"claims": [], "notes": {"any": "name"}}, {"claims": [], "notes": {"any": "name"}}, ()),
        ({"claims": [], "open": {"b": 1}}, {"claims": [], "open": {"b": 1}}, ()),
        (
            {"claims": [], "open": {"b": 1}, "more": 1},
            {"claims": [], "open": {"b": 1}},
            ("more",),
        ),
        ({"claims": [], "marked": {"x-a": "b"}}, {"claims": [], "marked": {"x-a": "b"}}, ()),
    ],
)
def test_what_nobody_asked_for_is_left_out_by_name(
    reply: object, value: object, left_out: tuple[str, ...]
) -> None:
    assert parse(json.dumps(reply), PARTS) == Parsed(value, left_out)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ({"claims": [{"text": "a"}]}, "entry 1 of “claims” lacks “words”. It holds “text”"),
        ({"claims": [], "marked": {"y": "b"}}, "“marked” holds something that was not asked for"),
        ({"claims": [], "either": {"title": "a", "more": 1}}, "“either” should be text"),
    ],
)
def test_what_is_not_surely_harmless_is_refused(reply: object, words: str) -> None:
    with pytest.raises(BadReply) as bad:
        parse(json.dumps(reply), PARTS)

    assert words in bad.value.words


def test_a_value_that_fits_as_it_is_goes_before_one_that_would_fit_with_less() -> None:
    text = '{"title": "A long draft", "more": [1, 2, 3]} No: {"title": "Bread"}'

    assert parse(text, SCHEMA) == Parsed({"title": "Bread"})


def test_names_that_a_model_made_up_are_told_in_bounded_words() -> None:
    assert quoted([]) == ""
    assert quoted(["a", "b" * 60]) == f"“a”, “{'b' * 40}…”"
    assert quoted("abcdefgh") == "“a”, “b”, “c”, “d”, “e”, “f” and 2 more"


def test_of_alternatives_the_nearest_fault_is_said() -> None:
    schema: dict[str, object] = {"anyOf": [{"type": "null"}, SCHEMA]}

    with pytest.raises(BadReply, match="“title” should be text"):
        parse('{"title": 3}', schema)


@given(some.text(alphabet='{}[]",:\\ab1 \n`<>think', max_size=200))
def test_no_text_whatever_breaks_the_search(text: str) -> None:
    with contextlib.suppress(BadReply):
        json.dumps(parse(text, ANY).value)
