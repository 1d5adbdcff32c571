from collections.abc import Collection, Iterable
from typing import Any, Self

from django.db import models

from studio.models import statements


class Kept(models.Model):
    """A row that remembers what was read of it, so that only what changed is written."""

    class Meta:
        abstract = True

    _read: dict[str, Any]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Writes all fields, or those that are named."""
        super().save(*args, **kwargs)
        self._remember()

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        row = super().from_db(db, field_names, values, **more)
        row._read = dict(zip(field_names, values, strict=True))
        return row

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        self._remember()

    def was(self, name: str) -> Any:
        """What was read of a field, or last written to it."""
        return self._read[name]

    def write(self) -> None:
        """Writes the fields that changed since the row was read or last written."""
        self.write_all([self])

    @staticmethod
    def write_all(rows: "Iterable[Kept]") -> None:
        """The same for many rows, those in which the same changed with one statement."""
        alike: dict[tuple[str, ...], list[Kept]] = {}
        for row in rows:
            now = row.__dict__
            changed = tuple(name for name, was in row._read.items() if now[name] != was)
            row._read.update((name, now[name]) for name in changed)
            alike.setdefault(changed, []).append(row)
        for names, some in alike.items():
            statements.update_all(some, names)

    def _remember(self) -> None:
        now = self.__dict__
        names = [field.attname for field in self._meta.concrete_fields]
        self._read = {name: now[name] for name in names if name in now}
