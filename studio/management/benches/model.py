"""The scripted model as a process of its own, which also tells when each call came and went.

    python -m studio.management.benches.model PORT [LOG]

prints its address. Then one answer for each line on its input: `calls` tells the calls since the
last time, `slow SECONDS` has answers take about that long. Slow answers find no fault, and each is
noted in LOG when it begins, so that they are known although the process is killed.
"""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from studio.core.digest import canonical, digest_of
from studio.env import CHECKOUT
from studio.local import processes

if TYPE_CHECKING:
    from tests.scripted import Answer, Request, Server

ABSENT = "The scripted model is missing: `bench` needs the folder tests/ of the checkout."


@dataclass(frozen=True, slots=True)
class Call:
    """A call as the server saw it; times by the clock of the machine, sizes in characters."""

    digest: str
    started_at: float
    ended_at: float
    n_sent: int
    n_received: int

    @property
    def seconds(self) -> float:
        return self.ended_at - self.started_at


class Model:
    """The running process."""

    def __init__(self, log: Path | None = None) -> None:
        self._log, self._seconds = log, 0.0
        self._process, self.base_url = _begin(0, log)

    def kill(self) -> None:
        """Ends it as power failure would."""
        with self._process as process:
            process.send_signal(signal.SIGKILL)

    def restart(self) -> None:
        """The same again, at the same address, after it was killed."""
        port = urlsplit(self.base_url).port
        self._process, self.base_url = _begin(port or 0, self._log)
        if self._seconds:
            self.answer_within(self._seconds)

    def calls(self) -> list[Call]:
        """The calls since the last time this was asked."""
        return [Call(*told) for told in json.loads(self._ask("calls"))]

    def answer_within(self, seconds: float) -> None:
        """Has answers take about this long from now on."""
        self._seconds = seconds
        self._ask(f"slow {seconds}")

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None, "opened below"
        assert self._process.stdout is not None, "opened below"
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


def is_present() -> bool:
    """Whether this checkout has the scripted model."""
    return (CHECKOUT / "tests" / "scripted.py").exists()


@contextlib.contextmanager
def running(log: Path | None = None) -> Iterator[Model]:
    """The scripted model for as long as the block runs."""
    model = Model(log)
    try:
        yield model
    finally:
        model.kill()


def _begin(port: int, log: Path | None) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "studio.management.benches.model", str(port), str(log or "")],
        cwd=CHECKOUT,
        env=processes.as_child(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None, "opened above"
    return process, process.stdout.readline().strip()


def main() -> None:
    """Serves, and answers on its output whoever asks on its input."""
    from tests.scripted import scripted_server

    processes.follow_parent()
    port, log = int(sys.argv[1]), sys.argv[2]
    with scripted_server(port) as server:
        print(server.base_url, flush=True)
        for line in sys.stdin:
            print(_answered(server, line.split(), log), flush=True)


def _answered(server: Server, words: list[str], log: str) -> str:
    if words[0] == "slow":

        def answer(request: Request) -> Answer:
            if log:
                with open(log, "a") as calls:
                    calls.write(f"{time.time()}\n")
            return _slow(request, float(words[1]))

        server.rule("", answer)
        return "slow"
    asked = server.all_requests
    n_done = next((n for n, one in enumerate(asked) if one.ended_at is None), len(asked))
    done = [_told(request) for request in asked[:n_done] if request.is_chat]
    del asked[:n_done]
    return json.dumps(done)


def _slow(request: Request, seconds: float) -> Answer:
    from tests.scripted import Answer
    from tests.scripted_answers import made_up, pieces

    text = json.dumps({"findings": []}) if _is_review(request) else made_up(request, "")[0]
    # Some shorter, some longer, so that not all of them end at once.
    seconds *= 0.8 + 0.1 * (request.number % 5)
    return Answer(text, token_delay=seconds / len(pieces(text, 1)))


def _is_review(request: Request) -> bool:
    return "findings" in (request.schema or {}).get("properties", {})


def _told(request: Request) -> list[object]:
    schema = (request.body.get("response_format") or {}).get("json_schema", {}).get("schema")
    said = [[message["role"], message["content"]] for message in request.messages]
    n_sent = sum(len(content) for _, content in said) + (len(canonical(schema)) if schema else 0)
    offset = time.time() - time.monotonic()
    ended_at = request.ended_at or time.monotonic()
    return [
        digest_of([said, schema]),
        request.started_at + offset,
        ended_at + offset,
        n_sent,
        len(request.reply),
    ]


if __name__ == "__main__":
    main()
