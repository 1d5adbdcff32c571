"""Who the database server runs as: PostgreSQL refuses to be root."""

import contextlib
import os
import pwd
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

UNPRIVILEGED = ("postgres", "nobody")


class CannotServe(Exception):
    """The embedded database cannot be brought up; the message says why."""


@dataclass(frozen=True, slots=True)
class Account:
    """A user of this machine; is_other when it is not the one we run as."""

    uid: int
    gid: int
    is_other: bool

    def as_subprocess(self) -> dict[str, Any]:
        """The arguments that make a child process run as this account."""
        if not self.is_other:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def reaches(self, path: Path) -> bool:
        """Whether this account can get to a path through every folder above it."""
        return not self.is_other or _reaches(self, path)


def server_account(home: Path) -> Account:
    """The account for the server of this folder: our own, or as root one without rights."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), is_other=False)
    if home.exists() and (owner := home.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid, is_other=True)
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return Account(user.pw_uid, user.pw_gid, is_other=True)
    raise CannotServe("Started as root, and there is no account named postgres or nobody.")


@cache
def _reaches(account: Account, path: Path) -> bool:
    # Asked of the system rather than read from mode bits, which know nothing of access lists.
    question = ["test", "-x", str(path)]
    asked = subprocess.run(question, cwd="/", check=False, **account.as_subprocess())
    return asked.returncode == 0
