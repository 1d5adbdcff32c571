"""A database of an earlier release comes forward with its books, and goes on where it was.

`release_0003.sql` was dumped from the release whose last migration was 0003: one book that was
finished, then edited by its author and given another brief; and one whose worker was killed in the
middle of a call.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests import conftest
from tests.local import commands
from tests.scripted import scripted_server

pytestmark = pytest.mark.faults
DUMP = Path(__file__).with_name("release_0003.sql")
NAME = "studio_of_an_earlier_release"
KEPT = """
    SELECT (SELECT json_object_agg(digest, body) FROM studio_blob),
           (SELECT json_agg(digest ORDER BY digest) FROM studio_commit),
           (SELECT json_agg(digest ORDER BY id) FROM studio_entry),
           (SELECT json_agg(text ORDER BY id) FROM studio_draft)
"""
MIGRATE = """
import json, os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "studio.settings"
django.setup()
from studio.local import tables
tables.bring_up_to_date()
from studio.models import Project
from studio.queries.verify import verify
print(json.dumps({p.slug: [str(v) for v in verify(p)] for p in Project.objects.all()}))
"""
VERIFY = MIGRATE.replace("tables.bring_up_to_date()", "")
OPEN = "SELECT count(*) FROM studio_unit WHERE NOT is_retired AND standing <> 'accepted'"


@pytest.fixture
def old(database_server: None) -> Iterator[str]:
    """The address of a database as the earlier release left it."""
    from studio.local import postgres

    address = conftest.OUTSIDE_DATABASE or postgres.address(conftest.DATA).url
    url = urlunsplit(urlsplit(address)._replace(path=f"/{NAME}"))
    with psycopg.connect(address, autocommit=True) as link:
        link.execute(f"DROP DATABASE IF EXISTS {NAME}".encode())
        link.execute(f"CREATE DATABASE {NAME}".encode())
        with psycopg.connect(url) as new:
            new.execute(DUMP.read_bytes())
        yield url
        link.execute(f"DROP DATABASE {NAME} WITH (FORCE)".encode())


def run(url: str, program: str) -> object:
    done = subprocess.run(
        [sys.executable, "-c", program], env=commands.environment(conftest.DATA, DATABASE_URL=url),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def ask(url: str, question: str) -> tuple[object, ...]:
    with psycopg.connect(url, autocommit=True) as link:
        row = link.execute(question.encode()).fetchone()
    assert row is not None
    return tuple(row)


def test_its_books_come_forward_whole_and_the_interrupted_one_is_finished(old: str) -> None:
    before = ask(old, KEPT)

    assert run(old, MIGRATE) == {"finished": [], "interrupted": []}

    assert ask(old, KEPT) == before
    assert ask(old, OPEN) != (0,)
    with scripted_server() as server:
        ask(old, f"UPDATE studio_endpoint SET base_url = '{server.base_url}' RETURNING 1")
        worker = commands.begin(conftest.DATA, "manage.py", "worker", DATABASE_URL=old)
        try:
            deadline = time.monotonic() + 60
            while ask(old, OPEN) != (0,) and time.monotonic() < deadline:
                time.sleep(0.2)
        finally:
            worker.kill()
            said, _ = worker.communicate()
    assert ask(old, OPEN) == (0,), said
    assert run(old, VERIFY) == {"finished": [], "interrupted": []}
