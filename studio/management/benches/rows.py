"""How much a piece of work asks of the database: statements, and rows that pass through them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection


@dataclass(slots=True)
class Asked:
    """Statements, and the rows that they brought, wrote or removed."""

    n_statements: int = 0
    n_rows: int = 0


@contextmanager
def counted() -> Iterator[Asked]:
    """Counts what is asked of the database while the block runs."""
    asked = Asked()

    def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        asked.n_statements += 1
        asked.n_rows += max(0, rest[-1]["cursor"].rowcount)
        return answer

    with connection.execute_wrapper(watch):
        yield asked
