"""What this program is and is made of, as the packages say that are installed."""

import platform
import re
import tomllib
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distributions, version

from django.db import connection

from studio.env import CHECKOUT
from studio.queries.values.settings import AboutPage, Installed

UNKNOWN = "not stated"
_OSI = "License :: OSI Approved :: "
_LONGEST = 60


def about_page() -> AboutPage:
    """Versions of the program and what it stands on, and the licence of each package."""
    return AboutPage(
        version=own_version(),
        python=platform.python_version(),
        database=_database(),
        packages=packages(),
    )


@cache
def own_version() -> str:
    """The version of this program."""
    try:
        return version("studio")
    except PackageNotFoundError:
        told = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
        return str(told["project"]["version"])


@cache
def packages() -> tuple[Installed, ...]:
    """Every package that is installed, by name."""
    found = {_name(dist): dist for dist in distributions() if _name(dist)}
    return tuple(
        Installed(name, found[name].version, licence(found[name]))
        for name in sorted(found, key=str.casefold)
    )


def licence(dist: Distribution) -> str:
    """The licence of a package in its own words, the shortest it gives."""
    if said := _told(dist, "License-Expression"):
        return said[0]
    classes = [c.removeprefix(_OSI) for c in _told(dist, "Classifier") if c.startswith(_OSI)]
    if classes:
        return ", ".join(classes)
    told = " ".join(_told(dist, "License")).split("\n\n")[0]
    said_shortly = re.sub(r"\s+", " ", told).strip()
    if len(said_shortly) > _LONGEST:
        return f"{said_shortly[:_LONGEST].rstrip()}…"
    return said_shortly or UNKNOWN


def _told(dist: Distribution, field: str) -> list[str]:
    return dist.metadata.get_all(field) or []


def _name(dist: Distribution) -> str:
    return next(iter(_told(dist, "Name")), "")


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        (told,) = cursor.fetchone()
        return str(told).partition(" ")[0]
