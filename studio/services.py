"""Where the services of this machine are: each announced in a file of the data folder."""

import json
import os
import socket
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Model:
    """The small model of this machine: where it listens and what it can take."""

    base_url: str
    name: str
    context_tokens: int
    pid: int


@dataclass(frozen=True, slots=True)
class Web:
    """The web server of this machine."""

    base_url: str
    pid: int


def model(data: Path) -> Model | None:
    """The model server that runs for this data folder, if one does."""
    facts = _read(data, Model)
    return Model(**facts) if facts and _answers(facts) else None


def web(data: Path) -> Web | None:
    """The web server that runs for this data folder, if one does."""
    facts = _read(data, Web)
    return Web(**facts) if facts and _answers(facts) else None


def announce(data: Path, service: Model | Web) -> None:
    """Lets others find a service that runs from now on."""
    handle, draft = tempfile.mkstemp(dir=data)
    try:
        with os.fdopen(handle, "w") as file:
            json.dump(asdict(service), file)
        os.replace(draft, _path(data, type(service)))
    except OSError:
        os.unlink(draft)
        raise


def withdraw(data: Path, service: Model | Web) -> None:
    """Takes back an announcement, unless a newer one has taken its place."""
    if _read(data, type(service)) == asdict(service):
        _path(data, type(service)).unlink(missing_ok=True)


def is_announced(data: Path, kind: type[Model] | type[Web]) -> bool:
    """Whether there is an announcement, be it of a service that was killed since."""
    return _path(data, kind).exists()


def _path(data: Path, kind: type[Model] | type[Web]) -> Path:
    return data / f"{kind.__name__.lower()}.json"


def _read(data: Path, kind: type[Model] | type[Web]) -> dict[str, Any]:
    try:
        facts = json.loads(_path(data, kind).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return facts if isinstance(facts, dict) and facts.keys() == _fields(kind) else {}


def _fields(kind: type[Model] | type[Web]) -> set[str]:
    return {field.name for field in fields(kind)}


def _answers(facts: dict[str, Any]) -> bool:
    # Whether the announced process lives and listens; kill -9 leaves announcements behind.
    place = urlsplit(str(facts["base_url"]))
    try:
        os.kill(int(str(facts["pid"])), 0)
        socket.create_connection((place.hostname, place.port), timeout=1.0).close()
    except PermissionError:
        return True
    except OSError:
        return False
    return True
