"""Rows of models by statements that are built once.

Django composes the SQL of a query anew each time, which takes several times as long as the
database needs to answer. On the road that every run takes (claim, brief, journal, hand-in,
acceptance) statements are therefore written down; what they bring are the same models.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models

M = TypeVar("M", bound=models.Model)
Parameters = Sequence[Any]
Fragment = tuple[str, Parameters]
MOST_PARAMETERS = 30_000


def rows(model: type[M], condition: str, parameters: Parameters) -> list[M]:
    """The rows of a model that meet a condition in SQL, which an order or a lock may follow."""
    found = select(f"{_select(model)} WHERE {condition}", parameters)
    return [_made(model, answer) for answer in found]


def row(model: type[M], condition: str, parameters: Parameters) -> M | None:
    """The first of these rows, if there is any."""
    return next(iter(rows(model, condition, parameters)), None)


def joined(
    names: Mapping[str, type[models.Model]], source: str, parameters: Parameters
) -> list[Any]:
    """The first answer of a join, as one row of each model in order, or None where it has none;
    the names are those of the tables in the source."""
    columns = ", ".join(_columns(model, name) for name, model in names.items())
    answer = select(f"SELECT {columns} FROM {source}", parameters)[0]
    found, start = [], 0
    for model in names.values():
        end = start + len(_shape(model)[0])
        found.append(_made(model, answer[start:end]) if answer[start] is not None else None)
        start = end
    return found


def by_id(model: type[M], ids: Iterable[int | None]) -> dict[int, M]:
    """The rows with these ids, by id."""
    wanted = sorted({one for one in ids if one is not None})
    return {one.pk: one for one in rows(model, "id = ANY(%s)", [wanted])} if wanted else {}


def select(sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
    """What a statement answers."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def value(sql: str, parameters: Parameters) -> Any:
    """The first value that a statement answers; None where it answers nothing."""
    found = select(sql, parameters)
    return found[0][0] if found else None


def numbers(found: Iterable[int]) -> str:
    """Numbers as one parameter, for `::bigint[]`. As a list each would be looked at by itself, and
    a large book has a hundred thousand."""
    return f"{{{','.join(map(str, found))}}}"


def do(sql: str, parameters: Parameters) -> int:
    """Carries out a statement that answers nothing; returns the number of rows it concerned."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        n_rows: int = cursor.rowcount
        return n_rows


def insert(new: M, **fragments: Fragment) -> M:
    """Writes a new row and gives it its id. A fragment is SQL, with its parameters, for a field
    whose value the database is to find."""
    insert_all([new], **fragments)
    return new


def insert_all(new: Sequence[M], **fragments: Fragment) -> None:
    """Writes new rows of one model, as many as one statement takes at a time, and gives them
    their ids."""
    n_at_once = MOST_PARAMETERS // len(_written(type(new[0]))) if new else 1
    for start in range(0, len(new), n_at_once):
        _insert_some(new[start : start + n_at_once], **fragments)


def _insert_some(new: Sequence[M], **fragments: Fragment) -> None:
    model = type(new[0])
    fields = _written(model)
    one = ", ".join(fragments[f.attname][0] if f.attname in fragments else "%s" for f in fields)
    every = ", ".join([f"({one})"] * len(new))
    parameters = [v for row in new for f in fields for v in _parameters(f, row, fragments)]
    sql = f"{_insert(model)} VALUES {every} RETURNING {_primary(model)}"
    for row, (key,) in zip(new, select(sql, parameters), strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, "default"


def update(row: models.Model, names: Iterable[str]) -> None:
    """Writes these fields of a row."""
    fields = [f for f in _written(type(row)) if f.attname in set(names)]
    sets = ", ".join(f'"{f.column}" = %s' for f in fields)
    parameters = [_stored(f, getattr(row, f.attname)) for f in fields]
    if fields:
        sql = f"UPDATE {_table(type(row))} SET {sets} WHERE {_primary(type(row))} = %s"
        do(sql, [*parameters, row.pk])


def update_all(rows: Sequence[models.Model], names: Iterable[str]) -> None:
    """Writes these fields of many rows of one model with one statement."""
    wanted = set(names)
    if not (rows and wanted):
        return
    if len(rows) == 1:
        update(rows[0], wanted)
        return
    model = type(rows[0])
    fields = [f for f in _written(model) if f.attname in wanted]
    arrays = ", ".join(f"%s::{_column_type(f)}[]" for f in (model._meta.pk, *fields))
    columns = ", ".join(["id", *(f'"{f.column}"' for f in fields)])
    sets = ", ".join(f'"{f.column}" = {_unpacked(f)}' for f in fields)
    do(
        f"UPDATE {_table(model)} AS kept SET {sets} FROM unnest({arrays}) AS given({columns})"
        f" WHERE kept.id = given.id",
        [
            [row.pk for row in rows],
            *([_packed(f, getattr(row, f.attname)) for row in rows] for f in fields),
        ],
    )


def _column_type(field: Any) -> str:
    """What one value of a field is passed as; a list among others as a document."""
    return "jsonb" if isinstance(field, ArrayField) else str(field.rel_db_type(connection))


def _packed(field: Any, value: Any) -> Any:
    return json.dumps(value) if isinstance(field, ArrayField) else _stored(field, value)


def _unpacked(field: Any) -> str:
    given = f'given."{field.column}"'
    if isinstance(field, ArrayField):
        return f"ARRAY(SELECT jsonb_array_elements_text({given}))"
    return given


def _made(model: type[M], answer: Sequence[Any]) -> M:
    names, json_at = _shape(model)
    values = list(answer)
    for n in json_at:
        values[n] = None if values[n] is None else json.loads(values[n])
    return model.from_db("default", names, values)


def _parameters(field: Any, row: models.Model, fragments: dict[str, Fragment]) -> Parameters:
    if field.attname in fragments:
        return fragments[field.attname][1]
    return [_stored(field, getattr(row, field.attname))]


def _stored(field: Any, value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


@lru_cache(maxsize=64)
def _shape(model: type[models.Model]) -> tuple[list[str], list[int]]:
    """The names of a model's columns, and where among them documents stand."""
    fields = model._meta.concrete_fields
    documents = [n for n, field in enumerate(fields) if isinstance(field, models.JSONField)]
    return [field.attname for field in fields], documents


@lru_cache(maxsize=64)
def _select(model: type[models.Model]) -> str:
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    return f"SELECT {columns} FROM {_table(model)}"


@lru_cache(maxsize=64)
def _columns(model: type[models.Model], name: str) -> str:
    return ", ".join(f'{name}."{field.column}"' for field in model._meta.concrete_fields)


@lru_cache(maxsize=64)
def _insert(model: type[models.Model]) -> str:
    columns = ", ".join(f'"{field.column}"' for field in _written(model))
    return f"INSERT INTO {_table(model)} ({columns})"


@lru_cache(maxsize=64)
def _written(model: type[models.Model]) -> list[Any]:
    """The fields that a row is written with: all but an id that the database gives."""
    return [f for f in model._meta.concrete_fields if not isinstance(f, models.AutoField)]


def _table(model: type[models.Model]) -> str:
    return f'"{model._meta.db_table}"'


def _primary(model: type[models.Model]) -> str:
    key = model._meta.pk
    assert key is not None, "every model of ours has a key"
    return f'"{key.column}"'
