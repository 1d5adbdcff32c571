"""The entries of a project from the database, behind the interface that cells are computed from."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from studio.core import keys
from studio.core.state import group_of, targets
from studio.models import Blob, Entry, statements
from studio.models.artifact import text_of
from studio.queries.plan_steps import BookSteps
from studio.queries.remembered import Remembered

Body = Mapping[str, Any]
AT_ONCE = 1000
# What few entries are of, though any step may have one.
_MARKS, _MARKED, MANY = ("trust", "pin"), ("trust/", "pin/"), 1000

# As plain SQL: a brief asks this a dozen times, and it is the same statement for any number of
# keys, so that it is planned once.
_NOW = "SELECT key, body::text FROM studio_entry WHERE project_id = %s AND until IS NULL AND "
_THEN = (
    "SELECT key, body::text FROM studio_entry WHERE project_id = %s"
    " AND since <= %s AND (until IS NULL OR until > %s) AND "
)
# One look into the index of relations for each: a list of them would read all objects through.
# Gathered first, as an array: in a book whose rows are not counted yet, the planner would look
# again for every entry.
_LINKING = """
    id = ANY(ARRAY(
        SELECT linking.id FROM unnest(%s::jsonb[]) AS related(one) CROSS JOIN LATERAL (
            SELECT id FROM studio_entry
            WHERE project_id = %s AND until IS NULL AND kind = 'object'
            AND body @> related.one OFFSET 0
        ) AS linking
    ))
"""
# What these sections establish.
_ESTABLISHED = """
    key = ANY(ARRAY(
        SELECT 'object/' || established.one FROM studio_entry AS earlier
        CROSS JOIN LATERAL jsonb_array_elements_text(earlier.body->'establishes')
            AS established(one)
        WHERE earlier.project_id = %s AND earlier.until IS NULL AND earlier.key = ANY(%s)
    ))
"""


_OUTLINE = """
    SELECT key, "group", COALESCE((body ->> 'rank')::float, 0) FROM studio_entry
    WHERE project_id = %s AND until IS NULL AND kind = 'section'
"""


class DbState:
    """The current entries of one project, with writes laid over them.

    An overlay holds what a candidate would write, or what a commit is about to write. Entries are
    remembered for the life of the state, which is one transaction or one brief, or with what the
    process remembers of the book.
    """

    def __init__(
        self,
        project_id: int,
        overlay: Mapping[str, Body | None] | None = None,
        *,
        as_of: int | None = None,
        known: Remembered | None = None,
    ) -> None:
        self.project_id = project_id
        # All steps of the book are brought in once, if anybody asks for them.
        self.steps = BookSteps(project_id)
        self.overlay: dict[str, Body | None] = dict(overlay or {})
        self._as_of = as_of
        self._known = Remembered() if known is None else known
        self._blobs: dict[str, str] = {}
        self._is_whole = False
        # By kind, those that were in the overlay when it had so many; none is ever taken out.
        self._told_apart: dict[str, list[str]] = {}
        self._n_told_apart = 0

    def entry(self, key: str) -> Body | None:
        if key in self.overlay:
            return self.overlay[key]
        return self.stored(key)

    def with_writes(self, writes: Mapping[str, Body | None]) -> "DbState":
        """The same with other writes laid over it: what is brought in is so for both."""
        found = DbState(self.project_id, writes, as_of=self._as_of, known=self._known)
        found._is_whole, found.steps = self._is_whole, self.steps
        return found

    def apart(self) -> "DbState":
        """The same, remembering by itself what it brings in."""
        if self._is_whole:
            return self
        self._written(())
        found = DbState(self.project_id, as_of=self._as_of)
        found.overlay, found.steps, found._blobs = self.overlay, self.steps, dict(self._blobs)
        found._told_apart, found._n_told_apart = self._told_apart, self._n_told_apart
        return found

    def stored(self, key: str) -> Body | None:
        """An entry as it is without the writes."""
        if key not in self._known.entries:
            self.fetch([key])
        return self._known.entries[key]

    def fetch(self, wanted: Iterable[str]) -> None:
        """Brings in entries with one query."""
        known = self._known.entries
        # In the order given: what lies together in memory is met together.
        missing = list(dict.fromkeys(key for key in wanted if key not in known))
        if missing:
            rows = {} if self._is_whole else self._found(missing)
            self._known.entries |= dict.fromkeys(missing) | rows

    def bodies(self, wanted: Collection[str]) -> dict[str, Body]:
        """Those of these entries that there are. Of marks that are asked for by the thousand, few
        are there as a rule: they are looked for among all that there are."""
        rest, found = wanted, {}
        if len(wanted) > MANY and not self.overlay:
            rest, asked = [k for k in wanted if not k.startswith(_MARKED)], set(wanted)
            found = {key: body for key, body in self._marks.items() if key in asked}
        self.fetch(rest)
        return found | {key: body for key in rest if (body := self.entry(key)) is not None}

    def marks(self, kind: str, steps: Sequence[str]) -> dict[str, Body]:
        """The marks of a kind by step: of these, or of all where that is less to look at."""
        start = f"{kind}/"
        if len(steps) > MANY and not self.overlay:
            found: Mapping[str, Body] = self._marks
        else:
            found = self.bodies([f"{start}{key}" for key in steps])
        return {keys.rest(key): body for key, body in found.items() if key.startswith(start)}

    def lay_over(self, writes: Mapping[str, Body | None]) -> None:
        """Lays more writes over."""
        self.overlay |= writes

    @cached_property
    def _marks(self) -> dict[str, Body]:
        """All marks of the book."""
        return self._rows("kind = ANY(%s)", list(_MARKS))

    def _found(self, missing: list[str]) -> dict[str, Body]:
        """Entries by key; marks that are asked for by the thousand by looking at all there are."""
        rest = [k for k in missing if not k.startswith(_MARKED)] if len(missing) > MANY else missing
        marks = self._marks if len(missing) - len(rest) > MANY else {}
        return marks | self._rows("key = ANY(%s)", rest if marks else missing)

    def bring_in(
        self,
        wanted: list[str],
        *,
        objects: list[str],
        peers: list[str],
        linking: list[str],
        earlier: list[str],
    ) -> None:
        """Brings in entries by key, objects of some kinds, the sections below some others, what
        leads to some objects, and what earlier sections establish, with one query."""
        pairs = [*(("object", kind) for kind in objects), *(("section", above) for above in peers)]
        if self._is_whole or self._has(pairs, linking, earlier):
            self.fetch(wanted)
            return
        ids = sorted(set(linking))
        related = [json.dumps({"relations": [{"to": one}]}) for one in ids]
        rows = self._rows_of(
            ("key = ANY(%s)", [wanted]),
            ("kind = 'object' AND \"group\" = ANY(%s)", [objects]),
            ("kind = 'section' AND \"group\" = ANY(%s)", [peers]),
            self._leading_to(related),
            (_ESTABLISHED, [self.project_id, earlier]),
        )
        self._keep(rows, pairs, ids)
        self._known.entries |= {key: rows.get(key) for key in wanted}

    def _has(self, pairs: list[tuple[str, str]], linking: list[str], earlier: list[str]) -> bool:
        """Whether these groups, what leads to these objects and what these sections establish is
        there already."""
        known = self._known
        sections = [known.entries.get(key) or {} for key in earlier]
        established = [
            keys.object_(one) for body in sections for one in body.get("establishes", ())
        ]
        return (
            all(key in known.entries for key in (*earlier, *established))
            and all(pair in known.groups for pair in pairs)
            and all(one in known.linking for one in linking)
        )

    def _keep(
        self, rows: Mapping[str, Body], pairs: Iterable[tuple[str, str]], linking: Iterable[str]
    ) -> None:
        """Remembers entries, among which are all of these groups and all that leads to these
        objects: what is remembered appears whole, for others may be reading."""
        groups: dict[tuple[str, str], dict[str, Body]] = {pair: {} for pair in pairs}
        leading: dict[str, dict[str, Body]] = {one: {} for one in linking}
        for key, body in rows.items():
            kind = keys.kind(key)
            if (kind, group_of(key, body)) in groups:
                groups[kind, group_of(key, body)][key] = body
            for one in targets(body) & leading.keys() if kind == "object" else ():
                leading[one][key] = body
        self._known.entries |= rows
        self._known.groups |= groups
        self._known.linking |= leading

    def fetch_all(self) -> None:
        """Brings in every entry with one query, and every current text with a few; for what looks
        the whole book through."""
        rows = self._rows("TRUE")
        self._known, self._is_whole = Remembered(), True
        pairs = {(keys.kind(key), group_of(key, body)) for key, body in rows.items()}
        related = {
            one for k, body in rows.items() if keys.kind(k) == "object" for one in targets(body)
        }
        self._keep(rows, pairs, related)
        digests = sorted({body["blob"] for key, body in rows.items() if keys.kind(key) == "text"})
        for start in range(0, len(digests), AT_ONCE):
            some = Blob.objects.filter(pk__in=digests[start : start + AT_ONCE])
            self._blobs |= dict(some.values_list("pk", "body"))

    def fetch_groups(self, kind: str, groups: Iterable[str]) -> None:
        """Brings in all entries of some groups of a kind with one query."""
        missing = [group for group in set(groups) if (kind, group) not in self._known.groups]
        if missing:
            sql = 'kind = %s AND "group" = ANY(%s)'
            rows = {} if self._is_whole else self._rows(sql, kind, missing)
            self._keep(rows, [(kind, group) for group in missing], [])

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        self.fetch_groups(kind, [group])
        return self._laid_over(
            self._known.groups[kind, group],
            [kind],
            lambda key, body: group_of(key, body) == group,
        )

    def fetch_linking(self, object_ids: Iterable[str]) -> None:
        """Brings in what leads to some objects with one query."""
        missing = [i for i in set(object_ids) if i not in self._known.linking]
        if missing:
            related = [json.dumps({"relations": [{"to": i}]}) for i in missing]
            rows = {} if self._is_whole else self._rows_of(self._leading_to(related))
            self._keep(rows, [], missing)

    def linking(self, object_id: str) -> Mapping[str, Body]:
        self.fetch_linking([object_id])
        return self._laid_over(
            self._known.linking[object_id],
            ["object"],
            lambda _, body: object_id in targets(body),
        )

    def kind(self, kind: str) -> Mapping[str, Body]:
        """Every entry of a kind; for whole-book views, not for cells."""
        return self.kinds(kind)[kind]

    def kinds(self, *wanted: str) -> dict[str, Mapping[str, Body]]:
        """Every entry of some kinds, by kind, with one query."""
        rows = self._rows("kind = ANY(%s)", list(wanted))
        laid = self._laid_over(rows, wanted)
        of_kind = keys.by_kind(laid)
        return {kind: {key: laid[key] for key in of_kind.get(kind, ())} for kind in wanted}

    def outline(self) -> dict[str, Body]:
        """Where each section stands, by id, and no more of it."""
        told = [self.project_id]
        rows = {
            key: {"parent": parent or None, "rank": rank}
            for key, parent, rank in statements.select(_OUTLINE, told)
        }
        found = self._laid_over(rows, ["section"])
        return {keys.rest(key): body for key, body in found.items()}

    def used_ids(self, kind: str) -> set[str]:
        """The ids of a kind that the book has or ever had."""
        rows = Entry.objects.filter(project_id=self.project_id, kind=kind)
        found = set(rows.values_list("key", flat=True)) | set(self.overlay)
        return {keys.rest(key) for key in found if keys.kind(key) == kind}

    def blob(self, digest: str) -> str:
        if digest not in self._blobs:
            self._blobs[digest] = text_of(digest)
        return self._blobs[digest]

    def fetch_texts(self, unit_keys: Iterable[str]) -> None:
        """Brings in the current texts of some units, with what is distrusted of them."""
        named = [keys.text(key) for key in unit_keys]
        self.fetch([*named, *(keys.trust(keys.rest(key)) for key in named)])
        found = (self.entry(key) for key in named)
        missing = sorted({b["blob"] for b in found if b is not None} - self._blobs.keys())
        for start in range(0, len(missing), AT_ONCE):
            some = Blob.objects.filter(pk__in=missing[start : start + AT_ONCE])
            self._blobs |= dict(some.values_list("pk", "body"))

    def know(self, digest: str, body: str) -> None:
        """Remembers a text that is about to be written."""
        self._blobs[digest] = body

    def _leading_to(self, related: list[str]) -> tuple[str, list[Any]]:
        if self._as_of is None:
            return _LINKING, [related, self.project_id]
        # What led to it then may have ended since, and is in no index by then.
        return "kind = 'object' AND body @> ANY(%s::jsonb[])", [related]

    def _rows(self, condition: str, *parameters: str | int | list[str]) -> dict[str, Body]:
        return self._rows_of((condition, list(parameters)))

    def _rows_of(self, *asked: tuple[str, list[Any]]) -> dict[str, Body]:
        """The entries that meet any of some conditions; each is planned by itself."""
        if self._as_of is None:
            sql, when = _NOW, [self.project_id]
        else:
            sql, when = _THEN, [self.project_id, self._as_of, self._as_of]
        query = " UNION ALL ".join(sql + condition for condition, _ in asked)
        found = statements.select(query, [one for _, given in asked for one in (*when, *given)])
        return {key: json.loads(body) for key, body in found}

    def _laid_over(
        self,
        rows: Mapping[str, Body],
        kinds: Iterable[str],
        belongs: Callable[[str, Body], bool] = lambda _key, _body: True,
    ) -> Mapping[str, Body]:
        """Entries of some kinds as the writes leave them, with those that come to belong there."""
        written = self._written(kinds)
        if not written:
            return rows
        found = {key: body for key, body in rows.items() if key not in self.overlay}
        for key in written:
            body = self.overlay[key]
            if body is not None and belongs(key, body):
                found[key] = body
        return found

    def _written(self, kinds: Iterable[str]) -> list[str]:
        """The writes of some kinds. Each cell asks for them, and a change may write thousands of
        others: they are told apart once, and again when more were laid over."""
        if self._n_told_apart != len(self.overlay):
            self._told_apart = keys.by_kind(self.overlay)
            self._n_told_apart = len(self.overlay)
        return [key for kind in kinds for key in self._told_apart.get(kind, ())]
