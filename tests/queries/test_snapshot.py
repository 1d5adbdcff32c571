"""What is read at one moment of the database."""

import pytest
from django.db import connection

from studio.queries.snapshot import one_moment


@pytest.mark.django_db(transaction=True)
def test_who_only_reads_may_think_for_long() -> None:
    """Looking a book of 100,000 steps through takes longer than a transaction may rest."""
    said = []
    for moment in (one_moment(), None):
        with moment or connection.cursor(), connection.cursor() as cursor:
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            said.append(cursor.fetchone()[0])

    assert said == ["0", "20s"]
