"""A book of an exact number of passages, set down by commits; its prose is left to the model."""

from contextlib import AbstractContextManager

from django.utils import timezone

from studio.actions import artifacts, books, commits, signin
from studio.actions.commits import Change
from studio.core import keys, outline
from studio.core.state import Body
from studio.models import Endpoint, Project, Unit
from studio.models.commit import By
from studio.queries import candidates

MOVEMENTS_PER_SECTION, SECTIONS_PER_CHAPTER = 5, 10
WORDS_PER_MOVEMENT = 250
NOTHING_PROPOSED = candidates.as_text([])


def begin(
    n_movements: int,
    *,
    title: str,
    per_section: int = MOVEMENTS_PER_SECTION,
    words: int = WORDS_PER_MOVEMENT,
) -> Project:
    """A book with everything accepted before its drafts; it does not run yet."""
    statement = books.Statement(
        title=title,
        intention="Why towns that built over their rivers go on paying for it, and what helps.",
        audience="People who sit on a town council and have to decide about water.",
        words=max(100, n_movements * words),
    )
    project = books.begin(
        statement, owner_id=signin.owner().pk, now=timezone.now(), autonomy="end",
        token_limit=10**12,
    )  # fmt: skip
    sizes = [min(per_section, n_movements - n) for n in range(0, n_movements, per_section)]
    with _change(project) as change:
        for key, body in {**_things(len(sizes)), **_outline(sizes, words)}.items():
            change.put(key, body)
    with _change(project) as change:
        for unit in Unit.objects.in_project(project.pk).filter(movement_key=""):
            _accept_nothing(change, unit)
    Project.objects.filter(pk=project.pk).update(n_parallel=1)
    project.refresh_from_db()
    return project


def connect(base_url: str) -> None:
    """Has every book of this database written by the server at this address."""
    Endpoint.objects.create(
        name="scripted", base_url=base_url, model="scripted", context_tokens=16_384, is_default=True
    )


def _change(project: Project) -> AbstractContextManager[Change]:
    return commits.change(
        project.pk, kind="bench", reason="Set down", by=By.PERSON, actor_id=project.owner_id,
        now=timezone.now(),
    )  # fmt: skip


def _accept_nothing(change: Change, unit: Unit) -> None:
    """Settles a step whose work was set down already: it proposes nothing."""
    artifact = artifacts.given(
        change.project, unit, text=NOTHING_PROPOSED, paragraphs=[], origin="person",
        made_by="bench", cause="Set down", state=change.state, now=change.now,
    )  # fmt: skip
    change.put(keys.text(unit.key), candidates.text_entry(artifact, By.PERSON))
    unit.settle()
    unit.save()


def _things(n_sections: int) -> dict[str, Body]:
    """A thesis, a claim and a premise for every section, and a few terms."""
    found = {"thesis-1": _thing("thesis", "Towns should know where their rivers run.")}
    for n in range(1, n_sections + 1):
        claim = f"Water keeps the course it had in year {n}, whatever is built over it."
        found[f"claim-{n}"] = _thing("claim", claim, "thesis-1")
        premise = f"In quarter {n} the cellars that flooded first stood on an old bed."
        found[f"premise-{n}"] = _thing("premise", premise, f"claim-{n}")
    for n, name in enumerate(("bed", "culvert", "spring"), 1):
        fields = {"name": name, "definition": f"what the survey calls a {name}, and no more"}
        found[f"term-{n}"] = {"kind": "term", "fields": fields, "relations": []}
    return {keys.object_(object_id): body for object_id, body in found.items()}


def _thing(kind: str, text: str, to: str = "") -> Body:
    relations = [{"name": "supports", "to": to}] if to else []
    return {"kind": kind, "fields": {"text": text}, "relations": relations}


def _outline(sizes: list[int], words: int) -> dict[str, Body]:
    found: dict[str, Body] = {}
    for n, n_movements in enumerate(sizes):
        chapter, rank = divmod(n, SECTIONS_PER_CHAPTER)
        found[keys.section(f"c{chapter + 1}")] = _section(f"Chapter {chapter + 1}", None, chapter)
        section_id = f"s{n + 1}"
        found[keys.section(section_id)] = _section(
            f"The river of quarter {n + 1}", f"c{chapter + 1}", rank,
            words=n_movements * words, establishes=[f"claim-{n + 1}"],
            uses=["term-1"], depends_on=[f"s{n}"] if rank else [],
        )  # fmt: skip
        found[keys.map_of(section_id)] = {
            "movements": [_movement(m, words) for m in range(n_movements)]
        }
    assert not outline.cycle({keys.rest(k): b for k, b in found.items()}), "drawn above"
    return found


def _section(title: str, parent: str | None, rank: int, **more: object) -> Body:
    return {
        "parent": parent, "rank": rank, "role": "section" if parent else "chapter", "title": title,
        "synopsis": "What was buried, by whom, and what it costs now.", "words": 0,
        "establishes": [], "uses": [], "depends_on": [], "done_when": "the reader could draw it",
        **more,
    }  # fmt: skip


def _movement(n: int, words: int) -> Body:
    return {
        "key": f"step-{n + 1}", "title": f"Step {n + 1} down the stairs",
        "purpose": "Shows one cellar and what its owner pays", "words": words,
        "done_when": "the price is named",
    }  # fmt: skip
