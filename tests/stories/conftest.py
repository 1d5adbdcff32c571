"""The book that these tests work on is written once for each module."""

from tests.desks import desk, written_once

__all__ = ["desk", "written_once"]
