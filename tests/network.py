"""A closed door: within a test run, Python reaches this machine only."""

import ipaddress
import socket
from typing import Any

import pytest

_strangers: list[str] = []


class Watch:
    """Collects the hosts that were called from here until it is closed."""

    def __init__(self) -> None:
        self._first = len(_strangers)
        self.strangers: list[str] = []

    def close(self) -> None:
        self.strangers = _strangers[self._first :]
        del _strangers[self._first :]


def close() -> None:
    """Closes the door for the rest of this process."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    look_up = socket.getaddrinfo

    def guarded_connect(end: socket.socket, address: Any) -> None:
        _refuse_address(end, address)
        connect(end, address)

    def guarded_connect_ex(end: socket.socket, address: Any) -> int:
        _refuse_address(end, address)
        return connect_ex(end, address)

    def guarded_look_up(host: Any, *rest: Any, **options: Any) -> Any:
        _refuse_stranger(host)
        return look_up(host, *rest, **options)

    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    patch.setattr(socket, "getaddrinfo", guarded_look_up)


def _refuse_address(end: socket.socket, address: Any) -> None:
    if end.family in (socket.AF_INET, socket.AF_INET6):
        _refuse_stranger(address[0])


def _refuse_stranger(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name and not _is_this_machine(name):
        _strangers.append(name)
        raise OSError(f"tests speak to this machine only, not to {name}")


def _is_this_machine(name: str) -> bool:
    # Names under .invalid never lead anywhere: they are for tests of exactly that.
    if name == "localhost" or name.endswith((".localhost", ".invalid")):
        return True
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
