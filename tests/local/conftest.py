"""A data folder of its own for tests that bring servers up and end them."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local import commands


@pytest.fixture
def new_data() -> Iterator[Path]:
    """An empty data folder."""
    with _folder() as folder:
        yield folder


@pytest.fixture
def data(made: Path) -> Iterator[Path]:
    """A data folder with a database that has its tables; copied, which is quicker than made."""
    with _copy_of(made) as folder:
        yield folder


@pytest.fixture(scope="module")
def shared_data(made: Path) -> Iterator[Path]:
    """The same, for tests that leave what runs there as they found it."""
    with _copy_of(made) as folder:
        yield folder


@pytest.fixture(scope="session")
def made() -> Iterator[Path]:
    with _folder() as folder:
        done = commands.run(folder, "migrate", "--skip-checks")
        assert done.returncode == 0, done.stderr
        yield folder


@contextlib.contextmanager
def _copy_of(made: Path) -> Iterator[Path]:
    with _folder() as folder:
        commands.copy(made, folder)
        yield folder


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    # With a short path, and open to the account that the database runs as.
    path = Path(tempfile.mkdtemp(prefix="s-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path, ignore_errors=True)
