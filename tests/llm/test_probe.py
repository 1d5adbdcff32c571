from dataclasses import replace

import pytest

from studio.llm import client
from studio.llm.client import Endpoint, Patience
from tests.scripted import Answer, Server, failing


async def test_a_working_endpoint_says_so(server: Server, endpoint: Endpoint) -> None:
    server.traits.models = ("small", "large")

    probe = await client.probe(endpoint)

    assert probe.ok
    assert probe.models == ("large", "small")
    assert probe.seconds_to_first_token is not None
    assert probe.words.startswith(f"Model “scripted” at {endpoint.host} answered after 0.")


async def test_a_missing_model_is_named_with_those_on_offer(
    server: Server, endpoint: Endpoint
) -> None:
    server.traits.models, server.traits.any_model = ("small",), False

    probe = await client.probe(endpoint)

    assert not probe.ok
    assert "has no model “scripted”" in probe.words
    assert "It offers: small." in probe.words


async def test_no_chosen_model_shows_those_on_offer(server: Server, endpoint: Endpoint) -> None:
    probe = await client.probe(replace(endpoint, model=""))

    assert not probe.ok
    assert probe.words.startswith("No model is chosen")
    assert probe.models == ("scripted",)


async def test_a_server_without_a_list_of_models_may_still_work(
    server: Server, endpoint: Endpoint
) -> None:
    server.traits.lists_models = False

    probe = await client.probe(endpoint)

    assert probe.ok
    assert probe.models == ()


@pytest.mark.parametrize(
    ("answer", "words"),
    [(failing(500, "Oops"), "Oops"), (Answer(wait=30), "was silent for 0.4 seconds")],
)
async def test_what_fails_is_said(
    server: Server, endpoint: Endpoint, answer: Answer, words: str
) -> None:
    server.script(answer)

    probe = await client.probe(endpoint, patience=Patience(first_token=0.4))

    assert not probe.ok
    assert words in probe.words


async def test_a_wrong_key_is_said(server: Server, endpoint: Endpoint) -> None:
    server.traits.api_key = "another"

    probe = await client.probe(endpoint)

    assert not probe.ok
    assert "did not accept the API key" in probe.words


async def test_a_server_that_is_not_there_is_said(endpoint: Endpoint) -> None:
    probe = await client.probe(replace(endpoint, base_url="http://127.0.0.1:9/v1"))

    assert not probe.ok
    assert probe.words.endswith("Is it running?")
