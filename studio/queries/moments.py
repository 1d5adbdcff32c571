"""What a section said over time: one moment for each change of its text, and the names given."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.urls import reverse

from studio.core.outline import Node
from studio.models import Artifact, Commit, Entry, Named, Project, Unit
from studio.queries import step_names
from studio.queries.values.history import Moment, NamedLine

_Texts = dict[str, int]


def moments(project: Project, section_id: str, names: Iterable[NamedLine]) -> tuple[Moment, ...]:
    """The moments of a section, the newest first, each with the names that hold for it."""
    states = _states(project, section_id)
    ids = {artifact for texts in states.values() for artifact in texts.values()}
    words = dict(Artifact.objects.filter(pk__in=ids).values_list("pk", "n_words"))
    rows = Commit.objects.filter(project=project, number__in=states).select_related(
        "actor", "project"
    )
    commits = {row.number: row for row in rows}
    said = step_names.said(project, [row.reason for row in rows])
    found: list[Moment] = []
    before = 0
    for number in sorted(states):
        n_words = sum(words.get(artifact, 0) for artifact in states[number].values())
        row = commits[number]
        found.append(
            Moment(number, row.made_at, said[row.reason], by(row), n_words, n_words - before)
        )
        before = n_words
    return tuple(reversed(_with_names(found, list(names))))


def names_of(
    project: Project, nodes: Mapping[str, Node], section_ids: Iterable[str] | None = None
) -> tuple[NamedLine, ...]:
    """The names that were given, the latest first; of some sections ('' for the book), or all."""
    rows = Named.objects.filter(project=project).select_related("user").order_by("-pk")
    if section_ids is not None:
        rows = rows.filter(section_id__in=list(section_ids))
    return tuple(_named(row, project, nodes) for row in rows)


def by(row: Commit) -> str:
    """Who made a change."""
    if row.by != "person":
        return "by rule"
    if row.actor is None:
        return "by a person"
    is_yours = row.actor_id == row.project.owner_id
    return "by you" if is_yours else f"by {row.actor.get_username()}"


def _states(project: Project, section_id: str) -> dict[int, _Texts]:
    """After each change of the section's text: which version stood at which passage."""
    units = Unit.objects.filter(project=project, section_id=section_id).exclude(movement_key="")
    keys = [f"text/{key}" for key in units.values_list("key", flat=True)]
    rows = list(
        Entry.objects.filter(project=project, key__in=keys).values_list(
            "key", "since", "until", "body__artifact"
        )
    )
    numbers = sorted({n for _, since, until, _ in rows for n in (since, until) if n})
    return {
        number: {
            key: artifact
            for key, since, until, artifact in rows
            if since <= number and (until is None or until > number)
        }
        for number in numbers
    }


def _with_names(found: list[Moment], names: list[NamedLine]) -> list[Moment]:
    """Each name stands at the last moment before it was given."""
    ends = [moment.number for moment in found[1:]]
    named = []
    for n, moment in enumerate(found):
        end = ends[n] if n < len(ends) else None
        own = tuple(
            line
            for line in names
            if moment.number <= line.number and (end is None or line.number < end)
        )
        named.append(replace(moment, names=own, is_now=end is None))
    return named


def _named(row: Named, project: Project, nodes: Mapping[str, Node]) -> NamedLine:
    node = nodes.get(row.section_id)
    what = f"{node.number} {node.body['title']}" if node else "The book"
    if row.section_id and node is None:
        what = "A section that is gone"
    past = reverse("activity_book", args=[project.slug, row.commit_number])
    url = f"{past}#v-{row.section_id}" if node else past
    name = row.user.get_username() if row.user else ""
    return NamedLine(
        row.pk, row.name, what, name, row.made_at, row.commit_number, url,
        _compare_url(row, project, node), row.section_id if node else "",
    )  # fmt: skip


def _compare_url(row: Named, project: Project, node: Node | None) -> str:
    """Where what was named is compared with today; nothing where no change came since."""
    if row.commit_number >= project.commit_number or (row.section_id and node is None):
        return ""
    if node is not None and node.is_leaf:
        history = reverse("section_history", args=[project.slug, node.id])
        return f"{history}?older=c{row.commit_number}&newer=now"
    numbers = [row.commit_number, project.commit_number]
    return reverse("activity_compare", args=[project.slug, *numbers])
