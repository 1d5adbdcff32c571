"""What arrived of attempts that did not come to their end, and what of it can be gone on from."""

from collections.abc import Mapping
from dataclasses import dataclass

from studio.core import beginnings, keys, prompts, prose
from studio.core.blanks import Reader
from studio.models import Partial, Unit, statements
from studio.queries import candidates
from studio.queries.state import DbState

# The latest of each unit that waits; a whole reply is taken up by itself, and what a text followed
# is of no use.
_KEPT = """
    SELECT DISTINCT ON (run.unit_id) run.unit_id, run.id, run.state, run.words, partial.text
    FROM studio_partial AS partial
    JOIN studio_run AS run ON run.id = partial.run_id
    JOIN studio_unit AS unit ON unit.id = run.unit_id
    WHERE run.project_id = %s AND run.kind = 'compose' AND run.state <> 'active'
    AND partial.text <> '' AND unit.movement_key <> '' AND unit.work IN ('pending', 'held')
    AND NOT (run.state IN ('lost', 'stopped')
             AND EXISTS (SELECT 1 FROM studio_reply WHERE run_id = run.id))
    AND NOT EXISTS (
        SELECT 1 FROM studio_run AS later
        WHERE later.unit_id = run.unit_id AND later.kind = 'compose' AND later.state = 'done'
        AND later.id > run.id
    )
    ORDER BY run.unit_id, run.id DESC
"""
_HAS_WHOLE = """
    SELECT 1 FROM studio_run AS run JOIN studio_reply AS reply ON reply.run_id = run.id
    WHERE run.id = %s AND run.state IN ('lost', 'stopped')
"""
_VERBS = {"stopped": "Stopped", "lost": "Interrupted", "failed": "Broke off"}


@dataclass(frozen=True, slots=True)
class Kept:
    """What had arrived of an attempt."""

    run_id: int
    state: str
    why: str
    text: str

    @property
    def said(self) -> str:
        """What became of the attempt, in words."""
        n_words = prose.count_words(self.text)
        counted = f"{n_words:,} word{'' if n_words == 1 else 's'}"
        return f"{_VERBS.get(self.state, 'Ended')} after {counted} – kept as partial."

    @property
    def can_go_on(self) -> bool:
        """Whether enough of it is whole sentences."""
        return bool(beginnings.beginning(self.text))


def kept(project_id: int) -> Mapping[int, Kept]:
    """What is kept at the passages of a book that wait, by unit."""
    found = statements.select(_KEPT, [project_id])
    return {unit_id: Kept(*facts) for unit_id, *facts in found}


def beginning(unit: Unit, run_id: int) -> str:
    """The beginning that an attempt left, as long as all that it was written from still stands."""
    partial = Partial.objects.filter(run=run_id, run__unit=unit).first()
    if partial is None or not partial.reads or statements.value(_HAS_WHOLE, [run_id]):
        return ""
    reader = Reader(DbState(unit.project_id, candidates.overlay(unit)))
    for key in partial.reads:
        reader.read(key)
    stands = reader.reads == partial.reads and _asks_for_it(reader, unit)
    return beginnings.beginning(partial.text) if stands else ""


def _asks_for_it(reader: Reader, unit: Unit) -> bool:
    """Whether the instructions of the step have a place for what is written already."""
    instructions = reader.read(keys.step(unit.pass_slug)) or {"prompt": "# user"}
    return "partial" in prompts.blanks(prompts.parse(instructions["prompt"]))
