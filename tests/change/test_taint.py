"""Only what was recorded as read, or is in the order of a run, is in its prompt.

A word of its own is put into every text that the book keeps: entries, versions, candidates, sent
back and distrusted text, prose of other sections, remarks. Then the prompts are searched.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from studio.actions import claims, judging
from studio.actions.claims import Claimed
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


@dataclass
class Tainted:
    """A book in which every text that is kept holds a mark, in every state that a text may have,
    and what each step would send now."""

    desk: Desk
    marks: Marks
    briefs: dict[str, tuple[Brief, Run]]


@pytest.fixture(scope="module")
def tainted_once(written_once: Desk) -> Tainted:
    desk, marks = written_once, Marks()

    def prose(request: Request) -> Answer:
        said = [f"{part} {marks.put(f'reply {request.number}')}."
                for part in str(desks.short_prose(request).text).split("\n\n")]  # fmt: skip
        return Answer("\n\n".join(said))

    desk.server.rule(lambda r: desks.schema_name(r) == "", prose)
    desk.goes_on()
    _taint_entries(desk, marks)
    _recompose_all(desk)
    _make_every_kind_of_text(desk, marks)
    found = {key: brief_of(desk, key) for key in STEPS}
    found["challenge"] = _check_of(desk, found["draft/s3/the-walk"][1], marks)
    return Tainted(desk, marks, found)


@pytest.fixture
def tainted(tainted_once: Tainted, db: None) -> Tainted:
    return tainted_once


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
    desk.does("keep map")
    desk.book.settle("argument", "outline")
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
        assert unit.current is not None
        Finding.objects.create(
            project_id=unit.project_id, unit=unit, artifact=unit.current, source="challenge",
            words=f"Says nothing. {marks.put(f'remark on {key}')}",
        )  # fmt: skip
    _, second = desks.paragraph_ids(desk.book, "draft/s1/the-walk")
    desk.does(f"distrust draft/s1/the-walk --paragraphs {second}")
    desk.does("distrust draft/s3/the-walk")


@pytest.mark.parametrize("key", [*STEPS, "challenge"])
def test_nothing_is_sent_that_was_not_read_or_ordered(tainted: Tainted, key: str) -> None:
    brief, run = tainted.briefs[key]

    read = "\n".join(cell.text for cell in brief.cells)
    allowed = f"{read}\n{run.order}\n{_base(run)}"
    found = set(MARK.findall(brief.sent))
    assert found
    assert {tainted.marks.place[m] for m in found if m not in allowed} == set()
    assert {cell.key: cell.digest for cell in brief.cells} == dict(brief.reads)


def _base(run: Run) -> str:
    """The paragraphs of the run's own base that are not hidden; nothing when it composes."""
    if run.kind == "compose" or run.base is None:
        return ""
    hidden = run.order.get("hides", ())
    texts = briefs.paragraphs(run.base)
    return "\n".join(p.text for n, p in enumerate(texts, 1) if n not in hidden)


@pytest.mark.parametrize("key", [*STEPS, "challenge"])
def test_neither_distrusted_nor_superseded_nor_waiting_prose_is_sent(
    tainted: Tainted, key: str
) -> None:
    brief, run = tainted.briefs[key]

    sent = set(MARK.findall(brief.sent)) - set(MARK.findall(_base(run)))
    assert not sent & _not_to_be_read(tainted.desk)


def _not_to_be_read(desk: Desk) -> set[str]:
    """Marks of all prose but what is current and trusted."""
    state, units = desk.book.state(), [k for k in desk.standing() if k.startswith("draft")]
    every = {m for k in units for text in desks.versions(desk.book, k) for m in MARK.findall(text)}
    trusted = {m for k in units for m in MARK.findall(_trusted(state, k))}
    assert every - trusted, "there are superseded, waiting and distrusted texts"
    return every - trusted


def _trusted(state: DictState, unit_key: str) -> str:
    return str(compute(f"text/{unit_key.removeprefix('draft/')}", state).value)


def test_the_marks_are_in_every_kind_of_text(tainted: Tainted) -> None:
    made = Artifact.objects.filter(project=tainted.desk.book.project_id).values("digest")
    kept = str(list(Blob.objects.filter(pk__in=made).values_list("body", flat=True)))
    kept += str(list(Entry.objects.values_list("body", flat=True)))
    kept += str(list(Finding.objects.values_list("words", flat=True)))
    kept += str(list(Run.objects.values_list("unit__note", flat=True)))

    assert {place for word, place in tainted.marks.place.items() if word not in kept} == set()
    assert len(tainted.marks.place) > 60


def test_what_is_read_has_an_influence_and_what_is_not_read_has_none(tainted: Tainted) -> None:
    """Each entry gets other words. A prompt changes exactly if a cell that it read did."""
    desk = tainted.desk
    wrong = []
    for key, body in _texts(desk):
        with transaction.atomic():
            desk.book.commit({key: _reworded(body)})
            for step, (before, run) in tainted.briefs.items():
                now = _assemble(desk, run)
                is_read = dict(now.reads) != dict(before.reads)
                if is_read != (now.digest != before.digest):
                    wrong.append((key, step, "is read in vain" if is_read else "is not recorded"))
            transaction.set_rollback(True)
    assert wrong == []


def _texts(desk: Desk) -> list[tuple[str, Any]]:
    rows = Entry.objects.filter(project=desk.book.project_id).current()
    kinds = ("object", "section", "map", "brief", "pass")
    return list(rows.filter(kind__in=kinds).order_by("key").values_list("key", "body"))


def _reworded(body: Any) -> Any:
    """The same with another ending of every text that its author reads."""
    if isinstance(body, dict):
        return {k: f"{v} Indeed." if k in TEXTS and isinstance(v, str) else _reworded(v)
                for k, v in body.items()}  # fmt: skip
    return [_reworded(part) for part in body] if isinstance(body, list) else body


def brief_of(desk: Desk, key: str) -> tuple[Brief, Run]:
    """What a run of this unit would send now, whatever it waits for."""
    unit = desk.book.unit(key)
    unit.n_unmet = 0
    if unit.work in ("idle", "review"):
        unit.want(now=timezone.now())
        unit.candidate = None
    unit.is_granted = True
    unit.save()
    desk.project.__class__.objects.update(n_parallel=20)
    claimed = claims.claim(unit.pk, worker="one", now=timezone.now())
    assert isinstance(claimed, Claimed), claimed
    run = Run.objects.get(pk=claimed.run_id)
    return _assemble(desk, run), run


def _check_of(desk: Desk, run: Run, marks: Marks) -> tuple[Brief, Run]:
    """What the check of a new text would send."""
    claimed = Claimed(run.pk, run.unit_id, run.project_id, run.token)
    new = building.prose_of(f"The third step is wet. {marks.put('a candidate')}")
    following = building.hand_in(claimed, new, now=timezone.now())
    assert following is not None, "a check follows"
    check = Run.objects.get(pk=following.run_id)
    return _assemble(desk, check), check


def _assemble(desk: Desk, run: Run) -> Brief:
    related = ("unit__candidate", "unit__current", "base", "project__endpoint")
    server = endpoints.endpoint_for(desk.project)
    assert server is not None
    return briefs.assemble(Run.objects.select_related(*related).get(pk=run.pk), server)
