"""Files as a book again: what machines kept beside them is believed as far as the files agree."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core import keys, prose
from studio.formats import yaml
from studio.formats.folder.contents import (
    BASE,
    BOOK,
    BRIEF_FILES,
    FORMAT,
    METHOD,
    ORDER,
    OUTLINE,
    UNITS,
    BadFolder,
    Body,
    Contents,
    Remark,
    Version,
    said_of,
)
from studio.formats.folder.heads import Head, split_head
from studio.formats.folder.texts import Passages, divided

MOST_OF_PLAN = 5_000_000
_ID = re.compile(r"[^\W_][\w.-]{0,59}")
_ABOUT_SECTION = ("title", "synopsis", "role", "done_when", "reader_state")
_LISTS = ("establishes", "uses", "depends_on")


@dataclass(slots=True)
class Unpacked:
    """A book out of a folder. `base` holds what the files said when they were written; the keys of
    entries and of sections' texts that say something else now were edited in the folder."""

    contents: Contents
    base: Mapping[str, str] = field(default_factory=dict)
    edited: frozenset[str] = frozenset()
    edited_texts: Mapping[str, Passages] = field(default_factory=dict)
    has_new_order: bool = False
    base_order: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


def unpack(files: Mapping[str, bytes]) -> Unpacked:
    """The book in a folder's files, or BadFolder in words."""
    return _Reader(files).read()


class _Reader:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.entries: dict[str, Body] = {}
        self.versions: list[Version] = []
        self.base: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        self.edited_texts: dict[str, Passages] = {}
        self.left_out: list[str] = []
        self.has_new_order = False
        self.base_order: dict[str, tuple[str, float]] = {}

    def read(self) -> Unpacked:
        base = self._json(BASE)
        self.base = {str(k): str(v) for k, v in base.items()}
        self._brief()
        self._method()
        self._things()
        self._outline()
        self._texts()
        self._book_wide()
        self._titles_in_heads()
        contents = Contents(self.entries, tuple(self.versions), tuple(self._remarks()))
        told = {k: b for k, b in self.entries.items() if keys.kind(k) not in _BESIDE}
        edited = frozenset(k for k, b in told.items() if said_of(k, b) != self.base.get(k))
        return Unpacked(
            contents, self.base, edited, self.edited_texts, self.has_new_order,
            self.base_order, tuple(self.left_out),
        )  # fmt: skip

    # --- the plan

    def _brief(self) -> None:
        book = self._yaml(BOOK)
        if not book:
            raise BadFolder(f"There is no {BOOK} in it: this is not the folder of a book. To bring "
                            "in a manuscript, choose its files instead.")  # fmt: skip
        if book.get("format") != FORMAT:
            raise BadFolder(f"{BOOK} is of format {book.get('format')!r}, which a later version of "
                            "this program may have written. This one reads format 1.")  # fmt: skip
        for name in ("title", "language", "words"):
            self.entries[keys.brief(name)] = {"value": book.get(name, "")}
        for name in BRIEF_FILES:
            said = self._text(f"brief/{name}.md")
            self.entries[keys.brief(name)] = self._ended(keys.brief(name), said, "value", {})

    def _ended(self, key: str, said: str, name: str, body: Body) -> Body:
        """An entry whose text is a file of its own, with the line end that it had."""
        for text in (said.removesuffix("\n"), said):
            if said_of(key, found := {**body, name: text}) == self.base.get(key):
                return found
        plain = prose.normalise(said)
        return {**body, name: plain if name == "prompt" else plain.strip()}

    def _method(self) -> None:
        method = self._json(METHOD)
        protocol = method.get("protocol")
        if not isinstance(protocol, dict) or not protocol.get("passes"):
            return
        self.entries[keys.PROTOCOL] = protocol
        for slug, rest in _mapping(method.get("steps")).items():
            key = keys.step(_id(slug, METHOD))
            prompt = self._text(f"method/{slug}.md")
            self.entries[key] = self._ended(key, prompt, "prompt", _mapping(rest))

    def _things(self) -> None:
        for path in sorted(p for p in self.files if re.fullmatch(r"things/[^/]+\.yaml", p)):
            found = self._yaml(path)
            kind = str(found.get("kind", ""))
            for thing in _list(found.get("things"), path):
                body = {k: v for k, v in thing.items() if k != "id"}
                body["fields"] = {str(k): str(v) for k, v in _mapping(body.get("fields")).items()}
                body["relations"] = _list(body.get("relations") or [], path)
                key = keys.object_(_id(thing.get("id"), path))
                self._new(key, path)
                self.entries[key] = {"kind": kind, **body}

    def _outline(self) -> None:
        order = self._json(ORDER)
        self.base_order = {
            i: (str(w[0]), w[1]) for i, w in order.items() if isinstance(w, list) and len(w) == 2
        }
        found = _list(self._yaml(OUTLINE).get("sections") or [], OUTLINE)
        for parent, siblings in self._families(found, "", 0):
            ids = [section_id for section_id, _ in siblings]
            was = [order.get(i) for i in ids]
            known = [w for w in was if isinstance(w, list) and len(w) == 2 and w[0] == parent]
            is_same, ranks = len(known) == len(ids), [w[1] for w in known]
            placed = list(zip(ranks, ids, strict=False))
            if not is_same or sorted(placed) != placed:
                self.has_new_order, ranks = True, list(range(1, len(ids) + 1))
            for (section_id, body), rank in zip(siblings, ranks, strict=True):
                key = keys.section(section_id)
                self._new(key, OUTLINE)
                self.entries[key] = {**body, "parent": parent or None, "rank": rank}

    def _families(
        self, found: list[Body], parent: str, depth: int
    ) -> Iterator[tuple[str, list[tuple[str, Body]]]]:
        if depth > yaml.MOST_DEPTH:
            raise BadFolder(f"{OUTLINE}: sections lie more than {yaml.MOST_DEPTH} deep.")
        siblings = [(_id(one.get("id"), OUTLINE), one) for one in found]
        yield parent, [(i, _section(one)) for i, one in siblings]
        for section_id, one in siblings:
            if below := _list(one.get("sections") or [], OUTLINE):
                yield from self._families(below, section_id, depth + 1)

    def _new(self, key: str, path: str) -> None:
        if key in self.entries:
            raise BadFolder(f"{path}: “{keys.rest(key)}” stands there twice. Each needs an id of "
                            "its own.")  # fmt: skip

    # --- the texts

    def _texts(self) -> None:
        heads: dict[str, tuple[str, Head]] = {}
        for path in sorted(p for p in self.files if re.fullmatch(r"text/.+\.md", p)):
            head = split_head(self._text(path))
            section_id = str(head.facts.get("id", ""))
            if keys.section(section_id) not in self.entries:
                self.left_out.append(f"{path}: its id names no section of {OUTLINE}.")
                continue
            if section_id in heads:
                raise BadFolder(f"{path} and {heads[section_id][0]} have the same id. Give one of "
                                f"them another, with a line for it in {OUTLINE}.")  # fmt: skip
            heads[section_id] = path, head
        for key in [k for k in self.entries if keys.kind(k) == "section"]:
            section_id = keys.rest(key)
            found = heads.get(section_id)
            self._section_text(section_id, found[1] if found else None)

    def _section_text(self, section_id: str, head: Head | None) -> None:
        told = self._json(f"{UNITS}/{section_id}.json")
        plan = self._map(section_id, told)
        self._marks(told)
        if head and head.more:
            self.entries[keys.front(section_id)] = {"text": head.more}
        if head and (title := str(head.facts.get("title", ""))) != told.get("title"):
            self.titles[section_id] = title
        steps = {str(k): _mapping(v) for k, v in _mapping(told.get("steps")).items()}
        for key, step in steps.items():
            if "text" in step:
                self.versions.append(_version(key, step, str(step["text"])))
        order = [keys.unit(keys.DRAFT, section_id, key) for key in plan]
        body = head.body if head else ""
        passages = divided(body, str(told.get("body", "")), order, steps)
        for key, text in passages.texts.items():
            if key in steps and not passages.is_edited:
                self.versions.append(_version(key, steps[key], text))
        if passages.is_edited and head:
            self.edited_texts[section_id] = passages

    def _map(self, section_id: str, told: Body) -> list[str]:
        """The passages of a section by their keys, in order."""
        if not isinstance(told.get("map"), dict):
            return []
        path = f"{UNITS}/{section_id}.json"
        found = [_id(m.get("key"), path) for m in _list(told["map"].get("movements"), path)]
        self.entries[keys.map_of(section_id)] = told["map"]
        return found

    def _book_wide(self) -> None:
        told = self._json(f"{UNITS}/_book.json")
        self._marks(told)
        for key, step in _mapping(told.get("steps")).items():
            step = _mapping(step)
            self.versions.append(_version(str(key), step, str(step.get("text", ""))))

    def _marks(self, told: Body) -> None:
        for key, body in _mapping(told.get("marks")).items():
            if keys.kind(key) in ("trust", "pin"):
                self.entries[key] = _mapping(body)

    def _titles_in_heads(self) -> None:
        """A title that was changed at the head of a text counts, unless the outline has another."""
        for section_id, title in self.titles.items():
            key = keys.section(section_id)
            if title.strip() and said_of(key, self.entries[key]) == self.base.get(key):
                self.entries[key] = {**self.entries[key], "title": title.strip()}

    def _remarks(self) -> Iterator[Remark]:
        known = {v.key for v in self.versions}
        for path in sorted(p for p in self.files if re.fullmatch(r"findings/[^/]+\.yaml", p)):
            for one in _list(self._yaml(path).get("remarks") or [], path):
                said = {name: str(one.get(name, "")) for name in _REMARK}
                if said["key"] in known:
                    yield Remark(**said, is_anchored=one.get("is_anchored") is not False)

    # --- files

    def _text(self, path: str) -> str:
        try:
            text = self.files.get(path, b"").decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadFolder(f"{path} is not UTF-8 text. Save it as UTF-8.") from error
        if "\0" in text:
            raise BadFolder(f"{path} holds a NUL character, so it is not plain text. Remove it.")
        # Git may have given the lines the ends of another system.
        return text.replace("\r\n", "\n")

    def _yaml(self, path: str) -> Body:
        if len(self.files.get(path, b"")) > MOST_OF_PLAN:
            raise BadFolder(f"{path} is longer than a plan is. Shorten it.")
        try:
            return _mapping(yaml.load(self._text(path)))
        except yaml.BadYaml as bad:
            raise BadFolder(f"{path}: {bad}") from bad

    def _json(self, path: str) -> Body:
        if path not in self.files:
            return {}
        try:
            return _mapping(json.loads(self._text(path)))
        except (ValueError, RecursionError) as error:
            raise BadFolder(f"{path} is no JSON any more. Restore it from an earlier version, or "
                            "remove it: the texts are read without it.") from error  # fmt: skip


_BESIDE = ("map", "trust", "pin")
_REMARK = (
    "key",
    "source",
    "severity",
    "words",
    "paragraph",
    "quote",
    "prefix",
    "suffix",
    "made_at",
    "kind",
)


def _version(key: str, step: Body, text: str) -> Version:
    listed = [str(line).split(" ") for line in step.get("paragraphs") or ()]
    passed = [[str(part) for part in one] for one in step.get("passed") or ()]
    return Version(
        key=key,
        text=text,
        by="policy" if step.get("by") == "policy" else "person",
        origin="model" if step.get("origin") == "model" else "person",
        made_by=str(step.get("made_by", ""))[:120],
        cause=str(step.get("cause", ""))[:200],
        number=_number(step.get("number")),
        made_at=str(step.get("made_at", "")),
        paragraphs=tuple((line[0], line[1]) for line in listed if len(line) == 3),
        remarks=tuple(_mapping(r) for r in step.get("remarks") or ()),
        reads={str(k): str(v) for k, v in _mapping(step.get("reads")).items()},
        passed=tuple((p[0], p[1], tuple(p[2:])) for p in passed if len(p) > 1),
    )


def _number(said: object) -> int:
    return said if isinstance(said, int) and 0 < said < 1_000_000 else 1


def _section(one: Body) -> Body:
    body = {str(k): v for k, v in one.items() if k not in ("id", "sections", "parent", "rank")}
    for name in _ABOUT_SECTION:
        if name in body:
            body[name] = "" if body[name] is None else str(body[name])
    for name in _LISTS:
        if name in body:
            body[name] = [str(i) for i in _items(body[name])]
    if not str(body.get("title", "")).strip():
        raise BadFolder(f"{OUTLINE}: the section “{one.get('id')}” has no title.")
    if "words" in body and not isinstance(body["words"], int):
        raise BadFolder(f"{OUTLINE}: the words of “{body['title']}” are no whole number.")
    return body


def _id(said: object, path: str) -> str:
    if not isinstance(said, str) or not _ID.fullmatch(said):
        raise BadFolder(f"{path}: “{said}” is no id. One is made of letters, digits, dots and "
                        "hyphens, such as s3 or claim-2.")  # fmt: skip
    return said


def _items(said: object) -> list[object]:
    return said if isinstance(said, list) else []


def _list(said: object, path: str) -> list[Body]:
    if not isinstance(said, list) or not all(isinstance(one, dict) for one in said):
        raise BadFolder(f"{path} holds no list of entries where one belongs.")
    return said


def _mapping(said: object) -> dict[str, Any]:
    return said if isinstance(said, dict) else {}
