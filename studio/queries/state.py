"""The entries of a project from the database, behind the interface that cells are computed from."""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import keys
from studio.core.state import group_of, targets
from studio.models import Blob, Entry

Body = Mapping[str, Any]


class DbState:
    """The current entries of one project, with writes laid over them.

    An overlay holds what a candidate would write, or what a commit is about to write. Entries are
    remembered for the life of the state, which is one transaction or one brief.
    """

    def __init__(
        self,
        project_id: int,
        overlay: Mapping[str, Body | None] | None = None,
        *,
        as_of: int | None = None,
    ) -> None:
        self.project_id = project_id
        self.overlay: dict[str, Body | None] = dict(overlay or {})
        self._as_of = as_of
        self._entries: dict[str, Body | None] = {}
        self._groups: dict[tuple[str, str], dict[str, Body]] = {}
        self._blobs: dict[str, str] = {}

    def entry(self, key: str) -> Body | None:
        if key in self.overlay:
            return self.overlay[key]
        if key not in self._entries:
            self.fetch([key])
        return self._entries[key]

    def fetch(self, wanted: Iterable[str]) -> None:
        """Brings in entries with one query."""
        missing = [key for key in set(wanted) if key not in self._entries]
        if not missing:
            return
        self._entries |= dict.fromkeys(missing)
        self._entries |= dict(self._rows().filter(key__in=missing).values_list("key", "body"))

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        if (kind, group) not in self._groups:
            rows = self._rows().filter(kind=kind, group=group).values_list("key", "body")
            self._groups[kind, group] = dict(rows)
            self._entries |= self._groups[kind, group]
        return self._laid_over(
            self._groups[kind, group],
            lambda key, body: keys.kind(key) == kind and group_of(key, body) == group,
        )

    def linking(self, object_id: str) -> Mapping[str, Body]:
        rows = self._rows().filter(kind="object", body__contains={"relations": [{"to": object_id}]})
        return self._laid_over(
            dict(rows.values_list("key", "body")),
            lambda key, body: keys.kind(key) == "object" and object_id in targets(body),
        )

    def kind(self, kind: str) -> Mapping[str, Body]:
        """Every entry of a kind; for whole-book views, not for cells."""
        rows = dict(self._rows().filter(kind=kind).values_list("key", "body"))
        return self._laid_over(rows, lambda key, _: keys.kind(key) == kind)

    def used_ids(self, kind: str) -> set[str]:
        """The ids of a kind that the book has or ever had."""
        rows = Entry.objects.filter(project_id=self.project_id, kind=kind)
        found = set(rows.values_list("key", flat=True)) | set(self.overlay)
        return {keys.rest(key) for key in found if keys.kind(key) == kind}

    def blob(self, digest: str) -> str:
        if digest not in self._blobs:
            self._blobs[digest] = Blob.objects.values_list("body", flat=True).get(pk=digest)
        return self._blobs[digest]

    def know(self, digest: str, body: str) -> None:
        """Remembers a text that is about to be written."""
        self._blobs[digest] = body

    def _rows(self) -> Any:
        rows = Entry.objects.filter(project_id=self.project_id)
        return rows.current() if self._as_of is None else rows.as_of(self._as_of)

    def _laid_over(self, rows: Mapping[str, Body], belongs: Any) -> dict[str, Body]:
        found = {key: body for key, body in rows.items() if key not in self.overlay}
        for key, body in self.overlay.items():
            if body is not None and belongs(key, body):
                found[key] = body
        return found
