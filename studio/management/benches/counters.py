"""What the database counts: flushes, bytes, queries, and when each commit was."""

import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import psycopg
from django.db import connection
from procrastinate import App
from procrastinate.contrib.django.django_connector import DjangoConnector

from studio.management.benches import peer

FLUSHES = """
    SELECT (SELECT COALESCE(sum(fsyncs), 0) FROM pg_stat_io
            WHERE object = 'wal' AND backend_type = 'client backend')
         - (SELECT COALESCE(sum(fsyncs), 0) FROM pg_stat_get_backend_io(pg_backend_pid())
            WHERE object = 'wal')
"""
COMMITS = """
    SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float FROM studio_commit
    WHERE project_id = %s AND kind = 'accept' AND number > %s ORDER BY number
"""
# Rows as they are stored, and of the texts those that no more than one attempt refers to: a value
# that several were made from is shared.
BYTES = """
    WITH kept AS (
        SELECT pg_column_size(x.*) AS n FROM studio_artifact x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_run x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_review x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_finding x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_read x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_cell x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_commit x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(x.*) FROM studio_entry x WHERE project_id = %(project)s
        UNION ALL SELECT pg_column_size(r.*) FROM studio_reply r
            JOIN studio_unit u ON u.id = r.unit_id WHERE u.project_id = %(project)s
    ), mentions AS (
        SELECT digest, run_id FROM studio_artifact WHERE project_id = %(project)s
        UNION SELECT r.digest, r.run_id FROM studio_reply r
            JOIN studio_unit u ON u.id = r.unit_id WHERE u.project_id = %(project)s
        UNION SELECT d.digest, a.run_id FROM studio_read d
            JOIN studio_artifact a ON a.id = d.artifact_id WHERE a.project_id = %(project)s
        UNION SELECT e.value, r.id FROM studio_run r, jsonb_each_text(r.reads) e
            WHERE r.project_id = %(project)s
    ), own AS (SELECT digest FROM mentions GROUP BY digest HAVING count(DISTINCT run_id) <= 1)
    SELECT (SELECT sum(n) FROM kept)::bigint,
           (SELECT sum(pg_column_size(b.*)) FROM studio_blob b JOIN own USING (digest))::bigint
"""
TEXTS = """
    SELECT count(*), COALESCE(sum(octet_length(b.body)), 0) FROM studio_unit u
    JOIN studio_artifact a ON a.id = u.current_id JOIN studio_blob b ON b.digest = a.digest
    WHERE u.project_id = %(project)s AND u.movement_key <> '' AND u.standing = 'accepted'
"""


def flushes_of_others() -> int:
    """How often backends of clients, but our own, have flushed the log. They tell at their end."""
    _numbers("SELECT 1 FROM pg_stat_force_next_flush()")
    return _numbers(FLUSHES)[0]


def backend_pid() -> int:
    """The process that serves this one."""
    return _numbers("SELECT pg_backend_pid()")[0]


def commit_times(project_id: int, after: int) -> list[float]:
    """When each acceptance since that change was committed, by the clock of the machine."""
    with connection.cursor() as cursor:
        cursor.execute(COMMITS, [project_id, after])
        return [float(row[0]) for row in cursor.fetchall()]


def bytes_kept(project_id: int) -> tuple[int, int]:
    """The bytes of a book's rows, and those of the texts that are not shared."""
    rows, texts = _numbers(BYTES, {"project": project_id})
    return rows, texts


def prose_kept(project_id: int) -> tuple[int, int]:
    """How many passages are accepted, and the bytes of their prose."""
    n_units, n_bytes = _numbers(TEXTS, {"project": project_id})
    return n_units, n_bytes


def n_queries(log: Path) -> int:
    """How many queries the server's log holds, those that only begin or end something left out."""
    said = [line.partition("LOG:  ")[2] for line in log.read_text(errors="replace").splitlines()]
    queries = [one for one in said if one.startswith(("statement:", "execute "))]
    return sum(not one.endswith((": BEGIN", ": COMMIT")) for one in queries)


def durable_commits_per_second(seconds: float) -> float:
    """How many small durable commits one client makes in a second, now, on this disk."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_commit (n int)")
        n, started_at = 0, time.monotonic()
        while time.monotonic() - started_at < seconds:
            cursor.execute("INSERT INTO bench_commit VALUES (1)")
            n += 1
        return n / (time.monotonic() - started_at)


def doorbell_latency(log: Path, numbers: range) -> float:
    """Seconds from the commit that defers a job to its start, of the bare peer; the median."""
    app = App(connector=DjangoConnector(alias="default"))
    deferrer = app.configure_task(peer.TASK, queue=peer.QUEUE)
    began = {}
    for number in numbers:
        began[number] = time.time()
        deferrer.defer(number=number)
        time.sleep(0.05)
    time.sleep(0.2)
    said = [line.split() for line in log.read_text().splitlines() if line.startswith("began ")]
    started = {int(number): float(at) for _, number, at in said}
    return median(started[number] - began[number] for number in numbers)


def set_in_server(url: str, **settings: str) -> None:
    """Changes settings of the server."""
    with psycopg.connect(url, autocommit=True) as link:
        for name, value in settings.items():
            link.execute(f"ALTER SYSTEM SET {name} = '{value}'")
        link.execute("SELECT pg_reload_conf()")


def _numbers(sql: str, parameters: Mapping[str, int] | None = None) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [int(number or 0) for number in cursor.fetchone()]
