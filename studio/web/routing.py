"""The addresses of sockets."""

from django.urls import path, re_path

from studio.web.consumers import LivePage, Nowhere

sockets = [
    path("ws/b/<slug:book>/", LivePage.as_asgi()),
    re_path(r"", Nowhere.as_asgi()),
]
