"""Which model server writes for a book."""

from django.conf import settings

from studio import services
from studio.llm.client import Endpoint as Server
from studio.models import Endpoint, Project, statements


def endpoint_for(project: Project) -> Server | None:
    """The server of the book, else what the environment names, else the default one, else none.

    The demonstration stands in only until a better model is set up anywhere.
    """
    own = project.endpoint
    if own is not None and not own.is_demo:
        return server(own)
    if named := from_environment():
        return named
    row = statements.row(Endpoint, "is_default ORDER BY id LIMIT 1", []) or own
    return server(row) if row else None


def server(row: Endpoint) -> Server | None:
    """A stored endpoint as the model client takes it; None for a demonstration that is not up."""
    if row.is_demo:
        return demonstration()
    return Server(row.base_url, row.api_key, row.model, row.context_tokens)


def from_environment() -> Server | None:
    """The server that OPENAI_BASE_URL and STUDIO_MODEL name, if they do."""
    env = settings.STUDIO
    if not env.base_url:
        return None
    return Server(env.base_url, env.api_key, env.model, env.model_context)


def demonstration() -> Server | None:
    """The small model on this machine, while it runs."""
    found = services.model(settings.STUDIO.data)
    if found is None:
        return None
    return Server(found.base_url, "", found.name, found.context_tokens, is_demo=True)


def demonstration_row() -> Endpoint:
    """The stored endpoint that stands for the small model on this machine."""
    row, _ = Endpoint.objects.get_or_create(
        is_demo=True,
        defaults={
            "name": "Demonstration",
            "base_url": "http://127.0.0.1",
            "model": "demonstration",
            "context_tokens": 4096,
        },
    )
    return row
