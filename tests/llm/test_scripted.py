"""The scripted server must itself be believed."""

import json
import subprocess
import sys
from typing import Any

import httpx2
import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from studio.llm import client
from studio.llm.client import Endpoint, Message, Prompt
from tests.scripted import Server, scripted_server
from tests.scripted_answers import Request, made_up

ID = {"enum": ["p1", "p2", "p3"]}
ITEM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 30},
        "key": {"type": "string", "pattern": "^[a-z][a-z0-9-]{2,20}$"},
        "paragraph_id": ID,
        "verdict": {"enum": ["problem", "pass"]},
        "uses": {"type": "array", "items": ID, "uniqueItems": True, "maxItems": 3},
        "words": {"type": "integer", "minimum": 50, "maximum": 400},
        "note": {"type": ["string", "null"], "minLength": 80, "maxLength": 120},
    },
    "required": ["name", "key"],
    "additionalProperties": False,
}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": ITEM, "minItems": 3, "maxItems": 3},
        "findings": {"type": "array", "items": ITEM},
    },
    "required": ["items"],
}
TREE: dict[str, Any] = {
    "$ref": "#/$defs/node",
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "title": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
            },
            "required": ["title"],
        }
    },
}


def asked(prompt: str, schema: dict[str, Any] | None = None, max_tokens: int = 10_000) -> Request:
    form = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    messages = [{"role": "user", "content": prompt}]
    body: dict[str, Any] = {"messages": messages, "max_tokens": max_tokens}
    return Request(
        1,
        "POST",
        "/v1/chat/completions",
        {},
        body | ({"response_format": form} if schema else {}),
        0.0,
    )


def made(schema: dict[str, Any], prompt: str = "Plan.") -> Any:
    value = json.loads(made_up(asked(prompt, schema), "")[0])
    jsonschema.validate(value, schema)
    return value


@pytest.mark.parametrize("number", [40, 60, 300, 1200])
def test_prose_has_paragraphs_and_about_the_wanted_length(number: int) -> None:
    text, finish = made_up(asked(f"A book of about 90,000 words. Write about {number} words."), "")

    assert finish == "stop"
    assert abs(len(text.split()) - number) <= max(10, number * 0.06)
    assert number < 100 or text.count("\n\n") >= number // 120


def test_the_same_prompt_gets_the_same_reply_and_another_prompt_another() -> None:
    first, again, other = (made_up(asked(words), "")[0] for words in ("One", "One", "Two"))

    assert first == again != other
    assert not set(first.split(". ")) & set(other.split(". "))


def test_another_seed_gives_another_reply() -> None:
    assert made_up(asked("One"), "a") != made_up(asked("One"), "b")


def test_items_have_names_of_their_own_and_choices_take_turns() -> None:
    items = made(PLAN)["items"]

    assert len({item["name"] for item in items}) == len({item["key"] for item in items}) == 3
    assert [item["paragraph_id"] for item in items] == ["p1", "p2", "p3"]
    assert {item["verdict"] for item in items} == {"pass"}


def test_reviews_are_content_unless_findings_are_demanded() -> None:
    assert made(PLAN)["findings"] == []


def test_schemas_that_refer_to_themselves_come_to_an_end() -> None:
    assert made(TREE)["children"]


def test_quotes_are_taken_from_the_prompt() -> None:
    schema = {"type": "object", "properties": {"quote": {"type": "string", "maxLength": 60}}}

    quote = made(schema, "Review:\nThe harbour was quiet before the storm came in.")["quote"]

    assert quote in "The harbour was quiet before the storm came in."


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "maxLength": 3},
        {"type": "string", "minLength": 500},
        {"type": "string", "pattern": r"^\d{4}-[A-F]+$"},
        {"type": "integer", "minimum": 10, "maximum": 10},
        {"type": "integer", "exclusiveMinimum": 5, "multipleOf": 7},
        {"type": "number", "minimum": 0, "maximum": 1},
        {"type": "number", "maximum": -4},
        {"type": "array", "prefixItems": [{"type": "boolean"}], "items": False},
        {"type": "array", "items": {"type": "string"}, "minItems": 9, "uniqueItems": True},
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 4},
        {"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"const": 3}}}]},
        {"oneOf": [{"type": "null"}, {"type": "boolean"}]},
        {"type": ["null", "integer"]},
        {},
    ],
)
def test_any_schema_gets_a_value_that_fits(schema: dict[str, Any]) -> None:
    for prompt in ("One", "Two", "Three"):
        made({"type": "object", "properties": {"words": schema}, "required": ["words"]}, prompt)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(
    some.recursive(
        some.sampled_from([{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, ID]),
        lambda inner: (
            some.builds(
                lambda fields: {
                    "type": "object",
                    "properties": fields,
                    "required": list(fields),
                    "additionalProperties": False,
                },
                some.dictionaries(some.sampled_from(["name", "text", "key", "parts"]), inner),
            )
            | some.builds(
                lambda items, size: {"type": "array", "items": items, "minItems": size},
                inner,
                some.integers(0, 3),
            )
        ),
        max_leaves=8,
    )
)
def test_nested_schemas_get_values_that_fit(schema: dict[str, Any]) -> None:
    made({"type": "object", "properties": {"it": schema}, "required": ["it"]})


async def test_rules_answer_what_they_match_and_scripts_go_first(
    server: Server, endpoint: Endpoint
) -> None:
    server.rule("bread", "About bread.")
    server.rule(lambda request: request.number == 3, {"third": True}, times=1)
    server.script("Scripted.")

    texts = [
        (await client.complete(endpoint, Prompt((Message("user", "bread"),)))).text
        for _ in range(4)
    ]

    assert texts == ["Scripted.", "About bread.", '{"third": true}', "About bread."]


async def test_tokens_can_be_counted_like_at_a_local_server(server: Server) -> None:
    async with httpx2.AsyncClient(trust_env=False) as http:
        address = server.base_url.removesuffix("/v1") + "/tokenize"
        answer = await http.post(address, json={"content": "one two three"})

    assert len(answer.json()["tokens"]) == 4


def test_it_runs_as_a_process_and_prints_its_address() -> None:
    command = [sys.executable, "-m", "tests.scripted"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        models = httpx2.get(f"{address}/models", trust_env=False).json()
        process.terminate()

        assert process.wait(10) == 0
    assert models["data"][0]["id"] == "scripted"


def test_two_servers_do_not_know_of_each_other() -> None:
    with scripted_server() as one, scripted_server() as other:
        one.script("x")

        assert one.port != other.port
        assert not other._script
