import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from studio.llm.stream import Draft, Garbled, ServerSaid, whole


def event(**delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": delta}]}).encode() + b"\n\n"


def test_pieces_add_up() -> None:
    draft = Draft()

    assert draft.feed(event(content="One ") + event(content="two"))

    assert draft.text == "One two"


@given(some.lists(some.integers(1, 30), max_size=20), some.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_it_does_not_matter_where_the_bytes_are_cut(sizes: list[int], line_end: bytes) -> None:
    data = event(content="Grüße, ") + event(content="世界 😀") + b"data: [DONE]\n\n"
    data = data.replace(b"\n", line_end)
    draft = Draft()

    for size in [*sizes, len(data)]:
        draft.feed(data[:size])
        data = data[size:]

    assert (draft.text, draft.is_done) == ("Grüße, 世界 😀", True)


@pytest.mark.parametrize(
    "noise", [b": waiting\n\n", b"event: message\n", b"\n\n", b"id: 3\nretry: 5\n", b"data:\n"]
)
def test_what_is_no_piece_is_passed_over(noise: bytes) -> None:
    draft = Draft()

    draft.feed(noise + event(content="One"))

    assert draft.text == "One"


def test_a_last_line_without_an_end_counts() -> None:
    draft = Draft()
    draft.feed(event(content="One").rstrip())

    draft.end()

    assert draft.text == "One"


def test_halves_of_a_sign_are_joined_and_nul_is_dropped() -> None:
    draft = Draft()

    draft.feed(event(content="A\0 \ud83d"))
    draft.feed(event(content="\ude00 B \ud83d."))

    assert draft.text == "A 😀 B \ufffd."
    draft.text.encode()


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_has_its_own_place(name: str) -> None:
    draft = Draft()

    draft.feed(event(**{name: "Hm."}))

    assert (draft.text, draft.reasoning, draft.has_begun) == ("", "Hm.", True)


@pytest.mark.parametrize("chunk", [{}, {"choices": None}, {"choices": [None]}, {"choices": [{}]}])
def test_pieces_without_anything_are_harmless(chunk: dict[str, object]) -> None:
    draft = Draft()

    draft.take(chunk)

    assert not draft.has_begun


@pytest.mark.parametrize(
    ("told", "meant"), [("stop", "stop"), ("length", "length"), ("max_tokens", "length")]
)
def test_endings_have_one_name(told: str, meant: str) -> None:
    draft = Draft()

    draft.take({"choices": [{"delta": {}, "finish_reason": told}]})

    assert draft.finish == meant


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("Oops", 500),
        ({"message": "Oops", "code": 503}, 503),
        ({"message": "Oops", "code": "rate_limit_exceeded"}, 429),
        ({"message": "Oops", "type": "x"}, 500),
    ],
)
def test_an_error_within_the_answer_is_an_error(error: object, status: int) -> None:
    with pytest.raises(ServerSaid) as raised:
        Draft().take({"error": error})

    assert (raised.value.status, raised.value.said) == (status, "Oops")


def test_a_whole_answer_may_come_in_parts_of_text() -> None:
    parts = [{"type": "text", "text": "One "}, {"type": "text", "text": "two"}]

    draft = whole(json.dumps({"choices": [{"message": {"content": parts}}]}).encode())

    assert draft.text == "One two"


@pytest.mark.parametrize("data", [b"", b"oops", b"[1]", b"{}", b"[" * 100_000, b"\xff\xfe"])
def test_what_is_not_an_answer_is_garbled(data: bytes) -> None:
    with pytest.raises(Garbled):
        whole(data)
