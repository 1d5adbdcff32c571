"""Only what was recorded as read, or is in the order of a run, is in its prompt.

A word of its own is put into every text that the book keeps: entries, versions, candidates, sent
back and distrusted text, prose of other sections, remarks. Then the prompts are searched.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from studio.actions import judging
from studio.core import keys
from studio.core.cells import compute
from studio.core.state import DictState
from studio.models import Artifact, Blob, Entry, Finding, Run
from studio.queries import briefs, endpoints
from studio.queries.briefs import Brief
from tests import building
from tests.scripted import Answer, Request
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {
    "outline": """
        s1 Meadow establishes claim-1
        s2 Quarry uses premise-1,term-1 depends_on s1
        s3 Cellar uses premise-2
    """,
    "wide": ("s1",),
}
IS_WRITTEN = False
MARK = re.compile(r"zq[a-z]+qz")
TEXTS = {
    "title",
    "synopsis",
    "done_when",
    "text",
    "name",
    "definition",
    "purpose",
    "value",
    "prompt",
}
STEPS = ("argument", "outline", "map/s1", "map/s2", "draft/s1/the-walk", "draft/s1/the-walk-2",
         "draft/s2/the-walk", "draft/s3/the-walk")  # fmt: skip


def mark(n: int) -> str:
    letters = "abcdefghijklmnop"
    return "zq" + "".join(letters[int(digit)] for digit in f"{n:04}") + "qz"


class Marks:
    """Words that nothing else holds, each with the place where it was put."""

    def __init__(self) -> None:
        self.place: dict[str, str] = {}

    def put(self, place: str) -> str:
        word = mark(len(self.place))
        self.place[word] = place
        return word

    def tainted(self, place: str, body: Any) -> Any:
        """The value with a mark at the end of every text in it that is a text to its author."""
        if isinstance(body, dict):
            return {
                key: f"{value} {self.put(f'{place}.{key}')}"
                if key in TEXTS and isinstance(value, str)
                else self.tainted(place, value)
                for key, value in body.items()
            }
        return [self.tainted(place, part) for part in body] if isinstance(body, list) else body


@pytest.fixture
def marks() -> Marks:
    return Marks()


@pytest.fixture
def tainted(desk: Desk, marks: Marks) -> Iterator[Desk]:
    """A book in which every text that is kept holds a mark, in every state that a text may have."""

    def prose(request: Request) -> Answer:
        said = [f"{part} {marks.put(f'reply {request.number}')}."
                for part in str(desks.short_prose(request).text).split("\n\n")]  # fmt: skip
        return Answer("\n\n".join(said))

    desk.server.rule(lambda r: desks.schema_name(r) == "", prose)
    desk.goes_on()
    _taint_entries(desk, marks)
    _recompose_all(desk)
    _make_every_kind_of_text(desk, marks)
    yield desk


def _taint_entries(desk: Desk, marks: Marks) -> None:
    rows = Entry.objects.filter(project=desk.book.project_id).current()
    wanted = rows.filter(kind__in=("object", "section", "map", "brief", "pass"))
    skipped = {keys.brief("language"), keys.brief("words")}
    writes = {
        key: marks.tainted(key, body)
        for key, body in wanted.values_list("key", "body")
        if key not in skipped
    }
    rule = {"text": f"Be brief. {marks.put('object/constraint-9.text')}", "scope": "s3"}
    writes["object/constraint-9"] = {"kind": "constraint", "fields": rule, "relations": []}
    desk.book.commit(writes)


def _recompose_all(desk: Desk) -> None:
    """Once more, so that superseded versions are there; plans are kept, for their marks' sake."""
    structural = [key for key in desk.texts() if not key.startswith("draft")]
    desk.does(f"keep {' '.join(structural)}" if "/" in " ".join(structural) else "recompose")
    for key in ("argument", "outline"):
        desk.book.settle(key)
    desk.does("recompose draft")
    desk.goes_on()
    assert set(desk.standing().values()) == {"accepted"}


def _make_every_kind_of_text(desk: Desk, marks: Marks) -> None:
    """A rejected version with a remark, a waiting candidate, distrusted text, checks' remarks."""
    desk.project.__class__.objects.update(autonomy="ask")
    desk.does("recompose draft/s2/the-walk")
    desk.goes_on()
    unit = desk.book.unit("draft/s2/the-walk")
    judging.send_back(
        unit.pk, note=f"Shorter. {marks.put('note of draft/s2/the-walk')}",
        actor_id=desk.book.owner_id, now=timezone.now(),
    )  # fmt: skip
    for key in STEPS:
        unit = desk.book.unit(key)
        Finding.objects.create(
            project_id=unit.project_id, unit=unit, artifact=unit.current, source="challenge",
            words=f"Says nothing. {marks.put(f'remark on {key}')}",
        )  # fmt: skip
    _, second = desks.paragraph_ids(desk.book, "draft/s1/the-walk")
    desk.does(f"distrust draft/s1/the-walk --paragraphs {second}")
    desk.does("distrust draft/s3/the-walk")


def brief_of(desk: Desk, key: str) -> tuple[Brief, Run]:
    """What a run of this unit would send now, whatever it waits for."""
    unit = desk.book.unit(key)
    unit.n_unmet = 0
    if unit.work in ("idle", "review"):
        unit.want(now=timezone.now())
        unit.candidate = None
    unit.is_granted = True
    unit.save()
    claimed = building.claims.claim(unit.pk, worker="one", now=timezone.now())
    assert isinstance(claimed, building.Claimed), claimed
    run = Run.objects.select_related(
        "unit__candidate", "unit__current", "base", "project__endpoint"
    ).get(pk=claimed.run_id)
    server = endpoints.endpoint_for(run.project)
    assert server is not None
    return briefs.assemble(run, server), run


@pytest.mark.parametrize("key", STEPS)
def test_nothing_is_sent_that_was_not_read_or_ordered(
    tainted: Desk, marks: Marks, key: str
) -> None:
    brief, run = brief_of(tainted, key)

    read = "\n".join(cell.text for cell in brief.cells)
    told = str(run.order)
    own = _base(run)
    found = set(MARK.findall(brief.sent))
    assert found
    strangers = {m for m in found if m not in read and m not in told and m not in own}
    assert {marks.place[m] for m in strangers} == set()
    assert {cell.key: cell.digest for cell in brief.cells} == dict(brief.reads)


@pytest.mark.parametrize("key", STEPS)
def test_neither_distrusted_nor_superseded_nor_waiting_prose_is_sent(
    tainted: Desk, marks: Marks, key: str
) -> None:
    brief, run = brief_of(tainted, key)

    sent = set(MARK.findall(brief.sent))
    assert not sent & _marks_of_texts_that_must_not_be_read(tainted, key)


def _marks_of_texts_that_must_not_be_read(desk: Desk, key: str) -> set[str]:
    """Marks of all prose but what is current and trusted."""
    units = [k for k in desk.standing() if k.startswith("draft")]
    every = {m for k in units for text in desks.versions(desk.book, k) for m in MARK.findall(text)}
    state = desk.book.state()
    trusted = {m for k in units for m in MARK.findall(_trusted(state, k))}
    assert every - trusted, "there are superseded, waiting and distrusted texts"
    return every - trusted


def _trusted(state: DictState, unit_key: str) -> str:
    return str(compute(f"text/{unit_key.removeprefix('draft/')}", state).value)


def _base(run: Run) -> str:
    """The paragraphs of the run's own base that are not hidden; nothing when it composes."""
    if run.kind == "compose" or run.base is None:
        return ""
    hidden = run.order.get("hides", ())
    texts = briefs.paragraphs(run.base)
    return "\n".join(p.text for n, p in enumerate(texts, 1) if n not in hidden)


def test_the_marks_are_in_every_kind_of_text(tainted: Desk, marks: Marks) -> None:
    kept = "\n".join(Blob.objects.filter(
        pk__in=Artifact.objects.filter(project=tainted.book.project_id).values("digest")
    ).values_list("body", flat=True))  # fmt: skip
    entries = str(list(Entry.objects.current().values_list("body", flat=True)))
    remarks = str(list(Finding.objects.values_list("words", flat=True)))
    noted = str(list(Run.objects.values_list("unit__note", flat=True)))

    everywhere = kept + entries + remarks + noted
    gone = {place for word, place in marks.place.items() if word not in everywhere}
    assert gone == set()
    assert len(marks.place) > 60


@pytest.mark.parametrize("key", STEPS)
def test_each_recorded_read_has_an_influence(tainted: Desk, key: str) -> None:
    """What is read is not read in vain: with another value the prompt is another one."""
    brief, _ = brief_of(tainted, key)

    for cell in brief.cells:
        words = set(MARK.findall(cell.text))
        is_said = bool(words & set(MARK.findall(brief.sent)))
        assert is_said or not words or _is_only_looked_at(cell.key), cell.key


def _is_only_looked_at(cell_key: str) -> bool:
    """Cells from which a prompt takes ids or numbers, or words elsewhere."""
    return keys.kind(cell_key) in ("objects-of", "outline")
