"""The outline of a large book as far as it is asked for: a section's number without all others."""

from collections.abc import Iterable, Iterator, Mapping

from studio.core import keys, outline
from studio.core.outline import Node
from studio.core.state import Body
from studio.models import statements
from studio.queries.state import DbState

# Where sections stand among those of the same parent, counted where they are.
_POSITIONS = """
    SELECT key, position FROM (
        SELECT key, row_number() OVER (
            PARTITION BY "group" ORDER BY COALESCE((body ->> 'rank')::float, 0), key
        ) AS position FROM studio_entry
        WHERE project_id = %s AND until IS NULL AND kind = 'section' AND "group" = ANY(%s)
    ) AS peer
    WHERE key = ANY(%s)
"""
_ABOVE = """
    SELECT DISTINCT "group" FROM studio_entry
    WHERE project_id = %s AND until IS NULL AND kind = 'section' AND "group" = ANY(%s)
"""


class Places(Mapping[str, Node]):
    """The sections of a book by id, each brought in when it is first asked for.

    Going through all of them brings all of them in.
    """

    def __init__(self, state: DbState) -> None:
        self._state = state
        self._nodes: dict[str, Node | None] = {}
        self._positions: dict[str, int] = {}
        self._all: dict[str, Node] | None = None

    def bring(self, section_ids: Iterable[str]) -> None:
        """Brings sections in with a few queries, however many they are."""
        wanted = {i for i in section_ids if i and i not in self._nodes}
        if not wanted:
            return
        above = self._with_parents(wanted)
        self._number(above)
        asked = [self._state.project_id, sorted(above)]
        parents = {group for (group,) in statements.select(_ABOVE, asked)}
        for section_id in wanted:
            self._nodes[section_id] = self._node(section_id, above, section_id not in parents)

    def __getitem__(self, section_id: str) -> Node:
        self.bring([section_id])
        node = self._nodes.get(section_id)
        if node is None:
            raise KeyError(section_id)
        return node

    def __iter__(self) -> Iterator[str]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(self._every())

    def _every(self) -> dict[str, Node]:
        if self._all is None:
            bodies = {keys.rest(k): body for k, body in self._state.kind("section").items()}
            self._all = {node.id: node for node in outline.ordered(bodies)}
            self._nodes |= self._all
        return self._all

    def _with_parents(self, section_ids: set[str]) -> dict[str, Body]:
        """These sections and all that they lie in, as far as they exist."""
        found: dict[str, Body] = {}
        wanted = set(section_ids)
        while wanted:
            self._state.fetch(keys.section(i) for i in wanted)
            bodies = {i: self._state.entry(keys.section(i)) for i in wanted}
            found |= {i: body for i, body in bodies.items() if body is not None}
            parents = {str(b.get("parent") or "") for b in bodies.values() if b is not None}
            wanted = parents - set(found) - {""}
        return found

    def _number(self, sections: Mapping[str, Body]) -> None:
        """Finds where these sections stand among those of the same parent."""
        missing = sorted(set(sections) - self._positions.keys())
        parents = sorted({str(sections[i].get("parent") or "") for i in missing})
        asked = [self._state.project_id, parents, [keys.section(i) for i in missing]]
        found = statements.select(_POSITIONS, asked)
        self._positions |= {keys.rest(key): position for key, position in found}

    def _node(self, section_id: str, above: Mapping[str, Body], is_leaf: bool) -> Node | None:
        numbers: list[str] = []
        here = section_id
        while here in above:
            parent = str(above[here].get("parent") or "")
            numbers.append(str(self._positions.get(here, 1)))
            here = parent
        if not numbers:
            return None
        number = ".".join(reversed(numbers))
        return Node(section_id, above[section_id], number, len(numbers), is_leaf)


class Sections(Mapping[str, Body]):
    """What the sections say, by id, each as it is asked for."""

    def __init__(self, state: DbState) -> None:
        self._state = state

    def __getitem__(self, section_id: str) -> Body:
        body = self._state.entry(keys.section(section_id))
        if body is None:
            raise KeyError(section_id)
        return body

    def __iter__(self) -> Iterator[str]:
        return iter([keys.rest(key) for key in self._every()])

    def __len__(self) -> int:
        return len(self._every())

    def _every(self) -> Mapping[str, Body]:
        found = self._state.kind("section")
        self._state.fetch(found)
        return found
