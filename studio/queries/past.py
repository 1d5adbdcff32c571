"""A book as of a change: its state in memory, and what stood in it then."""

from collections.abc import Mapping

from studio.core import keys
from studio.core.cells import compute
from studio.core.protocol import protocol_of
from studio.core.state import Body, group_of, targets
from studio.models import Artifact, Blob, Entry, Project, Read, statements
from studio.models.among import among, among_ids
from studio.models.artifact import text_of
from studio.queries.step_names import Places
from studio.queries.values.activity import PastStep


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
    texts = state.of_kind("text")
    versions = statements.by_id(Artifact, [body["artifact"] for body in texts.values()])
    stale = _stale(state, set(versions))
    places = Places.of(protocol_of(state), state.of_kind("section"), state.of_kind("map"))
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


def _stale(state: PastState, artifact_ids: set[int]) -> set[int]:
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
