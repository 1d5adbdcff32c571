"""Which models may write, and which of them writes what."""

from collections.abc import Mapping

from django.conf import settings

from studio import services
from studio.core.money import Price
from studio.llm.calls import Endpoint as Server
from studio.models import Endpoint, Project, statements

Rows = Mapping[int, Endpoint]
# The first key of a book's lists of models: all steps and checks without a list of their own.
OTHERS = ""
GATE = "gate/"


def endpoint_for(project: Project) -> Server | None:
    """The server that writes a book where nothing else is said, if there is one."""
    return next((s for row in order(project, known()) if (s := server(row))), None)


def known() -> dict[int, Endpoint]:
    """Every model that is set up, by its id; the one that the environment names among them."""
    rows = {row.pk: row for row in statements.rows(Endpoint, "TRUE ORDER BY id", [])}
    named = from_environment()
    mine = next((row for row in rows.values() if row.is_environment), None)
    if named is None:
        return {pk: row for pk, row in rows.items() if row is not mine}
    if mine is None or (mine.base_url, mine.model) != (named.base_url, named.model):
        mine = _environment_row(named)
    return rows | {mine.pk: mine}


def order(project: Project, rows: Rows, step: str = OTHERS) -> list[Endpoint]:
    """The models that a step of a book asks, one after the other."""
    lists = project.model_lists
    chosen = lists.get(step) or lists.get(OTHERS) or ()
    return [rows[pk] for pk in chosen if pk in rows] or _first(project, rows)


def of_new_book(*, is_demo: bool = False) -> Endpoint | None:
    """The model that a new book asks, which need not be stored yet; None where there is none."""
    rows = known()
    if is_demo:
        return next((row for row in rows.values() if row.is_demo), Endpoint(is_demo=True))
    return next(iter(_first(Project(), rows)), None)


def _first(project: Project, rows: Rows) -> list[Endpoint]:
    """The model of the book, else what the environment names, else the default one, else none.

    The demonstration stands in only until a better model is set up anywhere.
    """
    own = rows.get(project.endpoint_id or 0)
    if own is not None and not own.is_demo:
        return [own]
    named = [row for row in rows.values() if row.is_environment]
    default = [row for row in rows.values() if row.is_default]
    return (named or default or ([own] if own else []))[:1]


def server(row: Endpoint) -> Server | None:
    """A stored endpoint as the model client takes it; None for a demonstration that is not up."""
    if row.is_demo:
        return demonstration()
    if row.is_environment:
        return from_environment()
    return Server(row.base_url, row.api_key, row.model, row.context_tokens)


def price(row: Endpoint) -> Price | None:
    """What a model costs: the one that comes with the desk nothing, others what somebody said."""
    return Price(0, 0) if row.is_demo else row.price


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


def is_coming(project: Project, rows: Rows, step: str = OTHERS) -> bool:
    """Whether a step asks the small model of this machine, which comes up by itself."""
    return settings.STUDIO.embeds_model and any(row.is_demo for row in order(project, rows, step))


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


def _environment_row(named: Server) -> Endpoint:
    """The stored endpoint that stands for what the environment names; a new one costs nobody
    knows what. The key stays in the environment."""
    told = {
        "name": f"{named.model} at {named.host}"[:80],
        "base_url": named.base_url,
        "model": named.model,
        "context_tokens": named.context_tokens,
    }
    unknown = dict.fromkeys(("price_in", "price_out", "open_until", "trial_run"), None)
    unknown |= {"n_failures": 0}
    row, _ = Endpoint.objects.update_or_create(
        is_environment=True, defaults=told | unknown, create_defaults=told
    )
    return row
