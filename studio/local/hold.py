"""`python -m studio.local.hold`: keeps the embedded database up until it is stopped."""

import os
import signal

from studio import env
from studio.local import postgres


def main() -> None:
    """Prints the address of the database and serves it until Ctrl-C or SIGTERM."""
    data = env.read().data
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with postgres.at_hand(data) as address:
        print(f"DATABASE_URL={address.url}", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            print(f"Stopping the database of {os.fspath(data)}.")


if __name__ == "__main__":
    main()
