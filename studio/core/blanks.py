"""What fills the blanks of a prompt. All that comes from the book comes through the reader.

A blank is filled from cells (each noted with its digest) or from the order of the run. There is
no third way, so what was not read through the reader, and is not in the order, is not in the
prompt.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core import keys, prose
from studio.core import language as languages
from studio.core.cells import UNTRUSTED, Cell, Value, compute
from studio.core.protocol import Protocol
from studio.core.state import State

# How few words of a passage are asked for when most are written, and how few stand before a
# passage for a model that takes no more.
FEWEST_LEFT, FEW_WORDS = 40, 60


@dataclass(slots=True)
class Reader:
    """Hands out cells of one state and notes which were handed out."""

    state: State
    cells: dict[str, Cell] = field(default_factory=dict)

    def read(self, key: str) -> Value:
        if key not in self.cells:
            self.cells[key] = compute(key, self.state)
        return self.cells[key].value

    @property
    def reads(self) -> dict[str, str]:
        """The digest of each cell that was read, by key."""
        return {key: cell.digest for key, cell in self.cells.items()}


@dataclass(frozen=True, slots=True)
class Order:
    """What a run is told besides cells.

    `text` holds the paragraphs of the run's own base, `base` says what stands that it would
    replace: both are the unit's own, so neither is a read. `is_tight` asks for fewer words around.
    """

    note: str = ""
    findings: tuple[str, ...] = ()
    partial: str = ""
    last_failure: str = ""
    text: tuple[str, ...] = ()
    base: str = ""
    is_tight: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where an operation works: the book, a section, or one movement of a section."""

    section_id: str = ""
    movement_key: str = ""

    @property
    def scope(self) -> str:
        return self.section_id or "book"

    @property
    def path(self) -> str:
        return f"{self.section_id}/{self.movement_key}"


@dataclass(frozen=True, slots=True)
class Filling:
    """All that a blank may be filled from."""

    reader: Reader
    place: Place
    order: Order
    protocol: Protocol

    def value(self, name: str) -> str:
        """The words for a blank; ValueError where the prompt names one that does not exist."""
        if name not in _BLANKS:
            raise ValueError(f"the prompt asks for {{{{{name}}}}}, which does not exist")
        return _BLANKS[name](self).strip()


def in_words(body: Value, protocol: Protocol) -> str:
    """An object as one line: its kind and its fields."""
    kind = protocol.kinds.get(body["kind"])
    fields = body.get("fields", {})
    said = " — ".join(str(v).strip() for v in fields.values() if str(v).strip())
    return f"{kind.title if kind else body['kind']}: {said}"


def known(value: Value) -> Mapping[str, Any]:
    """What a cell says of a thing; nothing where the thing is not there, or is distrusted."""
    return value if isinstance(value, Mapping) else {}


def _brief(name: str) -> Callable[[Filling], str]:
    return lambda f: str(f.reader.read(keys.brief(name)))


def _language_name(f: Filling) -> str:
    return languages.name_of(str(f.reader.read(keys.brief("language"))))


def _words(f: Filling) -> str:
    if f.place.movement_key:
        planned = known(f.reader.read(f"movement/{f.place.path}")).get("words", "")
        return str(_left_to_write(int(planned), f.order.partial)) if planned else ""
    if f.place.section_id:
        return str(known(f.reader.read(keys.section(f.place.section_id))).get("words", ""))
    return str(f.reader.read(keys.brief("words")))


def _left_to_write(planned: int, begun: str) -> int:
    return max(FEWEST_LEFT, planned - prose.count_words(begun)) if begun else planned


def _style(f: Filling) -> str:
    style = f.reader.read(f"style/{f.place.scope}")
    rules = [f"- {c['text']}" for c in style["constraints"]]
    voice = [f"Write in the voice of this sample:\n{style['voice']}"] if style["voice"] else []
    return "\n".join([*rules, *voice])


def _thesis(f: Filling) -> str:
    return "\n".join(in_words(body, f.protocol) for body in f.reader.read("thesis/book"))


def _objects(f: Filling) -> str:
    bodies = [f.reader.read(f"object/{i}") for i in _ids(f, f.place.section_id)]
    return "\n".join(f"- {in_words(b, f.protocol)}" for b in bodies if b)


def _all_objects(f: Filling) -> str:
    bodies = [(i, f.reader.read(f"object/{i}")) for i in _ids(f, "book")]
    return "\n".join(f"- {i}: {in_words(b, f.protocol)}" for i, b in bodies if b)


def _ids(f: Filling, scope: str) -> list[str]:
    return list(f.reader.read(f"objects-of/{scope}"))


def _terms(f: Filling) -> str:
    if not f.place.section_id:
        return ""
    cell = "terms-for" if f.place.movement_key else "terms-of"
    terms = f.reader.read(f"{cell}/{f.place.section_id}")
    return "\n".join(f"- {' — '.join(_said(t))}" for t in terms)


def _said(term: dict[str, Any]) -> list[str]:
    return [str(v) for k, v in term.items() if k != "id" and v]


def _outline(f: Filling) -> str:
    """The titles around a section. Book-wide steps write the outline, so they do not read it."""
    if not f.place.section_id:
        return ""
    around = f.reader.read(f"outline/{f.place.section_id}")
    here = [
        f"- {p['title']}{' (this one)' if p['id'] == f.place.section_id else ''}"
        for p in around["peers"]
        if p["title"]
    ]
    return "\n".join([around["within"], *here] if around["within"] else here)


def _conclusions(f: Filling) -> str:
    section = f.reader.read(keys.section(f.place.section_id)) if f.place.section_id else None
    lines = []
    for other in known(section).get("depends_on", ()):
        said = known(f.reader.read(f"conclusions/{other}"))
        if said:
            what = "; ".join(in_words(o, f.protocol) for o in said["establishes"])
            lines.append(f"- {said['title']}: {what}" if what else f"- {said['title']}")
    return "\n".join(lines)


def _section(f: Filling) -> str:
    body = known(f.reader.read(keys.section(f.place.section_id)) if f.place.section_id else None)
    if not body:
        return ""
    done = f"\nIt is done when: {body['done_when']}" if body.get("done_when") else ""
    return f"{body['title']}\n{body.get('synopsis', '')}{done}"


def _established(f: Filling) -> str:
    """What a section establishes now, by id."""
    body = known(f.reader.read(keys.section(f.place.section_id)) if f.place.section_id else None)
    said = [(i, known(f.reader.read(keys.object_(i)))) for i in body.get("establishes", ())]
    return "\n".join(f"- {i}: {in_words(thing, f.protocol)}" for i, thing in said if thing)


def _names(f: Filling) -> str:
    """The names that a section uses now, by id."""
    terms = f.reader.read(f"terms-for/{f.place.section_id}") if f.place.section_id else ()
    return "\n".join(f"- {t['id']}: {' — '.join(_said(t))}" for t in terms)


def _section_text(f: Filling) -> str:
    """The text of a section as far as it may be relied on, passage by passage."""
    movements = f.reader.read(keys.map_of(f.place.section_id)) if f.place.section_id else None
    listed = movements if isinstance(movements, list) else ()
    texts = [str(f.reader.read(f"text/{f.place.section_id}/{m['key']}")) for m in listed]
    return "\n\n".join(text for text in texts if text and text != UNTRUSTED)


def _map(f: Filling) -> str:
    movements = f.reader.read(keys.map_of(f.place.section_id)) if f.place.section_id else None
    listed = movements if isinstance(movements, list) else ()
    return "\n".join(f"- {m['title']}: {m['purpose']}" for m in listed)


def _movement(f: Filling) -> str:
    if not f.place.movement_key:
        return ""
    body = known(f.reader.read(f"movement/{f.place.path}"))
    if not body:
        return ""
    done = f"\nIt is done when: {body['done_when']}" if body.get("done_when") else ""
    return f"{body['title']}: {body['purpose']}{done}"


def _before(f: Filling) -> str:
    words = f.reader.read(f"before/{f.place.path}") if f.place.movement_key else ""
    if words == UNTRUSTED:
        return ""
    return _ending(str(words)) if f.order.is_tight else str(words)


def _ending(words: str) -> str:
    """The last sentences of what stands before, for a model that takes few words."""
    kept: list[str] = []
    for sentence in reversed(prose.sentences(words)):
        if kept and prose.count_words(" ".join([sentence, *kept])) > FEW_WORDS:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


def _text(f: Filling) -> str:
    return "\n\n".join(f"[{n}] {text}" for n, text in enumerate(f.order.text, 1))


_BLANKS: dict[str, Callable[[Filling], str]] = {
    "language": _brief("language"),
    "language_name": _language_name,
    "intention": _brief("intention"),
    "audience": _brief("audience"),
    "book_words": _brief("words"),
    "words": _words,
    "style": _style,
    "thesis": _thesis,
    "objects": _objects,
    "all_objects": _all_objects,
    "terms": _terms,
    "outline": _outline,
    "conclusions": _conclusions,
    "section": _section,
    "established": _established,
    "names": _names,
    "section_text": _section_text,
    "map": _map,
    "movement": _movement,
    "before": _before,
    "text": _text,
    "findings": lambda f: "\n".join(f"- {words}" for words in f.order.findings),
    "base": lambda f: f.order.base,
    "note": lambda f: f.order.note,
    "partial": lambda f: f.order.partial,
    "last_failure": lambda f: f.order.last_failure,
}
