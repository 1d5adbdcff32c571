"""What a call yields when the server does its work, in whatever dialect."""

import asyncio

import pytest

from studio.llm import client, replies
from studio.llm.client import Endpoint, Message, Prompt
from tests.scripted import Answer, Server, failing

HELLO = Prompt((Message("system", "Be brief."), Message("user", "Write about 60 words.")))
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"title": {"type": "string"}},
    "required": ["title"],
    "additionalProperties": False,
}
PLAN = Prompt((Message("user", "Name it."),), schema=SCHEMA, schema_name="plan")


async def test_a_reply_has_text_finish_usage_and_model(server: Server, endpoint: Endpoint) -> None:
    server.script("Bread rises slowly.")

    reply = await client.complete(endpoint, HELLO)

    assert (reply.text, reply.finish, reply.model) == ("Bread rises slowly.", "stop", "scripted")
    assert reply.usage == client.Usage(8, 4, is_estimated=False)
    assert reply.seconds > 0


async def test_the_text_so_far_is_told_while_it_arrives(server: Server, endpoint: Endpoint) -> None:
    told: list[str] = []
    server.script(Answer("One two three.", token_delay=0.01))

    await client.complete(endpoint, HELLO, on_text=told.append)

    assert told == ["One", "One two", "One two three."]


async def test_the_request_says_what_the_prompt_says(server: Server, endpoint: Endpoint) -> None:
    prompt = Prompt(HELLO.messages, max_tokens=99, temperature=0.3)

    await client.complete(endpoint, prompt)

    body = server.requests[0].body
    assert [tuple(message.values()) for message in body["messages"]] == list(HELLO.messages)
    assert (body["max_tokens"], body["temperature"], body["stream"]) == (99, 0.3, True)
    assert server.requests[0].headers["authorization"] == "Bearer sk-secret-key"


@pytest.mark.parametrize("keeps_alive", [True, False])
async def test_calls_follow_each_other_whatever_becomes_of_connections(
    server: Server, endpoint: Endpoint, keeps_alive: bool
) -> None:
    server.traits.keeps_alive = keeps_alive

    replies = [await client.complete(endpoint, HELLO) for _ in range(20)]

    assert len(replies) == len(server.requests) == 20


async def test_reasoning_is_kept_apart(server: Server, endpoint: Endpoint) -> None:
    server.script(Answer("Yes.", reasoning="Let me think."))

    reply = await client.complete(endpoint, HELLO)

    assert (reply.text, reply.reasoning) == ("Yes.", "Let me think.")


async def test_a_reply_cut_at_the_limit_says_length(server: Server, endpoint: Endpoint) -> None:
    prompt = Prompt((Message("user", "Write about 500 words."),), max_tokens=70)

    reply = await client.complete(endpoint, prompt)

    assert reply.finish == "length"
    assert len(reply.text.split()) == 50


async def test_a_server_that_does_not_stream_is_read_whole(
    endpoint: Endpoint, server: Server
) -> None:
    server.traits.streams = False
    told: list[str] = []

    reply = await client.complete(endpoint, HELLO, on_text=told.append)
    await client.complete(endpoint, HELLO)

    assert told == [reply.text]
    assert ["stream" in request.body for request in server.requests] == [True, False]


async def test_usage_is_estimated_when_it_is_not_told(server: Server, endpoint: Endpoint) -> None:
    server.traits.usage = False

    reply = await client.complete(endpoint, HELLO)

    assert reply.usage.is_estimated
    assert reply.usage.completion_tokens > 50


async def test_a_server_without_schemas_is_told_in_words(
    endpoint: Endpoint, server: Server
) -> None:
    server.traits.schemas = False

    first = await client.complete(endpoint, PLAN)
    await client.complete(endpoint, PLAN)

    assert replies.parse(first.text, SCHEMA).value
    assert ["response_format" in r.body for r in server.requests] == [True, False, False]
    assert "JSON Schema" in server.requests[-1].prompt


async def test_schemas_that_strict_decoding_can_hold_are_sent_as_strict(
    server: Server, endpoint: Endpoint
) -> None:
    await client.complete(endpoint, PLAN)

    sent = server.requests[0].body["response_format"]["json_schema"]
    assert sent == {"name": "plan", "schema": SCHEMA, "strict": True}


async def test_a_schema_that_is_too_much_for_strict_decoding_is_sent_again(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(failing(400, "Invalid schema for response_format 'plan': no."))

    await client.complete(endpoint, PLAN)

    sent = [request.body["response_format"]["json_schema"]["strict"] for request in server.requests]
    assert sent == [True, False]


async def test_a_server_that_ignores_schemas_is_told_in_words_next_time(
    server: Server, endpoint: Endpoint
) -> None:
    server.script("Certainly! The title is Bread.")

    await client.complete(endpoint, PLAN)
    second = await client.complete(endpoint, PLAN)

    assert "JSON Schema" in server.requests[1].prompt
    assert "response_format" in server.requests[1].body
    assert replies.parse(second.text, SCHEMA).value


async def test_stream_options_are_dropped_where_refused(server: Server, endpoint: Endpoint) -> None:
    server.traits.stream_options = False

    reply = await client.complete(endpoint, HELLO)
    await client.complete(endpoint, HELLO)

    assert reply.usage.is_estimated
    assert ["stream_options" in r.body for r in server.requests] == [True, False, False]


async def test_system_words_are_said_by_the_user_where_refused(
    server: Server, endpoint: Endpoint
) -> None:
    server.traits.system_role = False

    await client.complete(endpoint, HELLO)

    assert server.requests[-1].messages == [
        {"role": "user", "content": "Be brief.\n\nWrite about 60 words."}
    ]


@pytest.mark.parametrize(
    ("complaint", "field", "instead"),
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model."
            " Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_completion_tokens",
        ),
        (
            "Unsupported value: 'temperature' does not support 0.7 with this model."
            " Only the default (1) value is supported.",
            "temperature",
            "model",
        ),
        ("Streaming is not supported by this deployment.", "stream", "model"),
    ],
)
async def test_what_a_model_does_not_know_is_left_out(
    server: Server, endpoint: Endpoint, complaint: str, field: str, instead: str
) -> None:
    server.script(failing(400, complaint))

    await client.complete(endpoint, HELLO)

    assert field in server.requests[0].body
    assert field not in server.requests[1].body
    assert instead in server.requests[1].body


async def test_what_one_model_refuses_is_not_held_against_another(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(failing(400, "stream_options: unknown field"))
    other = Endpoint(server.base_url, "", "other", 4096)

    await client.complete(endpoint, HELLO)
    await client.complete(other, HELLO)

    assert "stream_options" in server.requests[-1].body


async def test_a_server_that_complains_for_ever_is_not_asked_for_ever(
    server: Server, endpoint: Endpoint
) -> None:
    server.rule(
        ".", failing(400, "response_format and stream_options and system role: unsupported")
    )

    with pytest.raises(client.CallFailed) as failed:
        await client.complete(endpoint, PLAN)

    assert failed.value.outcome == "refused"
    assert len(server.requests) <= 7


async def test_a_reply_is_whole_although_the_stream_has_no_last_word(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(Answer("All there.", done=False))

    reply = await client.complete(endpoint, HELLO)

    assert reply.text == "All there."


async def test_a_model_that_ignores_its_limit_is_cut(server: Server, endpoint: Endpoint) -> None:
    server.script("word " * 5000)

    reply = await client.complete(endpoint, Prompt(HELLO.messages, max_tokens=10))

    assert reply.finish == "length"
    assert len(reply.text) < 1000


async def test_eight_calls_run_at_once(server: Server, endpoint: Endpoint) -> None:
    server.traits.wait = 0.3

    await asyncio.gather(*(client.complete(endpoint, HELLO) for _ in range(8)))

    assert server.most_at_once == 8


async def test_closing_ends_the_connections_and_the_next_call_opens_new_ones(
    server: Server, endpoint: Endpoint
) -> None:
    await client.complete(endpoint, HELLO)
    await client.close()
    assert asyncio.get_running_loop() not in client._pools

    reply = await client.complete(endpoint, HELLO)

    assert reply.text


def test_each_loop_has_connections_of_its_own_that_end_with_it(
    server: Server, endpoint: Endpoint
) -> None:
    for _ in range(2):
        asyncio.run(client.complete(endpoint, HELLO))

    assert not client._pools
