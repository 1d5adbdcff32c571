"""Firefox by its own WebDriver BiDi, which it speaks over a socket: nothing else is needed."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATH = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), "")
STARTING, ANSWERING = 60.0, 30.0
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# It asks nobody outside for anything.
QUIET = {
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "services.settings.server": "http://127.0.0.1:9/",
    "toolkit.telemetry.enabled": False,
}
KEYS = {"Control": "\ue009", "End": "\ue010"}


class Firefox:
    """One window, and what a test asks of it."""

    def __init__(self, link: ClientConnection) -> None:
        self._link, self._n = link, 0
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._window: str = tree["contexts"][0]["context"]

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._window, viewport=size)

    def evaluate(self, function: str, *arguments: str) -> Any:
        """What a function of the page returns, by way of JSON; promises are waited for."""
        said = ", ".join(map(json.dumps, arguments))
        expression = f"(async () => JSON.stringify(await ({function})({said}) ?? null))()"
        answer = self._ask(
            "script.evaluate",
            expression=expression,
            target={"context": self._window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def press(self, key: str, *, with_control: bool = False) -> None:
        named = [KEYS.get(key, key)]
        keys = [KEYS["Control"], *named] if with_control else named
        down = [{"type": "keyDown", "value": each} for each in keys]
        up = [{"type": "keyUp", "value": each} for each in reversed(keys)]
        source = {"type": "key", "id": "keyboard", "actions": [*down, *up]}
        self._ask("input.performActions", context=self._window, actions=[source])

    def type(self, words: str) -> None:
        for letter in words:
            self.press(letter)

    def wait(self, function: str, *arguments: str) -> None:
        """Until a function of the page says yes; the page may be another one meanwhile."""
        deadline = time.monotonic() + ANSWERING
        while time.monotonic() < deadline:
            with contextlib.suppress(AssertionError):
                if self.evaluate(function, *arguments):
                    return
            time.sleep(0.05)
        raise AssertionError(f"{function} did not come true")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._n += 1
        self._link.send(json.dumps({"id": self._n, "method": method, "params": params}))
        while True:
            answer = json.loads(self._link.recv(ANSWERING))
            if answer.get("id") != self._n:
                continue
            assert answer["type"] == "success", answer
            result: dict[str, Any] = answer["result"]
            return result


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    """A browser for as long as the block runs, with a profile of its own."""
    with tempfile.TemporaryDirectory() as profile:
        prefs = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in QUIET.items())
        (Path(profile) / "user.js").write_text("\n".join(prefs), encoding="utf-8")
        command = [PATH, "--headless", "--no-remote", "--remote-debugging-port", "0"]
        process = subprocess.Popen(
            [*command, "--profile", profile, "about:blank"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        try:
            with connect(f"{_address(process.stdout)}/session", proxy=None, max_size=None) as link:
                yield Firefox(link)
        finally:
            process.terminate()
            process.stdout.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(said: Iterable[str]) -> str:
    for line in said:
        if found := LISTENING.search(line):
            return found[1]
    raise AssertionError("Firefox ended before it listened")
