"""The web server as a child process, on a socket that the supervisor already listens on."""

import argparse
import os
import socket

import uvicorn

from studio.local import processes

GRACE_SECONDS = 3


def main() -> None:
    """Serves until SIGTERM or the end of the process that started it."""
    parser = argparse.ArgumentParser(description="Serve the pages on an open socket.")
    parser.add_argument("--fd", type=int, required=True)
    descriptor = parser.parse_args().fd
    processes.follow_parent(grace=GRACE_SECONDS + 2.0)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    config = uvicorn.Config(
        "studio.asgi:application",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main()
