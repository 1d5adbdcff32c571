"""Named points of an operation's life at which a test may have the process killed.

Armed by the environment only: STUDIO_FAULT=journalled kills the process, as by power failure, the
first time it gets there; STUDIO_FAULT=journalled:3 the third time.
"""

import os
import signal
from collections import Counter

POINTS = ("claimed", "briefed", "replied", "journalled", "parsed", "handed in")
_ARMED, _, _NTH = os.environ.get("STUDIO_FAULT", "").partition(":")
_passed: Counter[str] = Counter()


def point(name: str) -> None:
    """Passes a point; kills this process where a test armed it."""
    if name != _ARMED:
        return
    _passed[name] += 1
    if _passed[name] == int(_NTH or 1):
        os.kill(os.getpid(), signal.SIGKILL)
