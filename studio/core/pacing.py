"""Rate limits as buckets that run full again: how long a call has to wait, by one time stamp.

A bucket holds a part of what a minute allows and fills at the rate of the rest, so that no minute,
wherever it begins, has more in it than its limit.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Bucket:
    """What a minute allows, and when the bucket would be full again."""

    per_minute: int
    full_at: datetime | None = None

    @property
    def _burst(self) -> int:
        return 1 + (self.per_minute - 1) // 4

    @property
    def _seconds(self) -> float:
        """How long one of what is counted takes to come back."""
        return MINUTE / (self.per_minute - self._burst + 1)

    def wait(self, amount: int, now: datetime) -> float:
        """Seconds until so much may be taken; more than the bucket holds waits for longer than it
        takes to fill."""
        if self.full_at is None:
            return 0.0
        missing = (self.full_at - now).total_seconds()
        return max(0.0, missing + (amount - self._burst) * self._seconds)

    def take(self, amount: int, now: datetime) -> "Bucket":
        """The bucket after so much was taken; less than nothing gives it back."""
        start = max(now, self.full_at) if self.full_at else now
        full_at = max(now, start + timedelta(seconds=amount * self._seconds))
        return Bucket(self.per_minute, full_at)
