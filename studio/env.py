"""What the environment and `.env` say, read once, refused in words when it is nonsense."""

import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NewType
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from environs import Env

CHECKOUT = Path(__file__).resolve().parent.parent
AUTONOMIES = ("ask", "ahead", "end")
# The database server of root runs as another account, which must get through the folder.
DATA_MODE = 0o700 if os.geteuid() else 0o711
LOCAL_TIME = Path("/etc/localtime")
YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")

Seconds = NewType("Seconds", float)


class Refused(Exception):
    """A setting cannot be meant as it is written."""

    def __init__(self, setting: str, value: str, advice: str) -> None:
        super().__init__(f"{setting} is {value!r}: {advice}")


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings of this installation, each checked."""

    data: Path
    database_url: str
    base_url: str
    api_key: str
    model: str
    model_context: int
    local_model: str
    host: str
    port: int
    worker_concurrency: int
    project_concurrency: int
    lease_seconds: Seconds
    token_limit: int
    money_limit: int
    currency: str
    time_zone: str
    autonomy: str
    fonts: str
    secret_key: str
    debug: bool
    allowed_hosts: tuple[str, ...]

    @property
    def embeds_database(self) -> bool:
        """Whether the database server is ours to bring up."""
        return not self.database_url

    @property
    def embeds_model(self) -> bool:
        """Whether the small model on this machine is the one that writes."""
        return not self.base_url and self.local_model == "auto"


def read() -> Environment:
    """The environment, completed from `.env`, or Refused with one line that says what to write."""
    env = Env(expand_vars=False)
    env.read_env(CHECKOUT / ".env", recurse=False)
    host = _host(env)
    return Environment(
        data=_folder(env, "STUDIO_DATA", CHECKOUT / ".studio"),
        database_url=_database_url(env),
        base_url=_base_url(env),
        api_key=_text(env, "OPENAI_API_KEY"),
        model=_model(env),
        model_context=_whole(env, "STUDIO_MODEL_CONTEXT", 16_384, low=1_024, high=10_000_000),
        local_model=_one_of(env, "STUDIO_LOCAL_MODEL", "auto", ("auto", "off")),
        host=host,
        port=_whole(env, "STUDIO_PORT", 8_000, low=1, high=65_535),
        worker_concurrency=_whole(env, "STUDIO_WORKER_CONCURRENCY", 4, low=1, high=256),
        project_concurrency=_whole(env, "STUDIO_PROJECT_CONCURRENCY", 4, low=1, high=256),
        lease_seconds=_seconds(env, "STUDIO_LEASE_SECONDS", 30, low=1, high=3_600),
        token_limit=_whole(env, "STUDIO_TOKEN_LIMIT", 2_000_000, low=1, high=10**12),
        money_limit=_whole(env, "STUDIO_MONEY_LIMIT", 20, low=1, high=10**9),
        currency=_currency(env),
        time_zone=_time_zone(env),
        autonomy=_one_of(env, "STUDIO_AUTONOMY", "ahead", AUTONOMIES),
        fonts=_fonts(env),
        secret_key=_secret_key(env),
        debug=_one_of(env, "STUDIO_DEBUG", "no", (*YES, *NO)) in YES,
        allowed_hosts=_hosts(env, host),
    )


def kept_secret(path: Path) -> str:
    """The secret kept in this file, made the first time; only its owner can read it."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def _keep(path: Path, secret: str) -> None:
    # Linked into place whole, so that two processes starting at once read the same secret.
    handle, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secret)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)


def _model(env: Env) -> str:
    name = _text(env, "STUDIO_MODEL")
    if _text(env, "OPENAI_BASE_URL") and not name:
        advice = "OPENAI_BASE_URL is set; write the name of the model there that is to write."
        raise Refused("STUDIO_MODEL", name, advice)
    return name


def _text(env: Env, name: str) -> str:
    return env.str(name, "").strip()


def _fonts(env: Env) -> str:
    name = _text(env, "STUDIO_FONTS")
    if name and not Path(name).expanduser().is_dir():
        advice = "there is no such folder; write one that holds fonts (TTF or OTF), or nothing."
        raise Refused("STUDIO_FONTS", name, advice)
    return str(Path(name).expanduser().resolve()) if name else ""


def _whole(env: Env, name: str, default: int, *, low: int, high: int) -> int:
    text = _text(env, name)
    if not text:
        return default
    advice = f"write a whole number from {low} to {high}, for example {name}={default}."
    try:
        number = int(text)
    except ValueError:
        raise Refused(name, text, advice) from None
    if not low <= number <= high:
        raise Refused(name, text, advice)
    return number


def _seconds(env: Env, name: str, default: float, *, low: float, high: float) -> Seconds:
    text = _text(env, name)
    if not text:
        return Seconds(default)
    advice = f"write a number of seconds from {low} to {high}, for example {name}={default}."
    try:
        seconds = float(text)
    except ValueError:
        raise Refused(name, text, advice) from None
    if not low <= seconds <= high:
        raise Refused(name, text, advice)
    return Seconds(seconds)


def _currency(env: Env) -> str:
    name, text = "STUDIO_CURRENCY", _text(env, "STUDIO_CURRENCY").upper() or "USD"
    if not re.fullmatch(r"[A-Z]{3}", text):
        raise Refused(name, text, "write the three letters of a currency, such as USD or EUR.")
    return text


def _time_zone(env: Env) -> str:
    name, text = "STUDIO_TIME_ZONE", _text(env, "STUDIO_TIME_ZONE")
    if text and not _is_zone(text):
        raise Refused(name, text, "write the name of a time zone, such as Europe/Berlin.")
    return text or next(filter(_is_zone, _zones_of_machine()), "UTC")


def _zones_of_machine() -> Iterator[str]:
    """What this machine calls the time zone that its clock shows, the likeliest first."""
    yield os.environ.get("TZ", "").removeprefix(":")
    _, is_linked, name = str(LOCAL_TIME.resolve()).partition("/zoneinfo/")
    yield name if is_linked else ""


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return name == "UTC"
    return bool(name)


def _one_of(env: Env, name: str, default: str, choices: tuple[str, ...]) -> str:
    text = _text(env, name).lower() or default
    if text not in choices:
        raise Refused(name, text, f"write one of {', '.join(choices)}.")
    return text


def _folder(env: Env, name: str, default: Path) -> Path:
    text = _text(env, name)
    path = (CHECKOUT / Path(text).expanduser()).resolve() if text else default
    if path.exists() and not path.is_dir():
        raise Refused(name, text, "this is a file; write the path of a folder.")
    try:
        path.mkdir(mode=DATA_MODE, parents=True, exist_ok=True)
    except OSError as error:
        reason = f"the folder cannot be made ({error.strerror}); write one where you may write."
        raise Refused(name, text or str(path), reason) from None
    if not os.access(path, os.W_OK | os.X_OK):
        reason = "you may not write there; write the path of a folder of yours."
        raise Refused(name, text or str(path), reason)
    return path


def _database_url(env: Env) -> str:
    name, text = "DATABASE_URL", _text(env, "DATABASE_URL")
    example = "write postgresql://USER:PASSWORD@HOST:5432/NAME, or leave it empty."
    if not text:
        return ""
    scheme, is_complete = _url_parts(name, text, example)
    if scheme not in ("postgres", "postgresql") or not is_complete:
        raise Refused(name, _masked(text), f"only PostgreSQL will do; {example}")
    if not urlsplit(text).path.strip("/"):
        raise Refused(name, _masked(text), f"the name of the database is missing; {example}")
    return text


def _base_url(env: Env) -> str:
    name, text = "OPENAI_BASE_URL", _text(env, "OPENAI_BASE_URL")
    example = "write a web address such as http://127.0.0.1:11434/v1, or leave it empty."
    if not text:
        return ""
    scheme, is_complete = _url_parts(name, text, example)
    if scheme not in ("http", "https") or not is_complete:
        raise Refused(name, _masked(text), example)
    return text.rstrip("/")


def _url_parts(name: str, text: str, advice: str) -> tuple[str, bool]:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise Refused(name, _masked(text), advice) from None
    return parts.scheme, bool(parts.netloc) and not any(c.isspace() for c in text)


def _masked(url: str) -> str:
    # A password has no place in a message that ends up in logs.
    scheme, found, rest = url.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if found and "@" in rest else url


def _host(env: Env) -> str:
    text = _text(env, "STUDIO_HOST") or "127.0.0.1"
    if any(c.isspace() or c in "/@" for c in text):
        raise Refused("STUDIO_HOST", text, "write an address to listen on, such as 127.0.0.1.")
    return text


def _hosts(env: Env, host: str) -> tuple[str, ...]:
    text = _text(env, "STUDIO_ALLOWED_HOSTS")
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if any("/" in name or " " in name for name in names):
        advice = "write host names with commas between them, such as books.example.org."
        raise Refused("STUDIO_ALLOWED_HOSTS", text, advice)
    local = ("127.0.0.1", "localhost", "[::1]")
    return tuple(dict.fromkeys((*names, *local, *([host] if host != "0.0.0.0" else []))))


def _secret_key(env: Env) -> str:
    text = _text(env, "STUDIO_SECRET_KEY")
    if text and len(text) < 32:
        advice = "write at least 32 random characters, or leave it empty to have one made."
        raise Refused("STUDIO_SECRET_KEY", f"{len(text)} characters long", advice)
    return text
