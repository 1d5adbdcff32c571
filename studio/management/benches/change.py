"""A change: what it costs in books of three sizes, in turns; the same change must cost the same.

What grows with the book shows as a ratio between the largest and the smallest one, whatever the
machine does meanwhile. Commits are not waited for on the disk, whose speed would hide the rest.
"""

from pathlib import Path

from django.db import connection

from studio.management.benches import change_commits, change_pages, change_plans, grown
from studio.management.benches.figures import COUNT, Figure, Json
from studio.queries import verify

LEAST = 100


def measure(data: Path, n_units: int) -> tuple[list[Figure], Json]:
    """All figures of change, for books of so many steps, of a tenth, and of a hundredth."""
    sizes = sorted({max(LEAST, n_units // 100), max(LEAST, n_units // 10), n_units})
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off; SET statement_timeout = 0")
    written = [grown.grow(n, title=f"Grown {n}") for n in sizes]
    blocked = grown.grow(n_units, title="Blocked", is_written=False, autonomy="ahead")
    small, large = written[0], written[-1]
    found = change_commits.commits(written)
    found += change_plans.plans(large)
    found += change_plans.audit(large)
    found += change_pages.pages(large, blocked, small)
    found += change_pages.texts(is_large=n_units >= change_plans.LARGE)
    violations = verify.verify(small.project)
    found.append(Figure("clean", "violations that verify finds", len(violations), 0, COUNT))
    facts: Json = {
        "units": [one.n_steps for one in written],
        "violations": [f"{v.place}: {v.words}" for v in violations[:5]],
    }
    return found, facts
