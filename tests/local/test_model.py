import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio import services
from studio.local import model, parts, ports
from studio.local.parts import Part

SCHEMA = {
    "type": "object",
    "properties": {
        "parts": {
            "type": "array",
            "minItems": 3,
            "maxItems": 3,
            "items": {"type": "string", "maxLength": 30},
        }
    },
    "required": ["parts"],
    "additionalProperties": False,
}


@pytest.fixture
def served(new_data: Path) -> Iterator[services.Model]:
    part = Part("small model", lambda: model.command(new_data, ports.free_port()))
    part.tend()
    deadline = time.monotonic() + 30
    while (facts := model.endpoint(new_data)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert facts is not None
    yield facts
    parts.stop([part], lambda: False)
    assert not services.is_announced(new_data, services.Model)


def chat(facts: services.Model, words: str, **more: Any) -> dict[str, Any]:
    order = {"model": facts.name, "messages": [{"role": "user", "content": words}], **more}
    request = urllib.request.Request(
        f"{facts.base_url}/chat/completions",
        data=json.dumps(order).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        reply: dict[str, Any] = json.load(answer)
        return reply


@pytest.mark.local_model
def test_the_small_model_writes_and_keeps_to_a_schema(served: services.Model) -> None:
    prose = chat(served, "Write one sentence about bees.", max_tokens=40)
    assert len(prose["choices"][0]["message"]["content"]) > 10
    assert prose["usage"]["completion_tokens"] > 0

    schema = {"type": "json_schema", "json_schema": {"name": "parts", "schema": SCHEMA}}
    plan = chat(served, "Three parts of a book on bees.", max_tokens=200, response_format=schema)
    assert len(json.loads(plan["choices"][0]["message"]["content"])["parts"]) == 3
    assert served.context_tokens == 4_096


def test_an_announcement_of_a_killed_service_is_not_believed(new_data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        base_url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        facts = services.Web(base_url, os.getpid())
        services.announce(new_data, facts)
        assert services.web(new_data) == facts

    assert services.web(new_data) is None
    assert services.is_announced(new_data, services.Web)


def test_an_announcement_is_taken_back_only_by_its_own_service(new_data: Path) -> None:
    older = services.Model("http://127.0.0.1:1/v1", "m", 4_096, 1)
    newer = services.Model("http://127.0.0.1:2/v1", "m", 4_096, 2)
    services.announce(new_data, newer)

    services.withdraw(new_data, older)
    assert services.is_announced(new_data, services.Model)

    services.withdraw(new_data, newer)
    assert not services.is_announced(new_data, services.Model)


@pytest.mark.parametrize("broken", ["", "[]", '{"base_url": 1}', "nonsense"])
def test_a_broken_announcement_is_none(new_data: Path, broken: str) -> None:
    (new_data / "web.json").write_text(broken)

    assert services.web(new_data) is None


def test_a_busy_port_is_refused_with_a_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]

        with pytest.raises(ports.PortBusy, match=f"Port {port} is in use.*STUDIO_PORT="):
            ports.listen("127.0.0.1", port)


def test_the_address_for_a_browser_is_on_this_machine() -> None:
    assert ports.url("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert ports.url("::1", 80) == "http://[::1]:80"
    assert ports.url("books.example.org", 8000) == "http://books.example.org:8000"


def test_a_host_of_elsewhere_is_refused() -> None:
    with pytest.raises(ports.PortBusy, match="set STUDIO_HOST"):
        ports.listen("nowhere.invalid", 8000)


@pytest.mark.local_model
def test_the_small_model_is_found_again_after_a_kill(new_data: Path) -> None:
    part = Part("small model", lambda: model.command(new_data, ports.free_port()))
    part.tend()
    deadline = time.monotonic() + 30
    while (first := model.endpoint(new_data)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)

    while (again := model.endpoint(new_data)) is None or again.pid == first.pid:
        assert time.monotonic() < deadline
        part.tend()
        time.sleep(0.05)

    parts.stop([part], lambda: False)
