"""The web process: pages over HTTP, live pages over sockets."""

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
pages = get_asgi_application()

# Only now are the models there that these import.
from studio.web import listener, routing, sweeping  # noqa: E402


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Lets the listener end in order with the server."""
    while True:
        told = (await receive())["type"]
        if told == "lifespan.startup":
            sweeping.begin()
        if told == "lifespan.shutdown":
            await listener.close()
            await sweeping.end()
        await send({"type": f"{told}.complete"})
        if told == "lifespan.shutdown":
            return


application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(routing.sockets))),
        "lifespan": lifespan,
    }
)
