"""What stands around a section in the outline of a large book, level by level."""

from typing import Literal

from studio.core import keys
from studio.models import Project, statements

# So many before and after a section, and before and after what it lies in.
NEAR, FAR = 30, 8
Side = Literal[-1, 1]
SIDES: tuple[Side, Side] = (-1, 1)

_ORDER = "COALESCE((body ->> 'rank')::float, 0){desc}, key{desc}"
_PEERS = f"""
    WITH peer AS (
        SELECT key, row_number() OVER (ORDER BY {_ORDER.format(desc="")}) AS position
        FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
        AND "group" = %s
    ), here AS (SELECT position FROM peer WHERE key = %s)
    SELECT key FROM peer, here
    WHERE peer.position BETWEEN here.position - %s AND here.position + %s ORDER BY peer.position
"""
_END = """
    SELECT key FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
    AND "group" = %s ORDER BY {order} LIMIT 1
"""
_FIRST, _LAST = (_END.format(order=_ORDER.format(desc=desc)) for desc in ("", " DESC"))
_PARENT = """
    SELECT body ->> 'parent' FROM studio_entry
    WHERE project_id = %s AND until IS NULL AND key = %s
"""
_N_LEAVES = """
    SELECT count(*) FROM studio_entry AS leaf
    WHERE project_id = %s AND until IS NULL AND kind = 'section' AND NOT EXISTS (
        SELECT FROM studio_entry AS below
        WHERE below.project_id = leaf.project_id AND below.until IS NULL
        AND below.kind = 'section' AND below."group" = substr(leaf.key, 9)
    )
"""


def sections(project: Project, section_id: str) -> list[str]:
    """The sections that a tree shows around one, in order."""
    found: list[str] = []
    here, most = section_id, NEAR
    while here:
        above = _parent(project, here)
        peers = _peers(project, above, here, most)
        if not peers:
            break
        place = peers.index(here) + 1
        found = [*peers[:place], *found, *peers[place:]]
        here, most = above, FAR
    return found


def beside(project: Project, section_id: str, side: Side) -> str:
    """The next section with prose before or after one; '' where there is none."""
    here = section_id
    while here:
        above = _parent(project, here)
        peers = _peers(project, above, here, 1)
        place = peers.index(here) + side if here in peers else -1
        if 0 <= place < len(peers):
            return _outermost(project, peers[place], side)
        here = above
    return ""


def n_leaves(project: Project) -> int:
    """How many sections with prose a book has."""
    return int(statements.value(_N_LEAVES, [project.pk]))


def _outermost(project: Project, section_id: str, side: Side) -> str:
    """The first section with prose in one, or the last."""
    here = section_id
    while below := statements.value(_FIRST if side > 0 else _LAST, [project.pk, here]):
        here = keys.rest(below)
    return here


def _peers(project: Project, above: str, section_id: str, most: int) -> list[str]:
    """A section with so many before it and after it, of those in the same one."""
    asked = [project.pk, above, keys.section(section_id), most, most]
    return [keys.rest(key) for (key,) in statements.select(_PEERS, asked)]


def _parent(project: Project, section_id: str) -> str:
    asked = [project.pk, keys.section(section_id)]
    return str(statements.value(_PARENT, asked) or "")
