"""Takes one bench in a data folder of its own; prints what it found as JSON.

    STUDIO_DATA=EMPTY_FOLDER python -m studio.management.benches NAME N_MOVEMENTS [N_KILLS]

`manage.py bench` runs this, so that nothing is measured in the database of the author's books.
"""

import importlib
import json
import os
import sys
from pathlib import Path

import django
from django.conf import settings


def main(name: str, *sizes: int) -> None:
    """Brings the database up, with the time of every commit kept, and measures."""
    from studio.local import postgres, processes, tables
    from studio.management.benches import counters, figures, model

    django.setup()
    processes.follow_parent()
    load_before, data = figures.load(), Path(settings.STUDIO.data)
    with postgres.at_hand(data) as address:
        counters.set_in_server(address.url, track_commit_timestamp="on")
    with postgres.at_hand(data), model.running(data / "calls.log") as scripted:
        tables.bring_up_to_date()
        measure = importlib.import_module(f"studio.management.benches.{name}").measure
        try:
            found, facts = measure(scripted, data, *sizes)
        finally:
            tables.close_connections()
    print(json.dumps(figures.report(name, found, facts, load_before), ensure_ascii=False))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    main(sys.argv[1], *map(int, sys.argv[2:]))
