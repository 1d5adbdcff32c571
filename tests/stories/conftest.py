"""What stories share: a book written once for each module, and a short one to be written."""

from tests.desks import desk, written_once
from tests.short_book import book, keeper, server

__all__ = ["book", "desk", "keeper", "server", "written_once"]
