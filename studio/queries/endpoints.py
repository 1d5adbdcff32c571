"""Which model server writes for a book."""

from django.conf import settings

from studio.llm.client import Endpoint as Server
from studio.models import Endpoint, Project


def endpoint_for(project: Project) -> Server | None:
    """The server of the book, else the default one, else what the environment names, else none."""
    row = project.endpoint or Endpoint.objects.filter(is_default=True).first()
    return server(row) if row else from_environment()


def server(row: Endpoint) -> Server:
    """A stored endpoint as the model client takes it."""
    return Server(row.base_url, row.api_key, row.model, row.context_tokens, row.is_demo)


def from_environment() -> Server | None:
    """The server that OPENAI_BASE_URL and STUDIO_MODEL name, if they do."""
    env = settings.STUDIO
    if not env.base_url:
        return None
    return Server(env.base_url, env.api_key, env.model, env.model_context)


def demonstration() -> Endpoint | None:
    """The small model on this machine, where it runs."""
    return Endpoint.objects.filter(is_demo=True).first()
