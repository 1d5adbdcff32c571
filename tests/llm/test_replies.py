import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from studio.llm.replies import BadReply, parse

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
    assert parse(reply, SCHEMA) == {"title": "Bread"}


def test_line_ends_within_text_are_kept() -> None:
    assert parse('{"title": "One\nTwo"}', SCHEMA) == {"title": "One\nTwo"}


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
        ('{"title": "a", "more": 1}', "holds something that was not asked for"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(reply: str, words: str) -> None:
    with pytest.raises(BadReply) as bad:
        parse(reply, SCHEMA)

    assert words in bad.value.words


def test_of_alternatives_the_nearest_fault_is_said() -> None:
    schema: dict[str, object] = {"anyOf": [{"type": "null"}, SCHEMA]}

    with pytest.raises(BadReply, match="“title” should be text"):
        parse('{"title": 3}', schema)


@given(some.text(alphabet='{}[]",:\\ab1 \n`<>think', max_size=200))
def test_no_text_whatever_breaks_the_search(text: str) -> None:
    with contextlib.suppress(BadReply):
        json.dumps(parse(text, ANY))
