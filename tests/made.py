"""A data folder whose database has its tables: made once for one set of migrations, then copied.

To bring a cluster up from nothing takes seconds of processor time, and each process of each session
needs one.
"""

import fcntl
import hashlib
import shutil
import tempfile
from pathlib import Path

from studio.env import CHECKOUT
from tests.local import commands

CACHE = CHECKOUT / ".pytest_cache" / "database"
PASSWORD = "the-same-in-every-copy"


def folder() -> Path:
    """Where it is; for others to copy, and not to serve from."""
    CACHE.mkdir(parents=True, exist_ok=True)
    kept = CACHE / _mark()
    with (CACHE / "turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not kept.exists():
            _make(kept)
    return kept


def begin(data: Path) -> None:
    """Has a new data folder open what is copied to it later."""
    data.chmod(0o711)
    (data / "database.password").write_text(PASSWORD)


def copy_database(data: Path) -> None:
    """Gives a data folder that was begun the database; what else is in it may be in use already."""
    place = data / "postgres"
    if place.exists():
        # A command of an earlier test brought one up.
        return
    place.mkdir()
    commands.copy(folder() / "postgres", place)


def _make(kept: Path) -> None:
    for outdated in CACHE.glob("*/"):
        shutil.rmtree(outdated)
    # Served at a short path that is open to the account of the server.
    with tempfile.TemporaryDirectory(prefix="s-") as name:
        begin(Path(name))
        done = commands.run(Path(name), "migrate", "--skip-checks")
        assert done.returncode == 0, done.stderr
        draft = kept.with_name(f"{kept.name}.new")
        draft.mkdir()
        commands.copy(Path(name), draft)
        draft.rename(kept)


def _mark() -> str:
    """What the tables are made of."""
    sources = [CHECKOUT / "requirements.lock", CHECKOUT / "studio" / "settings.py"]
    sources += sorted((CHECKOUT / "studio" / "migrations").glob("*.py"))
    return hashlib.blake2b(b"\0".join(map(Path.read_bytes, sources)), digest_size=12).hexdigest()
