"""What stands in a book is kept in sums with its row: a commit moves them by what it moved."""

from dataclasses import dataclass, field

from studio.core.states import Standing
from studio.models import Project, Unit, statements
from studio.queries import standing
from studio.queries.standing import Kind, Sum

_MADE = "SELECT id, origin, n_words FROM studio_artifact WHERE id = ANY(%s)"


@dataclass(slots=True)
class Sums:
    """Of the steps that a commit gives another standing: the versions that counted before and
    those that count after, by unit."""

    _steps: dict[int, tuple[str, bool]] = field(default_factory=dict)
    _before: dict[int, int | None] = field(default_factory=dict)
    _after: dict[int, int | None] = field(default_factory=dict)
    _gone: set[int] = field(default_factory=set)

    def note(self, unit: Unit) -> None:
        """Notes a unit that is about to be written, with what was read of it."""
        if unit._state.adding:
            return
        was = _counts(*(unit.was(name) for name in ("standing", "is_retired", "current_id")))
        self._steps[unit.pk] = (unit.pass_slug, bool(unit.movement_key))
        self._before.setdefault(unit.pk, was)
        if unit.is_retired:
            self._gone.add(unit.pk)
        elif unit.was("is_retired"):
            self._gone.discard(unit.pk)
        # One that ended in the same commit may be at hand as it was read before.
        is_gone = unit.pk in self._gone
        self._after[unit.pk] = _counts(unit.standing, is_gone, unit.current_id)

    def carry(self, project: Project) -> None:
        """Moves the sums of the book; counts once where there are none yet."""
        if project.stands is None:
            project.stands = standing.as_json(standing.counted(project.pk))
            return
        moved = [pk for pk, was in self._before.items() if was != self._after[pk]]
        if not moved:
            return
        ids = {made for pk in moved for made in (self._before[pk], self._after[pk]) if made}
        made = {one: (origin, n) for one, origin, n in statements.select(_MADE, [list(ids)])}
        found = standing.of(project)
        for pk in moved:
            for one, sign in ((self._before[pk], -1), (self._after[pk], 1)):
                if one is not None:
                    origin, n_words = made[one]
                    kind = Kind(*self._steps[pk], origin)
                    found[kind] = found.get(kind, Sum(0, 0)).plus(sign, sign * n_words)
        project.stands = standing.as_json(found)


def _counts(standing_: str, is_retired: bool, current_id: int | None) -> int | None:
    """The version with which a step counts as standing, if it does."""
    return current_id if standing_ == Standing.ACCEPTED and not is_retired else None
