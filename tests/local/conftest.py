"""A data folder of its own for tests that bring servers up and end them."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import made
from tests.local import commands


@pytest.fixture
def new_data() -> Iterator[Path]:
    """An empty data folder."""
    with _folder() as folder:
        yield folder


@pytest.fixture
def data(kept: Path) -> Iterator[Path]:
    """A copy of it, for a test that may do to it what it likes."""
    with _copy_of(kept) as folder:
        yield folder


@pytest.fixture(scope="module")
def shared_data(kept: Path) -> Iterator[Path]:
    """The same, for tests that leave what runs there as they found it."""
    with _copy_of(kept) as folder:
        yield folder


@pytest.fixture(scope="session")
def kept() -> Path:
    """A data folder with a database that has its tables, to be copied."""
    return made.folder()


@contextlib.contextmanager
def _copy_of(kept: Path) -> Iterator[Path]:
    with _folder() as folder:
        commands.copy(kept, folder)
        yield folder


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    # With a short path, and open to the account that the database runs as.
    path = Path(tempfile.mkdtemp(prefix="s-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path, ignore_errors=True)
