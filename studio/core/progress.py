"""How far something is that takes its time.

Whoever does it tells the share that is done, from 0 to 1; who listens may raise, and so ends it.
"""

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

T = TypeVar("T")
Tell = Callable[[float], None]
_EVERY = 50


def untold(_share: float) -> None:
    """For those to whom nobody listens."""


def part(tell: Tell, begin: float, end: float) -> Tell:
    """The same for a part of the work, which by itself goes from 0 to 1."""
    return lambda share: tell(begin + (end - begin) * share)


def along(items: Collection[T], tell: Tell) -> Iterator[T]:
    """The items one by one; it is told how far they are."""
    for n, item in enumerate(items):
        if n % _EVERY == 0:
            tell(n / len(items))
        yield item
    tell(1.0)
