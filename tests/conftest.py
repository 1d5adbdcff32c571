"""What every test stands on: its own data folder and database server, and no network."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import made, network

# Laid before Django reads its settings: what a person keeps in .env must not reach a test.
# Processes that share the tests of one session have a data folder and a server each, so that one
# may stop its server while another writes.
DATA = Path(tempfile.mkdtemp(prefix="studio-"))
made.begin(DATA)
SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "studio.settings",
    "STUDIO_DATA": str(DATA),
    "STUDIO_LOCAL_MODEL": "off",
    "STUDIO_LEASE_SECONDS": "2",
    "STUDIO_TIME_ZONE": "UTC",
}
EMPTY = (
    "DATABASE_URL", "OPENAI_BASE_URL", "OPENAI_API_KEY", "STUDIO_MODEL", "STUDIO_MODEL_CONTEXT",
    "STUDIO_HOST", "STUDIO_PORT", "STUDIO_WORKER_CONCURRENCY", "STUDIO_PROJECT_CONCURRENCY",
    "STUDIO_SECRET_KEY", "STUDIO_DEBUG", "STUDIO_ALLOWED_HOSTS", "STUDIO_TOKEN_LIMIT",
    "STUDIO_MONEY_LIMIT", "STUDIO_CURRENCY", "STUDIO_AUTONOMY",
)  # fmt: skip
OUTSIDE_DATABASE = os.environ.get("STUDIO_TEST_DATABASE_URL", "")

os.environ.update(SETTINGS | dict.fromkeys(EMPTY, "") | {"DATABASE_URL": OUTSIDE_DATABASE})

from django.conf import settings  # noqa: E402

_ = settings.DATABASES
network.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What may take longest begins first: else one process would wait for the other's last test."""
    items.sort(key=lambda item: not _is_long(item))


def _is_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("local_model", "timeout"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Has the other processes lay their own environment before Django reads its settings there."""
    del os.environ["DJANGO_SETTINGS_MODULE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(DATA, ignore_errors=True)


@pytest.fixture(scope="session")
def database_server() -> Iterator[None]:
    """The PostgreSQL server of this process; not durable, since nothing in it is to be kept."""
    from studio.local import postgres

    if OUTSIDE_DATABASE:
        yield
        return
    made.copy_database(DATA)
    with postgres.at_hand(DATA) as address:
        _forget_durability(address.url)
        yield


def _forget_durability(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    database_server: None, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Has the server up before pytest-django makes its test database.

    Of two that wait for each other the one that looks first gives way. That is not to be the test,
    which empties all tables while a web process may still be answering.
    """
    from django.db import connections

    if not OUTSIDE_DATABASE:
        told = connections["default"].settings_dict
        told["OPTIONS"]["options"] += " -c deadlock_timeout=10s"
        told["TEST"]["TEMPLATE"] = told["NAME"]


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    with contextlib.closing(network.Watch()) as watch:
        yield
    if watch.strangers:
        pytest.fail(f"called {', '.join(watch.strangers)}: tests speak to this machine only")
