"""The names of entries, cells and units: short paths, such as `section/s3` or `draft/s3/m1`."""

from collections.abc import Iterable

BRIEF_FIELDS = ("title", "intention", "audience", "language", "words", "voice")
MAP, DRAFT = "map", "draft"
PROTOCOL = "protocol"


def brief(field: str) -> str:
    return f"brief/{field}"


def object_(object_id: str) -> str:
    return f"object/{object_id}"


def section(section_id: str) -> str:
    return f"section/{section_id}"


def map_of(section_id: str) -> str:
    return f"map/{section_id}"


def step(pass_slug: str) -> str:
    return f"pass/{pass_slug}"


def unit(pass_slug: str, section_id: str = "", movement_key: str = "") -> str:
    return "/".join(part for part in (pass_slug, section_id, movement_key) if part)


def text(unit_key: str) -> str:
    return f"text/{unit_key}"


def trust(unit_key: str) -> str:
    return f"trust/{unit_key}"


def pin(unit_key: str) -> str:
    return f"pin/{unit_key}"


def front(section_id: str) -> str:
    """What an author keeps at the head of a section's file, outside this program."""
    return f"front/{section_id}"


def by_kind(keys: Iterable[str]) -> dict[str, list[str]]:
    """Keys by their kinds."""
    found: dict[str, list[str]] = {}
    for key in keys:
        found.setdefault(key.partition("/")[0], []).append(key)
    return found


def of_kinds(kinds: Iterable[str], keys: Iterable[str]) -> list[str]:
    """Those of these keys that are of some kinds."""
    starts = tuple(f"{kind}/" for kind in kinds)
    return [key for key in keys if key.startswith(starts)]


def kind(key: str) -> str:
    """The first part of a key: what sort of thing it names."""
    return key.split("/", 1)[0]


def rest(key: str) -> str:
    """All after the first part of a key."""
    return key.partition("/")[2]
