"""How long tests wait: as long as an idle machine of two cores needs, and longer on a busy one."""

import os
import time
from collections.abc import Callable


def slowness() -> float:
    """How much longer than on an idle machine things may take on this one just now."""
    return 2.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def within(seconds: float, is_so: Callable[[], bool]) -> bool:
    """Waits for something to become true; the answer says whether it did."""
    deadline = time.monotonic() + seconds * slowness()
    while not (found := is_so()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found
