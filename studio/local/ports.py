"""Addresses to listen on."""

import errno
import socket


class PortBusy(Exception):
    """Somebody else listens there; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or PortBusy in words for the person at the terminal."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        advice = "set STUDIO_HOST to an address of it, such as 127.0.0.1."
        raise PortBusy(f"{host} is no address of this machine; {advice}") from None
    end = socket.socket(family, socket.SOCK_STREAM)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        end.bind(address)
        end.listen(512)
    except OSError as error:
        end.close()
        raise PortBusy(_words(host, port, error)) from None
    end.set_inheritable(True)
    return end


def free_port(preferred: int = 0) -> int:
    """A port of this machine that nobody listens on, the preferred one if it can be had."""
    for port in (preferred, 0):
        with socket.socket() as end:
            try:
                end.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(end.getsockname()[1])
    raise PortBusy("No port of this machine is free.")


def url(host: str, port: int) -> str:
    """Where a browser on this machine finds a server that listens there."""
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)
    bracketed = f"[{here}]" if ":" in here and not here.startswith("[") else here
    return f"http://{bracketed}:{port}"


def _words(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        free = free_port()
        return (
            f"Port {port} is in use by another program; stop it, or choose another port: "
            f"STUDIO_PORT={free} python manage.py start"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than yours; set STUDIO_PORT to 1024 or more."
    return f"Cannot listen on {host}:{port} ({error.strerror}); check STUDIO_HOST and STUDIO_PORT."
