"""Takes one bench in a data folder of its own; prints what it found as JSON.

    STUDIO_DATA=EMPTY_FOLDER python -m studio.management.benches NAME SIZE [SIZE]

`manage.py bench` runs this, so that nothing is measured in the database of the author's books.
"""

import contextlib
import importlib
import json
import os
import sys
from pathlib import Path

import django
from django.conf import settings

WITHOUT_MODEL = ("staleness", "change")


def main(name: str, *sizes: int) -> None:
    """Brings the database up, with the time of every commit kept, and measures."""
    from studio.local import postgres, processes, tables
    from studio.management.benches import counters, figures, model

    django.setup()
    processes.follow_parent()
    load_before, data = figures.load(), Path(settings.STUDIO.data)
    with postgres.at_hand(data) as address:
        counters.set_in_server(address.url, track_commit_timestamp="on")
    with contextlib.ExitStack() as stack:
        stack.enter_context(postgres.at_hand(data))
        tables.bring_up_to_date()
        measure = importlib.import_module(f"studio.management.benches.{name}").measure
        with_model = [] if name in WITHOUT_MODEL else [model.running(data / "calls.log")]
        try:
            found, facts = measure(*map(stack.enter_context, with_model), data, *sizes)
        finally:
            tables.close_connections()
    print(json.dumps(figures.report(name, found, facts, load_before), ensure_ascii=False))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    main(sys.argv[1], *map(int, sys.argv[2:]))
