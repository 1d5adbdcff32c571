import asyncio
import contextlib
import socket

import pytest

from tests import network


def test_a_call_to_another_host_is_refused_and_remembered() -> None:
    with contextlib.closing(network.Watch()) as watch:
        with pytest.raises(OSError, match="this machine only, not to example"):
            socket.create_connection(("example.org", 80))
        with socket.socket() as end, pytest.raises(OSError, match=r"192\.0\.2\.1"):
            end.connect(("192.0.2.1", 80))

    assert watch.strangers == ["example.org", "192.0.2.1"]


async def test_an_asynchronous_call_to_another_host_is_refused() -> None:
    with contextlib.closing(network.Watch()) as watch, pytest.raises(OSError, match="example"):
        await asyncio.open_connection("example.org", 80)

    assert watch.strangers == ["example.org"]


def test_this_machine_may_be_called() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        socket.create_connection(listening.getsockname()[:2]).close()
