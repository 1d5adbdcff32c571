import pytest

from studio.llm.calls import Message, Prompt
from studio.llm.requests import body, is_strict, refused_part, without_system

SCHEMA: dict[str, object] = {"type": "object", "properties": {"a": {}}}
PROMPT = Prompt((Message("system", "S"), Message("user", "U")), schema=SCHEMA)


def test_the_plain_request_leaves_nothing_out() -> None:
    fields = body(PROMPT, "m", set())

    assert set(fields) == {
        "model", "messages", "max_tokens", "temperature", "stream", "stream_options",
        "response_format",
    }  # fmt: skip


@pytest.mark.parametrize("last", ["user", "assistant"])
def test_the_schema_in_words_is_said_by_the_user(last: str) -> None:
    prompt = Prompt((Message("user", "U"), Message(last, "L")), schema=SCHEMA)

    messages = body(prompt, "m", {"schema"})["messages"]

    assert isinstance(messages, list)
    assert messages[-1]["role"] == "user"
    assert '"properties"' in messages[-1]["content"]


def test_turns_alternate_without_a_system_role() -> None:
    said = (("system", "A"), ("user", "B"), ("assistant", "C"), ("user", "D"))

    turns = without_system(Message(*one) for one in said)

    assert turns == (("user", "A\n\nB"), ("assistant", "C"), ("user", "D"))


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("unknown field stream_options", "stream_options"),
        ("This response_format type is unavailable now", "schema"),
        ("failed to parse grammar", "schema"),
        ("'json_schema' is not supported", "schema"),
        ("Conversation roles must alternate user/assistant", "system"),
        ("System role not supported", "system"),
        ("max_tokens is too large: the context length is 4096", None),
        ("The system is overloaded", None),
        ("stream was interrupted", None),
        ("", None),
    ],
)
def test_complaints_are_understood(said: str, part: str | None) -> None:
    assert refused_part(400, said, PROMPT, set()) == part


def test_what_is_left_out_already_is_not_left_out_again() -> None:
    assert refused_part(400, "no stream_options", PROMPT, {"stream_options"}) is None


def test_a_busy_server_does_not_complain() -> None:
    assert refused_part(503, "no stream_options", PROMPT, set()) is None


def test_strict_schemas_are_closed_and_complete_all_the_way_down() -> None:
    closed = {"properties": {"a": {}}, "required": ["a"], "additionalProperties": False}

    assert is_strict({"items": closed})
    assert not is_strict({"items": {**closed, "required": []}})
    assert not is_strict({"anyOf": [closed, {"properties": {}, "required": []}]})
