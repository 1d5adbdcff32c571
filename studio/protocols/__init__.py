"""The templates of protocols: one folder each, read once when a book begins."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def slugs() -> tuple[str, ...]:
    """The protocols that a book may begin with."""
    return tuple(sorted(p.parent.name for p in FOLDER.glob("*/protocol.toml")))


@cache
def load(slug: str) -> tuple[dict[str, Any], dict[str, str]]:
    """A template: what its protocol.toml says, and its prompt files by name."""
    folder = FOLDER / slug
    template = tomllib.loads((folder / "protocol.toml").read_text(encoding="utf-8"))
    prompts = {p.name: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.md"))}
    return template, prompts
