"""What somebody intends to change, as data: planned before anything is written, then carried out.

The same intent comes from a page, from the command line, or out of a form that was confirmed.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any

EDITS = ("set", "add", "remove", "move", "split", "merge")
KINDS = (
    *EDITS, "distrust", "trust", "recompose", "keep", "pin", "unpin", "take", "undo", "restore",
    "update", "adopt",
)  # fmt: skip
DIRECTIONS = ("up", "down", "in", "out")
RELATION = "relation"
INSTEADS = ("note", "rule", "instructions")


class BadIntent(ValueError):
    """The intent cannot be understood; the message says what to write, the field where."""

    def __init__(self, words: str, field: str = "") -> None:
        super().__init__(words)
        self.field = field


@dataclass(frozen=True, slots=True)
class Intent:
    """One intention. Which fields matter depends on the kind.

    set: `sets`, entry key -> {field: value}. add: sections (`items`, below one another by depth)
    at a place (`under`, `after`, `before`); an object of the kind `thing` with `fields`, related
    `to` another; or a `relation` of `thing` to another. remove: `thing`, or its `relation`. move:
    `thing` by a direction (`to`), or to a place. split: `thing` `at` a passage, or at a paragraph
    of one. merge: `thing` with the next section, or with `to`.

    distrust, trust, recompose, keep, pin, unpin: the units of `layer` in `scope`, or `units`;
    paragraphs of one unit; filtered by `origin` (model, a model's name, or before:YYYY-MM-DD).
    update: the plan of `thing`, a section, is read off its text. adopt: what was read is taken
    into the plan: all that is sure, or the changes that `sets` names, each as it is or with its
    author's words. take: a `version` of one unit. undo, restore: `commit`. `rewrites`: recompose
    what was distrusted, or what the change makes stale. `keeps`: what the change would make stale
    holds; where single paragraphs are written anew, the rest of their text. `whole`: then all of
    it is.
    """

    kind: str
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    layer: str = ""
    scope: str = ""
    units: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    origin: str = ""
    includes_own: bool = False
    reason: str = ""
    instead: str = ""
    instead_as: str = "note"
    commit: int = 0
    version: int = 0
    rewrites: bool = False
    keeps: bool = False
    one_first: bool = False
    whole: bool = False
    thing: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    items: tuple[dict[str, Any], ...] = ()
    relation: str = ""
    to: str = ""
    under: str = ""
    after: str = ""
    before: str = ""
    at: str = ""

    def as_json(self) -> dict[str, Any]:
        """The intent as JSON, without what it leaves open."""
        return {k: v for k, v in asdict(self).items() if v}


def from_json(value: object) -> Intent:
    """The intent in a JSON value; BadIntent where it is none."""
    known = {f.name for f in fields(Intent)}
    if not isinstance(value, dict) or not set(value) <= known or value.get("kind") not in KINDS:
        raise BadIntent("This is not a change that can be planned.")
    if not all(_fits(name, part) for name, part in value.items()):
        raise BadIntent("This is not a change that can be planned.")
    lists = {k: tuple(value[k]) for k in _LISTS if k in value}
    return checked(Intent(**{**value, **lists}))


def _fits(name: str, part: object) -> bool:
    """Whether a part of JSON is of the type that the field of this name has."""
    if name in ("units", "paragraphs"):
        return isinstance(part, list | tuple) and all(map(_is_text, part))
    if name == "items":
        return isinstance(part, list | tuple) and all(map(_is_item, part))
    if name == "fields":
        return _is_record(part)
    if name == "sets":
        return isinstance(part, dict) and all(
            _is_text(key) and _is_record(body) for key, body in part.items()
        )
    if name in ("commit", "version"):
        return type(part) is int
    if name in ("includes_own", "rewrites", "keeps", "one_first", "whole"):
        return isinstance(part, bool)
    return _is_text(part)


def _is_record(part: object) -> bool:
    return isinstance(part, dict) and all(
        _is_text(name) and _is_value(value) for name, value in part.items()
    )


def _is_item(part: object) -> bool:
    """Whether this is a section to be added: a title, and how deep it stands below the first."""
    if not (_is_record(part) and isinstance(part, dict) and set(part) <= _ITEM):
        return False
    depth = part.get("depth", 0)
    return _is_text(part.get("title")) and type(depth) is int and depth >= 0


def _is_text(part: object) -> bool:
    return isinstance(part, str) and "\0" not in part


def _is_value(part: object) -> bool:
    return part is None or type(part) is int or _is_text(part)


def checked(intent: Intent) -> Intent:
    """The intent, if it says what it needs to."""
    if intent.kind == "set" and not intent.sets:
        raise BadIntent("Say what to set: object/ID.FIELD=VALUE or brief.FIELD=VALUE.")
    if intent.kind in EDITS:
        _check_edit(intent)
    if intent.kind in ("update", "adopt") and not intent.thing.startswith("section/"):
        raise BadIntent(HOW[intent.kind])
    if intent.kind in ("undo", "restore") and intent.commit < 1:
        raise BadIntent("Say which change, by its number.")
    if intent.kind == "take" and (len(intent.units) != 1 or intent.version < 1):
        raise BadIntent("Say which version of which step, such as take draft/s2/opening 3.")
    if intent.kind in ("keep", "pin", "unpin") and not (intent.units or intent.layer):
        raise BadIntent("Say which step, such as draft/s2/opening.")
    if intent.kind in ("distrust", "trust") and not (intent.units or intent.layer):
        raise BadIntent("Say what to distrust: a layer, such as draft, or a step.")
    if intent.paragraphs and len(intent.units) != 1:
        raise BadIntent("Paragraphs belong to one step; name it.")
    if intent.instead_as not in INSTEADS:
        raise BadIntent(f"What should be different becomes one of: {', '.join(INSTEADS)}.")
    return intent


def _check_edit(intent: Intent) -> None:
    kind, is_section = intent.kind, intent.thing.startswith("section/")
    if kind == "add" and not (intent.thing or intent.items):
        raise BadIntent(HOW["add"])
    if kind == "add" and intent.relation and "/" in intent.thing and not intent.to:
        raise BadIntent(HOW["add"])
    if kind == "remove" and "/" not in intent.thing:
        raise BadIntent(HOW["remove"])
    if kind == "remove" and bool(intent.relation) != bool(intent.to):
        raise BadIntent(HOW["remove"])
    if kind in ("move", "split", "merge") and not is_section:
        raise BadIntent(HOW[kind])
    if kind == "move" and not (intent.to or intent.under or intent.after or intent.before):
        raise BadIntent(HOW["move"])
    if kind == "move" and intent.to and intent.to not in DIRECTIONS:
        raise BadIntent("A section moves up, down, in or out.")
    if kind == "split" and not intent.at:
        raise BadIntent(HOW["split"])


HOW = {
    "add": "Say what to add: section TITLE [--under section/ID] [--after section/ID], "
    "object KIND FIELD=VALUE … [--to ID], or relation KEY NAME ID.",
    "remove": "Say what to remove: section/ID, object/ID, or relation KEY NAME ID.",
    "move": "Say which section and where to: section/ID up, down, in or out, or "
    "section/ID --under section/ID [--after section/ID | --before section/ID].",
    "split": "Say which section and where: section/ID --at PASSAGE, or --at PASSAGE/PARAGRAPH.",
    "update": "Say which section's plan is to follow its text: section/ID.",
    "adopt": "Say for which section: section/ID, or section/ID and the changes that are taken, by "
    "their names.",
    "merge": "Say which section takes in the next one: section/ID.",
}
_LISTS = ("units", "paragraphs", "items")
_ITEM = {"depth", "title", "synopsis", "words", "done_when"}
