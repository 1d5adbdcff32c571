"""The changes of a book: listed, looked into, compared, and the book as of any of them."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from django.urls import reverse

from studio.core import doubt, keys, prose
from studio.core.outline import Node
from studio.core.protocol import protocol_of
from studio.formats.markdown import to_html
from studio.models import Blob, Commit, Entry, Project
from studio.models.among import among
from studio.queries import (
    cell_words,
    chapters,
    frame,
    method,
    moments,
    past,
    step_names,
    values,
)
from studio.queries.comparing import change_blocks
from studio.queries.state import Body, DbState
from studio.queries.values.activity import (
    ActivityPage,
    CommitLine,
    CommitPage,
    PartChange,
    PastPage,
    PastSection,
)

PAGE, MOST_PARTS = 50, 100
# What one page bears of a book as it was.
MOST = chapters.Most(words=60_000, sections=60)
DOUBTED = "Distrusted: no model is told of it."
MOVED = "Later changes built on it. Restore an earlier state instead."


def activity_page(project: Project, *, before: int = 0) -> ActivityPage:
    """A page of changes, the newest first, from below a number."""
    rows = (
        Commit.objects.filter(project=project)
        .select_related("actor", "project")
        .order_by("-number")
    )
    if before:
        rows = rows.filter(number__lt=before)
    found = list(rows[: PAGE + 1])
    moved = _moved(project, found)
    said = step_names.said(project, [c.reason for c in found])
    lines = tuple(_line(c, project, moved, said[c.reason]) for c in found[:PAGE])
    return ActivityPage(
        book=frame.book_head(project),
        lines=lines,
        older=lines[-1].number if len(found) > PAGE else 0,
    )


def commit_page(project: Project, number: int) -> CommitPage:
    """One change with what it wrote; LookupError where there is no such change."""
    row = (
        Commit.objects.filter(project=project, number=number)
        .select_related("actor", "project")
        .first()
    )
    if row is None:
        raise LookupError(number)
    words = step_names.said(project, [row.reason])[row.reason]
    line = _line(row, project, _moved(project, [row]), words)
    return _compared(project, number - 1, number, f"Change {number}: {words}", line)


def compare_page(project: Project, older: int, newer: int) -> CommitPage:
    """All that differs between the book after one change and after another."""
    for number in (older, newer):
        if not 0 <= number <= project.commit_number:
            raise LookupError(number)
    return _compared(project, older, newer, f"From change {older} to change {newer}", None)


def past_page(project: Project, number: int, *, first: str = "") -> PastPage:
    """The book as of a change, read only; of a long one a part, from the chapter that is `first`
    in it. LookupError where there is no such change."""
    row = Commit.objects.filter(project=project, number=number).first()
    if row is None:
        raise LookupError(number)
    groups, words = chapters.chapters(project, number), past.words(project, number)
    own = [sum(words.get(node.id, 0) for node in nodes) for nodes in groups]
    parts = chapters.parts(groups, own, MOST)
    here = chapters.part_with(groups, parts, first) or range(0)
    nodes = [node for n in here for node in groups[n]]
    every = [node for group in groups for node in group]
    found = past.part(project, number, every, [node.id for node in nodes])
    return PastPage(
        book=frame.book_head(project),
        number=number,
        made_at=row.made_at,
        words=step_names.said(project, [row.reason])[row.reason],
        n_words=sum(words.values()),
        sections=tuple(_past_section(node, found.texts[node.id]) for node in nodes),
        counts=_counts(past.kinds(project, number)),
        steps=found.steps,
        parts=tuple(_past_part(project, number, groups, part, here) for part in parts),
    )


def _past_section(node: Node, text: str) -> PastSection:
    html = to_html(text, id_prefix=f"v-{node.id}")
    return PastSection(node.id, node.number, node.level, str(node.body["title"]), html)


def _past_part(
    project: Project,
    number: int,
    groups: Sequence[Sequence[Node]],
    part: range,
    here: range,
) -> values.Link:
    """The way to a part, by its first and last chapter; the one that is open leads nowhere."""
    if not part:
        return values.Link("")
    ends = [groups[n][0] for n in dict.fromkeys((part.start, part.stop - 1))]
    name = " – ".join(f"{node.number} {node.body['title']}" for node in ends)
    url = f"{reverse('activity_book', args=[project.slug, number])}?from={quote(ends[0].id)}"
    return values.Link(name, "" if part == here else url)


def _line(row: Commit, project: Project, moved: set[int], words: str) -> CommitLine:
    return CommitLine(
        number=row.number,
        words=words,
        by=moments.by(row),
        made_at=row.made_at,
        n_parts=len(row.changes),
        cannot_undo=MOVED if row.number in moved else "",
        is_last=row.number == project.commit_number,
    )


def _moved(project: Project, commits: Sequence[Commit]) -> set[int]:
    """The changes of which a part says something else now than they made it say."""
    after: dict[int, dict[str, str]] = {commit.number: {} for commit in commits}
    now: dict[str, str] = {}
    written = {key for commit in commits for key, *_ in commit.changes}
    rows = Entry.objects.filter(project=project, key__in=among(written)).order_by("since")
    facts = rows.values_list("key", "since", "until", "digest", "body__blob")
    for key, since, until, digest, blob in facts:
        # Steps of the whole book by their text: each edit of the plan keeps them as they are.
        found = blob if keys.kind(key) == "text" and key.count("/") == 1 else digest
        if since in after:
            after[since][key] = found
        if until in after:
            after[until].setdefault(key, "")
        if until is None:
            now[key] = found
    return {
        n for n, said in after.items() if any(now.get(key, "") != was for key, was in said.items())
    }


def _compared(
    project: Project, older: int, newer: int, title: str, line: CommitLine | None
) -> CommitPage:
    differing = past.differing(project, older, newer)
    shown = differing[:MOST_PARTS]
    before, state = (DbState(project.pk, as_of=number) for number in (older, newer))
    nodes = {node.id: node for node in chapters.lines(project, newer)}
    nodes = nodes or {node.id: node for node in chapters.lines(project, older)}
    for one in (before, state):
        one.fetch(shown)
    return CommitPage(
        book=frame.book_head(project),
        title=title,
        line=line,
        older=older,
        newer=newer,
        parts=tuple(
            part(project, key, before.entry(key), state.entry(key), nodes, state) for key in shown
        ),
        n_more=max(0, len(differing) - MOST_PARTS),
    )


def part(
    project: Project,
    key: str,
    old: Body | None,
    new: Body | None,
    nodes: Mapping[str, Node],
    state: DbState,
) -> PartChange:
    """One part of a book as it was and as it is, compared."""
    what = "added" if old is None else "removed" if new is None else "changed"
    return PartChange(
        name=_name(key, nodes, state),
        url=_url(project, key),
        what=what,
        blocks=change_blocks(_paragraphs(key, old, nodes), _paragraphs(key, new, nodes)),
    )


def _name(key: str, nodes: Mapping[str, Node], state: DbState) -> str:
    kind, rest = keys.kind(key), keys.rest(key)
    if kind in ("text", "trust", "pin"):
        section_id = rest.split("/")[1] if "/" in rest else ""
        node = nodes.get(section_id)
        place = f"“{node.body['title']}”" if node else "the plan"
        names = {"text": "the text of", "trust": "trust in", "pin": "the lock of"}
        return f"{names[kind]} {place}"
    if kind == "front":
        title = nodes[rest].body["title"] if rest in nodes else rest
        return f"the head of the file of “{title}”"
    if kind == "protocol":
        return "the method"
    if kind == "pass":
        return f"the instructions of “{method.title(rest, protocol_of(state))}”"
    return cell_words.read_words(key, nodes, state)


def _url(project: Project, key: str) -> str:
    kind, rest = keys.kind(key), keys.rest(key)
    if kind in ("text", "trust", "pin") and "/" in rest:
        return frame.section_url(project.slug, rest.split("/")[1])
    if kind == "front":
        return frame.section_url(project.slug, rest)
    return cell_words.url(project, key) if kind not in ("text", "trust", "pin", "protocol") else ""


def _paragraphs(key: str, body: Body | None, nodes: Mapping[str, Node]) -> list[str]:
    """What an entry says, as paragraphs that can be compared."""
    if body is None:
        return []
    return [*_said(key, body, nodes), *([DOUBTED] if doubt.doubted_by(body) else [])]


def _said(key: str, body: Body, nodes: Mapping[str, Node]) -> list[str]:
    kind = keys.kind(key)
    if kind == "text" and body.get("paragraphs"):
        text = Blob.objects.values_list("body", flat=True).get(pk=body["blob"])
        return prose.paragraphs(text)
    if kind == "text":
        return ["A new version of the plan's proposal was accepted."]
    if kind == "brief":
        return [str(body["value"])] if body["value"] else []
    if kind == "object":
        fields = body["fields"].items()
        return [_where(v, nodes) if name == "scope" else str(v) for name, v in fields if v]
    if kind == "section":
        said = [body["title"], body.get("synopsis", ""), f"{body.get('words', 0)} words"]
        return [str(s) for s in [*said, body.get("done_when", "")] if s]
    if kind == "map":
        return [f"{m['title']}: {m['purpose']} ({m['words']} words)" for m in body["movements"]]
    if kind == "pass":
        return prose.paragraphs(body["prompt"])
    if kind == "trust":
        n = len(body.get("paragraphs", ()))
        some = "One paragraph" if n == 1 else f"{n} paragraphs"
        reason = f": {body['reason']}" if body.get("reason") else ""
        return [f"{'All of it' if body.get('whole') else some} distrusted{reason}"]
    if kind == "pin":
        return ["Locked"]
    if kind == "front":
        return str(body["text"]).splitlines()
    return [str(body["title"]), *(str(step["title"]) for step in body["passes"])]


def _where(scope: object, nodes: Mapping[str, Node]) -> str:
    node = nodes.get(str(scope))
    place = f"“{node.body['title']}”" if node else str(scope)
    return f"Holds in {'the whole book' if scope == 'book' else place}."


def _counts(kinds: Mapping[str, int]) -> tuple[values.Link, ...]:
    """The manifest of that moment, as far as entries tell it."""
    names = {
        "section": "places in the outline",
        "object": "things that the book kept track of",
        "map": "sections planned in passages",
        "text": "accepted steps",
        "trust": "distrusted",
        "pin": "locked",
    }
    return tuple(
        values.Link(f"{n} {words}", "", n)
        for kind, words in names.items()
        if (n := kinds.get(kind))
    )
