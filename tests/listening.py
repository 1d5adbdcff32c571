"""A worker that takes work up when the doorbell rings for it, and never looks by itself.

`python -m tests.listening --concurrency=4` lives the same life as `manage.py worker`. That its
books are finished proves that every ring is heard, however slow the machine is.
"""

import argparse
import logging
import os

import django

NEVER = 3600.0


def main() -> None:
    """Works until SIGTERM."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--concurrency", type=int, default=4)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    django.setup()
    from studio.worker import doorbell, sweeper
    from studio.worker import main as worker

    logging.getLogger("studio").setLevel(logging.INFO)
    doorbell.POLL_SECONDS = sweeper.LONGEST_PAUSE = NEVER
    worker.run(parser.parse_args().concurrency)


if __name__ == "__main__":
    main()
