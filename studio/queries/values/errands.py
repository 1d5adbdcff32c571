"""What is done with a whole book while nobody has to wait for it."""

from dataclasses import dataclass

from studio.queries.values.common import Link


@dataclass(frozen=True, slots=True)
class ErrandView:
    """An errand with how far it is, where it leads, and the way back where it came to nothing."""

    id: int
    title: str
    name: str
    words: str
    state: str
    share: int
    reason: str
    to: str
    back: Link

    @property
    def is_underway(self) -> bool:
        return self.state in ("waiting", "making")

    @property
    def is_done(self) -> bool:
        return self.state == "ready"
