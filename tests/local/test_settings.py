import re
from pathlib import Path

import pytest

from studio import env
from tests.local import commands

NONSENSE = [
    ("DATABASE_URL", "mysql://u:p@host/books", "only PostgreSQL"),
    ("DATABASE_URL", "postgresql://", "only PostgreSQL"),
    ("DATABASE_URL", "postgresql://host:5432", "the name of the database is missing"),
    ("DATABASE_URL", "postgresql://host:port/books", "write postgresql://"),
    ("OPENAI_BASE_URL", "localhost:11434", "write a web address"),
    ("OPENAI_BASE_URL", "http://", "write a web address"),
    ("OPENAI_BASE_URL", "http://[::1/v1", "write a web address"),
    ("STUDIO_PORT", "http", "write a whole number from 1 to 65535"),
    ("STUDIO_PORT", "0", "write a whole number"),
    ("STUDIO_PORT", "70000", "write a whole number"),
    ("STUDIO_HOST", "http://127.0.0.1", "write an address to listen on"),
    ("STUDIO_WORKER_CONCURRENCY", "0", "write a whole number from 1"),
    ("STUDIO_PROJECT_CONCURRENCY", "-1", "write a whole number from 1"),
    ("STUDIO_LEASE_SECONDS", "0.5", "write a number of seconds from 1"),
    ("STUDIO_LEASE_SECONDS", "nan", "write a number of seconds"),
    ("STUDIO_LEASE_SECONDS", "soon", "write a number of seconds"),
    ("STUDIO_MODEL_CONTEXT", "8k", "write a whole number"),
    ("STUDIO_TOKEN_LIMIT", "1.5", "write a whole number"),
    ("STUDIO_MONEY_LIMIT", "$20", "write a whole number from 1"),
    ("STUDIO_CURRENCY", "$", "three letters of a currency"),
    ("STUDIO_TIME_ZONE", "Berlin", "write the name of a time zone, such as Europe/Berlin"),
    ("STUDIO_TIME_ZONE", "../etc/passwd", "write the name of a time zone"),
    ("STUDIO_AUTONOMY", "full", "write one of ask, ahead, end"),
    ("STUDIO_LOCAL_MODEL", "maybe", "write one of auto, off"),
    ("STUDIO_DEBUG", "perhaps", "write one of yes"),
    ("STUDIO_SECRET_KEY", "short", "write at least 32"),
    ("STUDIO_ALLOWED_HOSTS", "https://books.example.org", "write host names"),
    ("STUDIO_DATA", __file__, "this is a file"),
    ("STUDIO_DATA", "/proc/books", "the folder cannot be made"),
]


@pytest.mark.parametrize(("setting", "value", "advice"), NONSENSE)
def test_nonsense_is_refused_with_the_name_and_what_to_write(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: str, advice: str
) -> None:
    monkeypatch.setenv(setting, value)

    with pytest.raises(env.Refused) as refusal:
        env.read()

    assert str(refusal.value).startswith(f"{setting} is ")
    assert advice in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_refusal_is_one_line_and_exit_code_2(new_data: Path) -> None:
    done = commands.run(new_data, "migrate", STUDIO_PORT="eighty")

    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "STUDIO_PORT is 'eighty': write a whole number from 1 to 65535, "
        "for example STUDIO_PORT=8000."
    ]


def test_a_refusal_does_not_show_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://writer:hush@host/books")

    with pytest.raises(env.Refused, match="mysql://…@host/books") as refusal:
        env.read()

    assert "hush" not in str(refusal.value)


def test_an_empty_setting_means_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_PORT", " ")
    monkeypatch.setenv("STUDIO_LEASE_SECONDS", "")

    settings = env.read()

    assert settings.port == 8_000
    assert settings.lease_seconds == env.Seconds(30)


@pytest.mark.parametrize(
    ("told", "machine", "zone"),
    [
        ("Europe/Berlin", "Asia/Tokyo", "Europe/Berlin"),
        ("", "Asia/Tokyo", "Asia/Tokyo"),
        ("", ":America/New_York", "America/New_York"),
        ("", "Middle/Earth", "Etc/GMT+5"),
        ("", "", "Etc/GMT+5"),
    ],
)
def test_the_day_is_that_of_the_machine_where_no_time_zone_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: str, machine: str, zone: str
) -> None:
    clock = tmp_path / "localtime"
    clock.symlink_to("/usr/share/zoneinfo/Etc/GMT+5")
    monkeypatch.setattr(env, "LOCAL_TIME", clock)
    monkeypatch.setenv("STUDIO_TIME_ZONE", told)
    monkeypatch.setenv("TZ", machine)

    assert env.read().time_zone == zone


def test_every_setting_is_explained_in_the_example_file() -> None:
    source = (env.CHECKOUT / "studio/env.py").read_text()
    example = (env.CHECKOUT / ".env.example").read_text()

    names = set(re.findall(r'"((?:STUDIO|OPENAI|DATABASE)_[A-Z_]+)"', source))

    assert len(names) >= 17
    assert {name for name in names if not re.search(rf"^#?{name}=", example, re.M)} == set()


def test_a_secret_is_made_once_and_is_its_owners_alone(new_data: Path) -> None:
    first = env.kept_secret(new_data / "secret")

    assert env.kept_secret(new_data / "secret") == first
    assert len(first) >= 50
    assert (new_data / "secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in new_data.iterdir()] == ["secret"]
