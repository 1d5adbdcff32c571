"""What a change is called, and what else its author should know before it is made."""

from collections.abc import Iterable
from dataclasses import replace

from studio.core import arranging, keys, outline
from studio.core.intent import EDITS, Intent
from studio.core.state import Body
from studio.models import statements
from studio.queries import cell_words, proposed
from studio.queries.book_units import BookUnits, Placed
from studio.queries.selecting import Resolved

MOST_NOTES = 6
_DEPENDING = """
    SELECT EXISTS (
        SELECT FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
        AND body -> 'depends_on' <> '[]'
    )
"""


def title(intent: Intent, resolved: Resolved, book: BookUnits) -> str:
    """What an intent does, in one line."""
    what = _what(resolved, book)
    if intent.paragraphs:
        n_marked = len(intent.paragraphs)
        what = f"{'a paragraph' if n_marked == 1 else f'{n_marked} paragraphs'} in {what}"
    if intent.kind in EDITS:
        return _edit(intent, book, resolved)
    titles = {
        "distrust": f"Distrust {what}",
        "trust": f"Trust {what} again",
        "recompose": f"Rewrite {what}",
        "keep": f"Keep {what} as it is",
        "take": f"Take version {intent.version} of {what} back",
        "pin": f"Lock {what}",
        "unpin": f"Unlock {what}",
        "update": f"Read {_place(intent, book)} to update its plan",
        "adopt": f"Update the plan of {_place(intent, book)} from its text",
        "undo": f"Undo change {intent.commit}",
        "restore": f"Restore the book as it was after change {intent.commit}",
    }
    return titles[intent.kind]


def _one(unit: Placed, book: BookUnits) -> str:
    node, number = book.nodes.get(unit.section_id), book.movement_number(unit)
    if node is None or not number:
        return book.name(unit)
    return f"passage {number} of {node.number} “{node.body['title']}”"


def _place(intent: Intent, book: BookUnits) -> str:
    node = book.nodes.get(keys.rest(intent.thing))
    return f"{node.number} “{node.body['title']}”" if node else "a section"


def _what(resolved: Resolved, book: BookUnits) -> str:
    """The units that an intent names: one by its name, those of one section by its title."""
    units = resolved.units
    if len(units) < 2:
        return next((_one(unit, book) for unit in units.listed()), "it")
    sections = units.sections
    is_prose = all(alike.is_prose for alike in units.groups)
    node = book.nodes.get(next(iter(sections))) if len(sections) == 1 else None
    if node is not None:
        what = "the text" if is_prose else "the steps"
        return f"{what} of {node.number} “{node.body['title']}”"
    if is_prose:
        return f"the text of {len(sections)} sections"
    return f"{len(units)} steps"


def notes(book: BookUnits, resolved: Resolved) -> tuple[str, ...]:
    """Sections that come to stand before what they depend on, and that have to be written."""
    sections = keys.of_kinds(("section",), resolved.writes)
    if not any(_turns(key, resolved.writes[key], book) for key in sections):
        return ()
    if not _depend(book, [resolved.writes[key] for key in sections]):
        return ()
    before = {i: node.body for i, node in book.nodes.items()}
    after = _after(before, resolved)
    if after == before:
        return ()
    was = arranging.before_what_they_need(before)
    turned = sorted(arranging.before_what_they_need(after) - was)
    found = [
        f"“{after[i]['title']}” comes to stand before “{after[other]['title']}”, "
        "on which it depends."
        for i, other in turned
    ]
    found += [
        f"“{after[i]['title']}” now depends on {_titles(more, after)}."
        for i, more in _new_needs(before, after).items()
    ]
    return tuple(found[:MOST_NOTES])


def _depend(book: BookUnits, bodies: Iterable[Body | None]) -> bool:
    """Whether any section depends on another, as they are or as they come to be."""
    if any((body or {}).get("depends_on") for body in bodies):
        return True
    return bool(statements.value(_DEPENDING, [book.project.pk]))


def _turns(key: str, body: Body | None, book: BookUnits) -> bool:
    """Whether a write gives a section another place among the others, or other needs."""
    node = book.nodes.get(keys.rest(key))
    if node is None or body is None:
        return True
    return any(node.body.get(f) != body.get(f) for f in ("parent", "rank", "depends_on"))


def _edit(intent: Intent, book: BookUnits, resolved: Resolved) -> str:
    shown = _as_proposed(book) if resolved.proposal else book
    said = _set(intent, shown) if intent.kind == "set" else _structural(intent, shown, resolved)
    return f"{said}, in the proposal" if resolved.proposal else said


def _as_proposed(book: BookUnits) -> BookUnits:
    """The book with the plan that waits to be judged: what is edited in it stands only there."""
    state, _ = proposed.proposed_state(book.project)
    bodies = {keys.rest(key): body for key, body in state.kind("section").items()}
    nodes = {node.id: node for node in outline.ordered(bodies)}
    return replace(book, state=state, nodes=nodes)


def _after(before: dict[str, Body], resolved: Resolved) -> dict[str, Body]:
    written = {keys.rest(k): b for k, b in resolved.writes.items() if keys.kind(k) == "section"}
    return {i: b for i, b in {**before, **written}.items() if b is not None}


def _new_needs(before: dict[str, Body], after: dict[str, Body]) -> dict[str, list[str]]:
    found = {}
    for section_id, body in after.items():
        was = before.get(section_id, {}).get("depends_on", ())
        more = [i for i in body.get("depends_on", ()) if i not in was and i in after]
        if more and section_id in before:
            found[section_id] = more
    return found


def _titles(ids: list[str], sections: dict[str, Body]) -> str:
    return ", ".join(f"“{sections[i]['title']}”" for i in ids)


def _set(intent: Intent, book: BookUnits) -> str:
    names = [cell_words.read_words(_cell_of(k), book.nodes, book.state) for k in intent.sets]
    *most, last = dict.fromkeys(names)
    return f"Change {', '.join(most)} and {last}" if most else f"Change {last}"


def _cell_of(key: str) -> str:
    return key if keys.kind(key) in ("brief", "object", "section", "pass") else "thesis/book"


def _structural(intent: Intent, book: BookUnits, resolved: Resolved) -> str:
    if intent.relation and "/" in intent.thing:
        does = "Relate" if intent.kind == "add" else "No longer relate"
        return f"{does} {_thing(intent.thing, book, resolved)} to {_target(intent, book)}"
    if intent.kind == "add":
        return f"Add {_added(intent, book)}"
    what = _thing(intent.thing, book, resolved)
    if intent.kind == "merge":
        return f"Join {what} with the section after it"
    if intent.kind == "move" and intent.to:
        return f"Move {what} {intent.to}"
    return f"{intent.kind.capitalize()} {what}"


def _added(intent: Intent, book: BookUnits) -> str:
    if len(intent.items) > 1:
        return f"{len(intent.items)} sections"
    if intent.items:
        return f"“{intent.items[0]['title'].strip()}”"
    kind = book.protocol.kinds[intent.thing]
    said = str(next((v for v in intent.fields.values() if v), "")).strip()
    return f"the {kind.title} “{said if len(said) <= 60 else said[:57].rstrip() + '…'}”"


def _thing(key: str, book: BookUnits, resolved: Resolved) -> str:
    kind, rest = keys.kind(key), keys.rest(key)
    node = book.nodes.get(rest) if kind == "section" else None
    if node is not None:
        return f"{node.number} “{node.body['title']}”"
    if kind == "section":
        body = resolved.writes.get(key)
        return f"“{body['title']}”" if body else "a section"
    return cell_words.read_words(key, book.nodes, book.state)


def _target(intent: Intent, book: BookUnits) -> str:
    kind = "section" if intent.relation == "depends_on" else "object"
    name = f"{kind}/{intent.to}"
    if kind == "section" and (node := book.nodes.get(intent.to)) is not None:
        return f"“{node.body['title']}”"
    return cell_words.read_words(name, book.nodes, book.state)
