"""A book as of a change: its state in memory, and what stood in it then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.core import keys, outline
from studio.core.cells import compute
from studio.core.outline import Node
from studio.core.protocol import protocol_of
from studio.core.state import Body, State, group_of, targets
from studio.models import Artifact, Blob, Entry, Project, Read, statements
from studio.models.among import among, among_ids
from studio.models.artifact import text_of
from studio.queries.state import DbState
from studio.queries.step_names import Places
from studio.queries.values.activity import PastStep

_LINKS = ("establishes", "uses")
_THEN = "project_id = %s AND since <= %s AND (until IS NULL OR until > %s)"
_KINDS = f"SELECT kind, count(*) FROM studio_entry WHERE {_THEN} GROUP BY kind"
_TEXTS = f"""
    SELECT key FROM studio_entry
    WHERE {_THEN} AND kind = 'text' AND split_part(key, '/', 3) = ANY(%s)
"""
_WORDS = f"""
    SELECT split_part(entry.key, '/', 3), sum(made.n_words)::int
    FROM (SELECT key, body FROM studio_entry WHERE {_THEN} AND kind = 'text') AS entry
    JOIN studio_artifact AS made ON made.id = (entry.body ->> 'artifact')::bigint
    GROUP BY 1
"""

# Of what neither began nor ended between the two, both say the same.
_DIFFERING = """
    SELECT key FROM studio_entry
    WHERE project_id = %s
    AND (since > %s AND since <= %s OR until > %s AND until <= %s)
    GROUP BY key
    HAVING max(digest) FILTER (WHERE since <= %s AND (until IS NULL OR until > %s))
        IS DISTINCT FROM max(digest) FILTER (WHERE since <= %s AND (until IS NULL OR until > %s))
    ORDER BY key
"""


class PastState:
    """All entries as of a change, read at once; what cells were then is computed from them."""

    def __init__(self, project: Project, number: int) -> None:
        rows = Entry.objects.filter(project=project).as_of(number)
        self.entries: dict[str, Body] = dict(rows.values_list("key", "body"))
        self._groups: dict[tuple[str, str], dict[str, Body]] = {}
        self._linking: dict[str, dict[str, Body]] = {}
        self._blobs: dict[str, str] = {}
        for key, body in self.entries.items():
            self._groups.setdefault((keys.kind(key), group_of(key, body)), {})[key] = body
            for target in targets(body) if keys.kind(key) == "object" else ():
                self._linking.setdefault(target, {})[key] = body

    def entry(self, key: str) -> Body | None:
        return self.entries.get(key)

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        return self._groups.get((kind, group), {})

    def linking(self, object_id: str) -> Mapping[str, Body]:
        return self._linking.get(object_id, {})

    def blob(self, digest: str) -> str:
        if not self._blobs:
            # Who asks for one asks for most.
            wanted = among({body["blob"] for body in self.of_kind("text").values()})
            rows = Blob.objects.filter(pk__in=wanted)
            self._blobs = dict(rows.values_list("pk", "body"))
        return self._blobs[digest] if digest in self._blobs else text_of(digest)

    def of_kind(self, kind: str) -> dict[str, Body]:
        """Every entry of a kind, by what follows it in the key."""
        return {keys.rest(k): body for k, body in self.entries.items() if keys.kind(k) == kind}


def steps(project: Project, number: int) -> tuple[PastStep, ...]:
    """The manifest as of a change: every step that had a text, in book order."""
    state = PastState(project, number)
    maps = state.of_kind("map")
    nodes = outline.ordered(state.of_kind("section"))
    return _steps(state, state.of_kind("text"), nodes, maps)


@dataclass(frozen=True, slots=True)
class Part:
    """Some chapters of a book as of a change: what their sections said, and their steps."""

    texts: Mapping[str, str]
    steps: tuple[PastStep, ...]


def words(project: Project, number: int) -> dict[str, int]:
    """How many accepted words each section had; the plan of the book has none."""
    asked = [project.pk, number, number]
    return {section_id: n for section_id, n in statements.select(_WORDS, asked) if section_id}


def differing(project: Project, older: int, newer: int) -> list[str]:
    """The keys of what the book says otherwise after one change than after another."""
    asked = [project.pk, *(older, newer) * 2, *(older, older, newer, newer)]
    return [key for (key,) in statements.select(_DIFFERING, asked)]


def kinds(project: Project, number: int) -> dict[str, int]:
    """How many entries of each kind there were."""
    return dict(statements.select(_KINDS, [project.pk, number, number]))


def part(project: Project, number: int, nodes: Sequence[Node], ids: Sequence[str]) -> Part:
    """Some sections of all, and with the first of them the steps of the book as a whole."""
    state = DbState(project.pk, as_of=number)
    is_first = not ids or ids[0] == nodes[0].id
    state.fetch([*map(keys.section, ids), *map(keys.map_of, ids)])
    asked = [project.pk, number, number, [*ids, *([""] if is_first else [])]]
    own = [keys.rest(key) for (key,) in statements.select(_TEXTS, asked)]
    state.fetch_texts(own)
    state.fetch(map(keys.pin, own))
    _bring_in(state, ids)
    maps = {i: body for i in ids if (body := state.entry(keys.map_of(i))) is not None}
    texts = {key: body for key in own if (body := state.entry(keys.text(key))) is not None}
    found = _steps(state, texts, nodes, maps)
    return Part({i: _text(state, i, maps.get(i, {})) for i in ids}, found)


def _bring_in(state: DbState, section_ids: Iterable[str]) -> None:
    """What the steps of these sections were written from, with a few queries."""
    bodies = [body for i in section_ids if (body := state.entry(keys.section(i))) is not None]
    linked = {one for body in bodies for name in _LINKS for one in body.get(name, ())}
    state.fetch(map(keys.object_, sorted(linked)))
    state.fetch_linking(linked)
    state.fetch_groups("section", {str(body.get("parent") or "") for body in bodies})


def _text(state: DbState, section_id: str, plan: Body) -> str:
    """What a section said: its accepted passages in their order."""
    order = [keys.unit(keys.DRAFT, section_id, m["key"]) for m in plan.get("movements", ())]
    entries = [body for key in order if (body := state.entry(keys.text(key))) is not None]
    return "\n\n".join(filter(None, (state.blob(body["blob"]) for body in entries)))


def _steps(
    state: State, texts: Mapping[str, Body], nodes: Sequence[Node], maps: Mapping[str, Body]
) -> tuple[PastStep, ...]:
    versions = statements.by_id(Artifact, [body["artifact"] for body in texts.values()])
    stale = _stale(state, set(versions))
    places = Places.of(protocol_of(state), nodes, maps)
    found = [
        PastStep(
            key=key,
            name=places.name(key),
            version=versions[body["artifact"]].number,
            words=versions[body["artifact"]].n_words,
            by=body["by"],
            is_stale=body["artifact"] in stale,
            is_distrusted=state.entry(keys.trust(key)) is not None,
            is_locked=state.entry(keys.pin(key)) is not None,
        )
        for key, body in texts.items()
        if places.has(key)
    ]
    return tuple(sorted(found, key=lambda step: places.rank(step.key)))


def _stale(state: State, artifact_ids: set[int]) -> set[int]:
    """The texts of which some read had another digest by then."""
    known: dict[str, str] = {}
    stale: set[int] = set()
    rows = Read.objects.filter(artifact_id__in=among_ids(artifact_ids))
    for artifact_id, key, was in rows.values_list("artifact_id", "key", "digest"):
        if key not in known:
            known[key] = compute(key, state).digest
        if known[key] != was:
            stale.add(artifact_id)
    return stale
