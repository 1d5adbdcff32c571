"""Choosing what writes: before the first book, and at any time in the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.scripted import Server

URL = "/settings/model/"
BRIEF = {
    "title": "Rivers", "intention": "Why towns remember.", "audience": "Planners",
    "words": "3000", "language": "en", "voice": "", "protocol": "argument",
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[Server]:
    from tests.scripted import scripted_server

    with scripted_server(api_key="right", any_model=False) as running:
        yield running


def told(server: Server, **more: str) -> dict[str, str]:
    known = {"base_url": server.base_url, "api_key": "right", "model": "scripted"}
    return {**known, "context_tokens": "16000", "act": "save", **more}


def test_before_the_first_book_there_are_three_ways_to_begin(desk: Client) -> None:
    html = desk.get("/new/").text

    assert "Set up a model" in html
    assert "Write without one" in html
    assert "Try the demonstration model" in html
    assert 'name="title"' not in html


def test_writing_without_a_model_begins_a_book_that_rests(desk: Client) -> None:
    form = desk.get("/new/?model=none").text
    answer = desk.post("/new/", BRIEF | {"model": "none"}, follow=True)

    assert "Open the book" in form
    assert "No model is set up" in answer.text


def test_a_demonstration_that_does_not_run_is_said_and_the_brief_is_kept(desk: Client) -> None:
    answer = desk.post("/new/", BRIEF | {"model": "demo"}, follow=True)

    assert answer.request["PATH_INFO"] == "/b/rivers/"
    assert "does not run on this machine now" in answer.text


def test_a_saved_model_is_the_one_that_writes(desk: Client, server: Server) -> None:
    from studio.models import Project
    from studio.queries.endpoints import endpoint_for

    desk.post(URL, told(server))
    desk.post("/new/", BRIEF)

    found = endpoint_for(Project.objects.get())
    assert found is not None
    assert (found.base_url, found.model) == (server.base_url, "scripted")
    assert Project.objects.get().is_running


def test_saving_leads_back_to_where_one_came_from(desk: Client, server: Server) -> None:
    answer = desk.post(URL, told(server, next="/new/"))

    assert answer.headers["Location"] == "/new/"


def test_the_test_says_that_it_answers_and_saves_nothing(desk: Client, server: Server) -> None:
    from studio.models import Endpoint

    html = desk.post(URL, told(server, act="test")).text

    assert "It answers." in html
    assert '<option value="scripted">' in html
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"api_key": "wrong"}, "key"),
        ({"model": "unknown"}, "unknown"),
        ({"base_url": "http://127.0.0.1:9/v1"}, "127.0.0.1:9"),
    ],
)
def test_the_test_says_what_does_not_work(
    desk: Client, server: Server, wrong: dict[str, str], words: str
) -> None:
    html = desk.post(URL, told(server, act="test", **wrong)).text

    assert "It does not work yet." in html
    assert words in html.partition('id="answer"')[2]


def test_a_key_is_kept_but_never_shown(desk: Client, server: Server) -> None:
    desk.post(URL, told(server, api_key="right"))

    html = desk.get(URL).text

    assert "A key is kept" in html
    assert "right" not in html.partition("<form")[2].partition("</form>")[0]


def test_an_empty_key_goes_on_with_the_kept_one(desk: Client, server: Server) -> None:
    from studio.models import Endpoint

    desk.post(URL, told(server))
    desk.post(URL, told(server, api_key=""))

    assert Endpoint.objects.get().api_key == "right"
    assert "It answers." in desk.post(URL, told(server, api_key="", act="test")).text


def test_a_kept_key_goes_nowhere_else(desk: Client, server: Server) -> None:
    from studio.models import Endpoint
    from tests.scripted import scripted_server

    desk.post(URL, told(server))
    with scripted_server() as other:
        desk.post(URL, told(other, api_key="", act="test"))
        desk.post(URL, told(other, api_key=""))

    assert not any("right" in r.headers.get("authorization", "") for r in other.all_requests)
    assert Endpoint.objects.get().api_key == ""


def test_a_bad_address_is_said_at_its_field(desk: Client, server: Server) -> None:
    answer = desk.post(URL, told(server, base_url="javascript:x"))

    assert answer.status_code == 422
    assert "That is no web address" in answer.text


def test_a_preset_fills_in_the_address(desk: Client) -> None:
    assert 'value="http://localhost:11434/v1"' in desk.get(URL, {"preset": "ollama"}).text
