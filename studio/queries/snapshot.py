"""Reads that belong together see one moment of the database, whatever is written meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read in the block is of one moment; inside a transaction, of that one."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # It holds nobody up, so that it may think about a large book for as long as that takes.
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield
