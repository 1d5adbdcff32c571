"""Why something's basis changed, in the author's words: a cell as a sentence with a link."""

from collections.abc import Iterable, Mapping

from django.urls import reverse

from studio.core import keys
from studio.core.outline import Node
from studio.models import Project, statements
from studio.queries.places import Places
from studio.queries.state import DbState
from studio.queries.values import Link

MOST_REASONS = 3
# The first of what each version was made from that is different now.
_CHANGED = """
    SELECT made.id, read.key FROM unnest(%s::bigint[]) AS made(id) CROSS JOIN LATERAL (
        SELECT read.key FROM studio_read AS read
        JOIN studio_cell AS cell ON cell.project_id = %s AND cell.key = read.key
        WHERE read.artifact_id = made.id AND cell.digest <> read.digest
        ORDER BY read.key LIMIT %s
    ) AS read ORDER BY 1, 2
"""


def reasons(
    project: Project,
    artifact_ids: Iterable[int],
    nodes: Mapping[str, Node],
    state: DbState,
) -> dict[int, tuple[Link, ...]]:
    """For each artifact, what it was written from that is different now, at most three."""
    found: dict[int, list[Link]] = {}
    rows = statements.select(_CHANGED, [list(artifact_ids), project.pk, MOST_REASONS])
    bring((key for _, key in rows), nodes, state)
    for artifact_id, key in rows:
        link = Link(changed(key, nodes, state), url(project, key))
        found.setdefault(artifact_id, []).append(link)
    return {i: tuple(dict.fromkeys(links)) for i, links in found.items()}


def bring(cells: Iterable[str], nodes: Mapping[str, Node], state: DbState) -> None:
    """Brings in at once what some cells are named by."""
    wanted = set(cells)
    state.fetch(key for key in wanted if keys.kind(key) == "object")
    if isinstance(nodes, Places):
        nodes.bring(keys.rest(key).split("/")[0] for key in wanted if keys.kind(key) in _PLACED)


def changed(key: str, nodes: Mapping[str, Node], state: DbState) -> str:
    """What changed, as a sentence: "the audience was edited"."""
    kind, rest = keys.kind(key), keys.rest(key)
    place = _place(rest.split("/")[0], nodes)
    sentences = {
        "brief": f"the {_BRIEF.get(rest, rest)} was edited",
        "style": "a rule of style was changed",
        "object": f"{_object(key, state)} was changed",
        "objects-of": f"what {place} has to say was changed",
        "terms-for": "the terms that it uses were changed",
        "terms-of": "the terms that it uses were changed",
        "thesis": "the main thought of the book was changed",
        "section": f"the plan of {place} was edited",
        "conclusions": f"what {place} establishes was changed",
        "outline": "the outline around it was changed",
        "map": f"the passages of {place} were planned anew",
        "movement": "the plan of this passage was changed",
        "before": "the words before it were changed",
        "after": "the words after it were changed",
        "text": f"the text of {place} was changed",
        "pass": "the instructions of this step were edited",
    }
    return sentences[kind]


def read_words(key: str, nodes: Mapping[str, Node], state: DbState) -> str:
    """What was read, as a short name."""
    kind, rest = keys.kind(key), keys.rest(key)
    place = _place(rest.split("/")[0], nodes)
    names = {
        "brief": f"the {_BRIEF.get(rest, rest)}",
        "style": "rules of style and voice",
        "object": _object(key, state),
        "objects-of": f"what {place} has to say",
        "terms-for": "terms",
        "terms-of": "terms",
        "thesis": "the main thought of the book",
        "section": f"the plan of {place}",
        "conclusions": f"what {place} establishes",
        "outline": "titles around it",
        "map": f"the passages of {place}",
        "movement": "the plan of this passage",
        "before": "the words before it",
        "after": "the words after it",
        "text": f"the text of {place}",
        "pass": "the instructions of this step",
    }
    return names[kind]


def url(project: Project, key: str) -> str:
    """Where the author finds what a cell shows."""
    kind, rest = keys.kind(key), keys.rest(key)
    section_id = rest.split("/")[0]
    if kind == "brief":
        return reverse("brief", args=[project.slug])
    if kind in ("object", "thesis", "style", "terms-for", "terms-of", "objects-of"):
        anchor = f"#item-{rest}" if kind == "object" else ""
        return reverse("plan_of_book", args=[project.slug]) + anchor
    if kind in ("section", "outline", "conclusions"):
        return reverse("outline", args=[project.slug])
    if kind in ("map", "movement"):
        return reverse("unit", args=[project.slug, keys.unit(keys.MAP, section_id)])
    if kind in ("before", "after", "text"):
        return reverse("section", args=[project.slug, section_id])
    if kind == "pass":
        return reverse("method_step", args=[project.slug, rest])
    return ""


def _place(section_id: str, nodes: Mapping[str, Node]) -> str:
    node = nodes.get(section_id)
    return f"“{node.body['title']}”" if node else "the book"


def _object(key: str, state: DbState) -> str:
    """The name of a thing; of what is none nothing, which need not be looked for."""
    if keys.kind(key) != "object":
        return ""
    body, object_id = state.entry(key), keys.rest(key)
    if body is None:
        return "something that the book no longer tracks"
    fields = body["fields"]
    said = str(fields.get("name") or next(iter(fields.values()), object_id))
    return f"“{said if len(said) <= 60 else said[:57].rstrip() + '…'}”"


# Cells that are named by a section.
_PLACED = ("objects-of", "section", "conclusions", "map", "text")
_BRIEF = {
    "intention": "intention",
    "audience": "audience",
    "language": "language",
    "words": "length",
    "voice": "sample of the voice",
    "title": "title",
}
