"""What commands print: facts as JSON, or a few plain lines."""

import json
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from pathlib import Path

from django.core.management.base import CommandError
from django.db import ProgrammingError

from studio.models import Project

OUT_OF_DATE = (
    "The books here were kept by another version of this program. Run `manage.py start` once: it "
    "brings them up to date."
)


def as_json(value: object) -> str:
    """Any value of ours as indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=_plain)


def book(slug: str) -> Project:
    """The book with this address, or a refusal that names those there are."""
    try:
        found = Project.objects.select_related("owner", "endpoint").filter(slug=slug).first()
    except ProgrammingError as error:
        raise CommandError(OUT_OF_DATE) from error
    if found is None:
        known = ", ".join(Project.objects.order_by("slug").values_list("slug", flat=True)[:20])
        raise CommandError(f"There is no book “{slug}”. Books here: {known or 'none'}.")
    return found


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, set | frozenset | tuple):
        return sorted(value) if isinstance(value, set | frozenset) else list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
