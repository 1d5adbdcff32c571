"""A book as files: prose as Markdown, the plan as YAML, all that belongs to machines beside it."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from studio.core import keys, outline, prose
from studio.core.digest import digest, digest_of
from studio.core.outline import Node
from studio.formats import yaml
from studio.formats.folder.contents import (
    BASE,
    BOOK,
    BRIEF_FILES,
    FILES,
    FORMAT,
    METHOD,
    ORDER,
    OUTLINE,
    UNITS,
    Body,
    Contents,
    Remark,
    Version,
    of_paragraph,
    said_of,
)

_ATTRIBUTES = "*.md text eol=lf\n*.yaml text eol=lf\n*.json text eol=lf\n"
_SECTION = ("title", "role", "synopsis", "words", "establishes", "uses", "depends_on", "done_when",
            "reader_state")  # fmt: skip


def pack(contents: Contents) -> dict[str, bytes]:
    """The files of a book by their paths; the same book makes the same files."""
    files = dict(_files(contents))
    listed = {path: digest(text) for path, text in files.items()}
    files[FILES] = as_json(listed)
    return {path: text.encode("utf-8") for path, text in sorted(files.items())}


def as_json(value: object) -> str:
    """Sorted keys, one a line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def front_matter(facts: Mapping[str, Any], more: str) -> str:
    """The head of a text: what we know of it, and what its author put there."""
    return f"---\n{yaml.dump(facts)}{more}---\n\n"


def _files(contents: Contents) -> Iterator[tuple[str, str]]:
    entries = contents.entries
    yield ".gitattributes", _ATTRIBUTES
    yield ".gitignore", "exports/\n"
    yield BOOK, yaml.dump(_book(entries))
    for name in BRIEF_FILES:
        if said := str(entries.get(keys.brief(name), {}).get("value", "")):
            yield f"brief/{name}.md", _ended(said)
    yield from _method(entries)
    yield from _things(entries)
    sections = _of_kind(entries, "section")
    nodes = outline.ordered({keys.rest(key): body for key, body in sections.items()})
    yield OUTLINE, yaml.dump({"sections": _tree(nodes)})
    yield ORDER, as_json({n.id: [n.body.get("parent") or "", n.body.get("rank", 0)] for n in nodes})
    told = ("brief", "object", "section", "pass", "protocol", "front")
    yield BASE, as_json({k: said_of(k, b) for k, b in entries.items() if keys.kind(k) in told})
    yield from _texts(contents, nodes)


def _book(entries: Mapping[str, Body]) -> dict[str, Any]:
    brief = {f: entries.get(keys.brief(f), {}).get("value", "") for f in keys.BRIEF_FIELDS}
    told = {name: brief[name] for name in ("title", "language", "words")}
    return {"format": FORMAT, **told, "method": entries.get(keys.PROTOCOL, {}).get("slug", "")}


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _of_kind(entries: Mapping[str, Body], kind: str) -> dict[str, Body]:
    return {key: body for key, body in sorted(entries.items()) if keys.kind(key) == kind}


def _method(entries: Mapping[str, Body]) -> Iterator[tuple[str, str]]:
    steps = _of_kind(entries, "pass")
    for key, body in steps.items():
        yield f"method/{keys.rest(key)}.md", _ended(str(body.get("prompt", "")))
    rest = {
        keys.rest(key): {name: value for name, value in body.items() if name != "prompt"}
        for key, body in steps.items()
    }
    yield METHOD, as_json({"protocol": entries.get(keys.PROTOCOL, {}), "steps": rest})


def _things(entries: Mapping[str, Body]) -> Iterator[tuple[str, str]]:
    kinds: dict[str, list[dict[str, Any]]] = {}
    objects = _of_kind(entries, "object")
    for key, body in sorted(objects.items(), key=lambda pair: _in_order(keys.rest(pair[0]))):
        rest = {name: body[name] for name in sorted(body) if name != "kind"}
        rest["fields"] = dict(sorted(body.get("fields", {}).items()))
        told = {"id": keys.rest(key), **rest}
        kinds.setdefault(str(body.get("kind", "")), []).append(told)
    for kind, found in kinds.items():
        yield f"things/{kind}.yaml", yaml.dump({"kind": kind, "things": found})


def _in_order(object_id: str) -> tuple[str, int, str]:
    """claim-2 before claim-10."""
    stem, _, number = object_id.rpartition("-")
    return (stem, int(number), object_id) if number.isdecimal() else (object_id, 0, object_id)


def _tree(nodes: Sequence[Node]) -> list[dict[str, Any]]:
    """The sections in order, each with what it holds."""
    top: list[dict[str, Any]] = []
    lists = [top]
    for node in nodes:
        del lists[node.level :]
        body = {k: v for k, v in node.body.items() if k not in ("parent", "rank")}
        names = [n for n in _SECTION if n in body] + sorted(set(body) - set(_SECTION))
        told: dict[str, Any] = {"id": node.id} | {name: body[name] for name in names}
        lists[-1].append(told)
        if not node.is_leaf:
            told["sections"] = []
            lists.append(told["sections"])
    return top


# --- texts


def _texts(contents: Contents, nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    versions = {version.key: version for version in contents.versions}
    placed: set[str] = set()
    for node, stem in zip(nodes, stems(nodes), strict=True):
        own = {k: v for k, v in versions.items() if _section_of(k) == node.id}
        remarks = [r for r in contents.remarks if _section_of(r.key) == node.id]
        yield from _of_section(node, stem, own, remarks, contents.entries)
        placed.add(node.id)
    rest = {k: v for k, v in versions.items() if _section_of(k) not in placed}
    marks = {k: b for k, b in contents.entries.items() if _is_mark_of(k, "")}
    if rest or marks:
        steps = {k: _step(v, v.text) for k, v in rest.items()}
        yield f"{UNITS}/_book.json", as_json({"steps": steps, "marks": marks})


def _of_section(
    node: Node,
    stem: str,
    versions: Mapping[str, Version],
    remarks: Sequence[Remark],
    entries: Mapping[str, Body],
) -> Iterator[tuple[str, str]]:
    plan = entries.get(keys.map_of(node.id))
    order = [keys.unit(keys.DRAFT, node.id, m["key"]) for m in plan["movements"]] if plan else []
    texts = [versions[key] for key in order if key in versions]
    body = body_of(version.text for version in texts)
    marks = {k: b for k, b in entries.items() if _is_mark_of(k, node.id)}
    steps = {k: _step(v, None if k in order else v.text) for k, v in versions.items()}
    told = {"body": digest(body), "title": node.body.get("title", ""), "map": plan, "marks": marks,
            "steps": steps}  # fmt: skip
    if plan or steps or marks:
        yield f"{UNITS}/{node.id}.json", as_json(told)
    more = str(entries.get(keys.front(node.id), {}).get("text", ""))
    if node.is_leaf or texts or more:
        status = _status(order, versions)
        facts = {"id": node.id, "title": node.body.get("title", ""), "status": status}
        yield f"text/{stem}.md", front_matter(facts, more) + body
    if remarks:
        said = [{k: v for k, v in asdict(r).items() if v not in ("", True)} for r in remarks]
        yield f"findings/{stem.rpartition('/')[2]}.yaml", yaml.dump({"remarks": said})


def body_of(texts: Iterable[str]) -> str:
    """The text of a section as its file has it: the passages with a blank line between."""
    body = "\n".join(text for text in texts if text)
    return _ended(body) if body else ""


def _status(order: Sequence[str], versions: Mapping[str, Version]) -> str:
    n_written = sum(key in versions for key in order)
    if order and n_written == len(order):
        return "accepted"
    return "partly accepted" if n_written else "pending"


def _step(version: Version, text: str | None) -> dict[str, Any]:
    facts = {k: v for k, v in asdict(version).items() if k not in ("key", "text", "paragraphs")}
    facts["passed"] = [[gate, verdict, *digests] for gate, verdict, digests in version.passed]
    found = prose.paragraphs(version.text)
    if len(found) == len(version.paragraphs):
        pairs = zip(version.paragraphs, found, strict=True)
        listed = [f"{i} {origin} {of_paragraph(text)}" for (i, origin), text in pairs]
    else:
        listed = [f"{i} {origin} -" for i, origin in version.paragraphs]
    facts |= {"paragraphs": listed, "digest": digest(version.text)}
    return facts | ({"length": len(version.text)} if text is None else {"text": text})


def _section_of(unit_key: str) -> str:
    return unit_key.split("/")[1] if "/" in unit_key else ""


def _is_mark_of(key: str, section_id: str) -> bool:
    return keys.kind(key) in ("trust", "pin") and _section_of(keys.rest(key)) == section_id


def stems(nodes: Sequence[Node]) -> list[str]:
    """Where each section's text stands: `02-rivers/0203-memory`."""
    width = max((len(part) for node in nodes for part in node.number.split(".")), default=2)
    found, chapter = [], ""
    for node in nodes:
        number = "".join(part.zfill(max(2, width)) for part in node.number.split("."))
        name = f"{number}-{_slug(str(node.body.get('title', ''))) or node.id}"
        chapter = name if node.level == 1 else chapter
        found.append(name if node.level == 1 else f"{chapter}/{name}")
    return found


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:40].strip("-")


def whole_digest(files: Mapping[str, bytes]) -> str:
    """One digest of all files."""
    return digest_of({path: digest(data.decode("utf-8")) for path, data in files.items()})
