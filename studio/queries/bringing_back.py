"""What a folder that was edited outside would change in its book, before it does.

A file that says what it said when it was written changes nothing, whatever the book says since.
Where both were changed, texts are put together by paragraph and nobody loses a word; of the plan
the book's own words stay, and the folder's are told.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from studio.core import keys, merging, outline, proposals, prose, sectioning
from studio.core.digest import digest, digest_of
from studio.core.sectioning import Passage
from studio.formats.folder.contents import said_of
from studio.formats.folder.texts import Passages
from studio.formats.folder.unpack import Unpacked
from studio.models import Blob, Project, Unit
from studio.models.among import among
from studio.queries import activity, book_units, consequences, plan_rows, plan_units, writing
from studio.queries.state import Body, DbState
from studio.queries.values.bringing_back import BackPlan, BackText

_PLAN = ("brief", "pass", "object", "section", "front")


@dataclass(slots=True)
class Back:
    """What would be written: entries, and the texts of sections; `whole` are those of sections
    that have no passages yet."""

    writes: dict[str, Body | None] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    whole: dict[str, str] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    digest: str = ""

    @property
    def is_nothing(self) -> bool:
        return not (self.writes or self.texts or self.whole)


def back(project: Project, found: Unpacked) -> Back:
    """What a folder would change in its book."""
    state = DbState(project.pk)
    made = Back()
    _plan(made, found, state)
    _order(made, found, state)
    sections = {keys.rest(k): b for k, b in found.contents.entries.items() if _is_section(k)}
    for section_id, passages in found.edited_texts.items():
        key = keys.section(section_id)
        if made.writes.get(key, state.entry(key)) is not None and passages.body.strip():
            _text(made, project, section_id, passages)
        else:
            made.kept.append(str(sections.get(section_id, {}).get("title", section_id)))
    written = {k: b for k, b in made.writes.items() if keys.kind(k) in ("object", "section")}
    if written:
        protocol = book_units.load(project, []).protocol
        made.problems = proposals.problems(written, protocol, state)
    before = {key: said_of(key, body) for key in made.writes if (body := state.entry(key))}
    bases = {s: writing.base_of(writing.passages(project.pk, s)) for s in made.texts}
    made.digest = digest_of([made.writes, made.texts, made.whole, before, bases])
    return made


def _plan(made: Back, found: Unpacked, state: DbState) -> None:
    """The entries that the folder's files say otherwise than they did."""
    told = found.contents.entries
    gone = {k for k in found.base if k not in told and keys.kind(k) in _PLAN}
    for key in sorted(found.edited | gone):
        if keys.kind(key) not in _PLAN:
            made.kept += ["the method"] if key == keys.PROTOCOL else []
            continue
        now, new = state.entry(key), told.get(key)
        is_now = said_of(key, now) if now is not None else ""
        if is_now == (said_of(key, new) if new is not None else ""):
            continue
        if is_now != found.base.get(key, ""):
            made.kept.append(_named(key, now or new or {}))
        else:
            made.writes[key] = _placed(key, new, now)


def _placed(key: str, new: Body | None, now: Body | None) -> Body | None:
    """A section of the folder at the place that it has in the book."""
    if new is None or now is None or not _is_section(key):
        return new
    place = {name: now[name] for name in ("parent", "rank") if name in now}
    return {**{k: v for k, v in new.items() if k not in ("parent", "rank")}, **place}


def _order(made: Back, found: Unpacked, state: DbState) -> None:
    """Another order of the sections, if the book has kept the one that the folder had."""
    if not found.has_new_order:
        return
    here = {i: _place(body) for i, body in state.outline().items()}
    is_new = any(_is_section(key) and value is not None for key, value in made.writes.items())
    if any(here.get(i) != place for i, place in found.base_order.items() if i in here):
        made.kept.append("the order of the sections")
        return
    for key, body in found.contents.entries.items():
        section_id = keys.rest(key)
        if not _is_section(key) or (section_id not in here and key not in made.writes):
            continue
        now = made.writes.get(key, state.entry(key))
        if now is not None and (_place(body) != here.get(section_id) or is_new):
            made.writes[key] = {**now, "parent": body["parent"], "rank": body["rank"]}


def _place(body: Body) -> tuple[str, float]:
    return str(body.get("parent") or ""), float(body.get("rank", 0))


def _text(made: Back, project: Project, section_id: str, passages: Passages) -> None:
    units = writing.passages(project.pk, section_id)
    mine = prose.paragraphs(passages.body)
    if not units:
        made.whole[section_id] = passages.body
        return
    theirs = _paragraphs(writing.passage(unit) for unit in units)
    base = _paragraphs(_as_written(units, passages))
    pieces = merging.merge(base, mine, theirs)
    text = prose.join(merging.chosen(pieces, {}))
    if text != prose.join(theirs):
        made.texts[section_id] = text
        if any(piece.kind == "both" for piece in pieces):
            made.merged.append(section_id)


def _paragraphs(passages: Iterator[Passage]) -> list[str]:
    return prose.paragraphs(sectioning.whole(passages))


def _as_written(units: list[Unit], passages: Passages) -> Iterator[Passage]:
    """What the file said when it was written."""
    bodies = dict(
        Blob.objects.filter(pk__in=among(passages.base.values())).values_list("pk", "body")
    )
    for unit in units:
        text = bodies.get(passages.base.get(unit.key, ""), "")
        yield sectioning.passage(unit.key, prose.paragraphs(text))


def _is_section(key: str) -> bool:
    return keys.kind(key) == "section"


def _named(key: str, body: Body) -> str:
    fields = body.get("fields", {})
    return str(body.get("title") or next(iter(fields.values()), "") or key.replace("/", ": "))[:80]


# --- in words


def back_plan(project: Project, made: Back) -> BackPlan:
    """The same as its page and the command line show it."""
    state = DbState(project.pk)
    sections = state.kind("section")
    after = {k: b for k, b in made.writes.items() if _is_section(k) and b is not None}
    nodes = {
        node.id: node
        for node in outline.ordered({keys.rest(k): b for k, b in {**sections, **after}.items()})
    }
    new = DbState(project.pk, made.writes)
    parts = tuple(
        activity.part(project, key, old := state.entry(key), body, nodes, state if old else new)
        for key, body in sorted(made.writes.items())
    )
    texts = [_shown(project, nodes, s, text, made) for s, text in made.texts.items()]
    texts += [_shown(project, nodes, s, text, made) for s, text in made.whole.items()]
    writes, bodies = _written(project, made, state)
    found = consequences.of_writes(project, writes, texts=bodies)
    book = book_units.load(project, [])
    stale = plan_units.with_ids(found.stale.first(plan_rows.MOST_ROWS))
    return BackPlan(
        parts=parts,
        texts=tuple(texts),
        kept=tuple(made.kept),
        problems=tuple(made.problems),
        stale=plan_rows.rows(stale, found.reasons.of(unit.pk for unit in stale), book),
        ending=plan_rows.rows(found.ending[: plan_rows.MOST_ROWS], {}, book),
        digest=made.digest,
        is_nothing=made.is_nothing,
    )


def _shown(
    project: Project, nodes: Mapping[str, outline.Node], section_id: str, text: str, made: Back
) -> BackText:
    node = nodes[section_id]
    before = _paragraphs(writing.passage(unit) for unit in writing.passages(project.pk, section_id))
    was, now = prose.count_words(prose.join(before)), prose.count_words(text)
    return BackText(
        section_id, f"{node.number} {node.body['title']}", was, now, section_id in made.merged
    )


def _written(
    project: Project, made: Back, state: DbState
) -> tuple[dict[str, Body | None], dict[str, str]]:
    """All that would be written, with the texts that are not kept yet."""
    writes, bodies = dict(made.writes), {}
    for section_id, text in made.texts.items():
        units = writing.passages(project.pk, section_id)
        before = [writing.passage(unit) for unit in units]
        for old, new in zip(before, sectioning.divide(before, text), strict=True):
            if old != new:
                body = prose.join(new.paragraphs)
                bodies[digest(body)] = body
                ids = [f"p{n}" for n, _ in enumerate(new.paragraphs, 1)]
                entry = state.entry(keys.text(new.key)) or {"artifact": 0, "by": "person"}
                writes[keys.text(new.key)] = {**entry, "blob": digest(body), "paragraphs": ids}
    return writes, bodies
