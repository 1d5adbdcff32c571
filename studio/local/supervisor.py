"""What `manage.py start` brings up and keeps up, and what `manage.py write` needs of it."""

import contextlib
import fcntl
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from studio import services
from studio.env import CHECKOUT, Environment
from studio.local import model, parts, ports, postgres, tables
from studio.local.parts import Part

BEAT = 0.2
ONE_REQUEST = 0.3
WEB_PATIENCE = 60.0
ORPHAN_PATIENCE = 6.0
CHECK_SECONDS = 30.0


class AlreadyRuns(Exception):
    """Another `start` has this data folder."""


class Stop:
    """What the person at the terminal asked for: to stop, or to stop at once."""

    def __init__(self) -> None:
        self.n_requests = 0
        self._asked_at = float("-inf")

    def request(self, signum: int, frame: FrameType | None) -> None:
        # Some programs signal a process and then its group: that is one request.
        now = time.monotonic()
        if now - self._asked_at > ONE_REQUEST:
            self.n_requests += 1
        self._asked_at = now

    def is_requested(self) -> bool:
        return self.n_requests > 0

    def is_urgent(self) -> bool:
        return self.n_requests > 1


def start(environment: Environment, say: Callable[[str], None]) -> None:
    """Runs everything until Ctrl-C or SIGTERM."""
    stop = Stop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, stop.request)
    with contextlib.ExitStack() as stack:
        base_url = ports.url(environment.host, environment.port)
        stack.enter_context(_only_one(environment.data, base_url))
        listening = stack.enter_context(_listen(environment))
        gate, opener = os.pipe()
        worker = _worker_part(environment, parts.always, waits_for=gate)
        running = [*_other_parts(environment, listening.fileno()), worker]
        stack.callback(parts.stop, [worker], parts.always)
        # It loads what it needs while the database comes up.
        worker.tend()
        if environment.embeds_database:
            stack.enter_context(postgres.at_hand(environment.data))
        tables.bring_up_to_date()
        os.close(opener)
        stack.callback(_stop, running, stop, say)
        stack.enter_context(_announced(environment.data, base_url))
        say(f"Books      {_books(environment)}")
        say(f"Writes     {_writer(environment)}")
        threading.Thread(target=_welcome, args=(base_url, say, stop), daemon=True).start()
        database = _database(environment)
        while not stop.is_requested():
            _tend(database, running)
            time.sleep(BEAT)


@contextlib.contextmanager
def working(environment: Environment) -> Iterator[None]:
    """Model and worker kept up while the block runs; those of a running `start` are used."""
    tables.bring_up_to_date()
    running = [_model_part(environment)] if environment.embeds_model else []
    running.append(_worker_part(environment, lambda: not is_started(environment.data)))
    is_over = threading.Event()
    keeper = threading.Thread(target=_tend_until, args=(is_over, environment, running))
    keeper.start()
    try:
        yield
    finally:
        is_over.set()
        keeper.join()
        parts.stop(running, lambda: False)


def is_started(data: Path) -> bool:
    """Whether `manage.py start` runs for this data folder."""
    with (data / "start.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


@contextlib.contextmanager
def _only_one(data: Path, base_url: str) -> Iterator[None]:
    with (data / "start.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            where = lock.read().strip()
            raise AlreadyRuns(
                f"This is running already, at {where}; open that page, or stop it first "
                f"(Ctrl-C where it runs), or name another folder in STUDIO_DATA."
            ) from None
        lock.truncate(0)
        lock.write(base_url)
        lock.flush()
        yield


@contextlib.contextmanager
def _announced(data: Path, base_url: str) -> Iterator[None]:
    facts = services.Web(base_url, os.getpid())
    services.announce(data, facts)
    try:
        yield
    finally:
        services.withdraw(data, facts)


@contextlib.contextmanager
def _listen(environment: Environment) -> Iterator[socket.socket]:
    # A web server whose supervisor was killed lets go of the port a moment later.
    deadline = time.monotonic() + ORPHAN_PATIENCE
    is_orphaned = services.is_announced(environment.data, services.Web)
    while True:
        try:
            listening = ports.listen(environment.host, environment.port)
            break
        except ports.PortBusy:
            if not is_orphaned or time.monotonic() > deadline:
                raise
            time.sleep(BEAT)
    with listening:
        yield listening


def _other_parts(environment: Environment, descriptor: int) -> list[Part]:
    models = [_model_part(environment)] if environment.embeds_model else []
    return [*models, _web_part(descriptor)]


def _model_part(environment: Environment) -> Part:
    port = ports.free_port()

    def command() -> list[str]:
        return model.command(environment.data, ports.free_port(port))

    def is_due() -> bool:
        return services.model(environment.data) is None

    return Part("small model", command, is_due)


def _web_part(descriptor: int) -> Part:
    command = [sys.executable, "-m", "studio.local.web", "--fd", str(descriptor)]
    return Part("web server", lambda: command, inherits=(descriptor,))


def _worker_part(
    environment: Environment, is_wanted: Callable[[], bool], *, waits_for: int | None = None
) -> Part:
    command = [sys.executable, str(CHECKOUT / "manage.py"), "worker"]

    def is_due() -> bool:
        has_model = not environment.embeds_model or services.model(environment.data) is not None
        return has_model and is_wanted()

    return Part("worker", lambda: command, is_due, waits_for=waits_for)


def _tend(database: postgres.Minder | None, running: list[Part]) -> None:
    if database and (said := database.tend()):
        sys.stderr.write(f"{said}\n")
    for part in running:
        part.tend()


def _tend_until(is_over: threading.Event, environment: Environment, running: list[Part]) -> None:
    database = _database(environment)
    while not is_over.wait(BEAT):
        _tend(database, running)


def _database(environment: Environment) -> postgres.Minder | None:
    return postgres.Minder(environment.data) if environment.embeds_database else None


def _stop(running: list[Part], stop: Stop, say: Callable[[str], None]) -> None:
    say("Stopping; Ctrl-C once more stops at once.")
    parts.stop(running, stop.is_urgent)


def _books(environment: Environment) -> str:
    if environment.embeds_database:
        return f"in {postgres.home(environment.data)}"
    return "in the database that DATABASE_URL names"


def _writer(environment: Environment) -> str:
    if environment.embeds_model:
        return f"{model.NAME} on this machine: small and repetitive; see OPENAI_BASE_URL"
    if environment.base_url:
        return f"{environment.model or 'the first model'} at {environment.base_url}"
    return "nobody: set OPENAI_BASE_URL, or STUDIO_LOCAL_MODEL=auto"


def _welcome(base_url: str, say: Callable[[str], None], stop: Stop) -> None:
    deadline = time.monotonic() + WEB_PATIENCE
    while not _answers(base_url):
        if stop.is_requested():
            return
        if time.monotonic() > deadline:
            say(f"The web server does not answer at {base_url}; the reason stands above.")
            return
        time.sleep(BEAT)
    from django.utils import timezone

    from studio.actions import example, signin

    try:
        example.ensure(signin.owner().pk, now=timezone.now())
        say(f"Open       {signin.one_time_link(base_url)}  (this link works once)")
        _check(say, stop)
    finally:
        tables.close_connections()


def _check(say: Callable[[str], None], stop: Stop) -> None:
    """Looks through all books, for so long; the board of a book says what was found."""
    from django.db import Error
    from django.utils import timezone

    from studio.actions import checkups

    deadline = time.monotonic() + CHECK_SECONDS

    def is_over() -> bool:
        return stop.is_requested() or time.monotonic() > deadline

    try:
        n_wrong = checkups.check_all(is_over=is_over, now=timezone.now())
    except Error as error:
        sys.stderr.write(f"The books could not be checked: {error}\n")
        return
    if n_wrong:
        say(f"Check      {n_wrong} of your books hold something that does not fit; see there.")


def _answers(base_url: str) -> bool:
    try:
        urllib.request.urlopen(base_url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
