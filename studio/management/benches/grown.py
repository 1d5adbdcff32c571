"""Books of any size (see growing), copied straight into the database: whole, accepted, fresh."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from studio.actions import books, signin
from studio.core import keys
from studio.core.cells import Cell as Computed
from studio.core.cells import compute
from studio.core.digest import digest, digest_of
from studio.core.proposals import Operation
from studio.core.state import Body, group_of
from studio.management.benches import growing
from studio.management.benches.growing import PASSAGES, SECTIONS_PER_CHAPTER, STEPS
from studio.models import (
    Artifact,
    Blob,
    Cell,
    Commit,
    Entry,
    Project,
    Read,
    Requirement,
    Review,
    Unit,
)
from studio.queries import candidates, standing

SPACING = 1000
WRITTEN, BLOCKED = "accepted", "none"


@dataclass(frozen=True, slots=True)
class Grown:
    """A book that was copied in, and how many steps it has."""

    project_id: int
    n_steps: int

    @property
    def project(self) -> Project:
        return Project.objects.get(pk=self.project_id)


def grow(
    n_steps: int,
    *,
    title: str,
    is_written: bool = True,
    autonomy: str = "end",
    words: int = 0,
) -> Grown:
    """A book of about so many steps. One that is not written waits, whole, for its outline.

    Passages have a few words, or so many.
    """
    statement = books.Statement(title=title, intention="Why towns bury rivers.", words=100_000)
    project = books.begin(
        statement, owner_id=signin.owner().pk, now=timezone.now(), autonomy=autonomy,
        token_limit=10**12,
    )  # fmt: skip
    n_sections = max(SECTIONS_PER_CHAPTER, n_steps // STEPS)
    with transaction.atomic():
        # What is copied in was drawn here: the database need not look every reference up.
        _run("SET LOCAL session_replication_role = replica")
        # A large book takes longer to draw than a transaction may rest.
        _run("SET LOCAL idle_in_transaction_session_timeout = 0")
        n_units = _Copy(project, n_sections, is_written=is_written, words=words).all()
    _run("ANALYZE")
    return Grown(project.pk, n_units)


@dataclass(slots=True)
class _Step:
    """A unit to be, with its text and what it was made from."""

    pk: int
    key: str
    section_id: str
    movement_key: str
    place: int
    text: str
    reads: list[str]
    artifact_id: int = 0


class _Copy:
    """Everything of one book, row by row as COPY takes it."""

    def __init__(self, project: Project, n_sections: int, *, is_written: bool, words: int) -> None:
        self.project, self.n_sections, self.is_written = project, n_sections, is_written
        self.words = words
        self.number, self.now = project.commit_number + 1, timezone.now()
        rows = Entry.objects.filter(project=project).current()
        self.begun: dict[str, Body] = dict(rows.values_list("key", "body"))
        self.plan = growing.drawn(n_sections)
        self.steps = list(self._drawn_steps())

    def all(self) -> int:
        texts = self._texts() if self.is_written else {}
        _copy(Entry, "project_id key kind group body digest since", self._entries(texts))
        if self.is_written:
            _copy(Blob, "digest body", self._blobs())
            _copy(Artifact, "id project_id unit_id number digest origin made_by cause paragraphs "
                  "remarks n_words n_tokens made_at", self._artifacts())  # fmt: skip
            _copy(Review, "project_id unit_id artifact_id gate digest verdict passed n_discarded "
                  "made_at", self._reviews())  # fmt: skip
            self._copy_cells(texts)
        Unit.objects.filter(project=self.project).delete()
        _copy(Unit, "id project_id key pass_slug section_id movement_key place standing work "
              "n_unmet current_id accepted_by held_reason held_words", self._units())  # fmt: skip
        _copy(Requirement, "unit_id needs_id is_after is_met", self._requirements())
        self._commit()
        return len(self.steps)

    def _drawn_steps(self) -> Iterator[_Step]:
        pk = _next_id(Unit)
        nothing = candidates.as_text([])
        wide = {"argument": nothing, "outline": self._outline_proposed()}
        for place, (key, text) in enumerate(wide.items()):
            yield _Step(pk + place, key, "", "", place, text, [f"pass/{key}", "brief/intention"])
        pk += len(wide)
        for n in range(self.n_sections):
            place, section_id = (n + 1) * SPACING, f"s{n}"
            body = self.plan[keys.map_of(section_id)]
            text = candidates.as_text([Operation(keys.map_of(section_id), "", body)])
            yield _Step(
                pk, f"map/{section_id}", section_id, "", place, text, growing.reads_of_map(n)
            )
            for m in range(1, PASSAGES + 1):
                yield _Step(
                    pk + m, f"draft/{section_id}/m{m}", section_id, f"m{m}", place + m,
                    growing.prose_of(n, m, self.words), growing.reads_of_draft(n, m),
                )  # fmt: skip
            pk += STEPS

    def _outline_proposed(self) -> str:
        sections = ((k, b) for k, b in self.plan.items() if keys.kind(k) == "section")
        return candidates.as_text([Operation(key, "", body) for key, body in sections])

    def _texts(self) -> dict[str, Body]:
        artifact_id = _next_id(Artifact)
        found: dict[str, Body] = {}
        for step in self.steps:
            step.artifact_id = artifact_id
            found[keys.text(step.key)] = {
                "artifact": artifact_id, "blob": digest(step.text), "by": "person",
                "paragraphs": [i for i, _ in _paragraphs(step)],
            }  # fmt: skip
            artifact_id += 1
        return found

    def _entries(self, texts: Mapping[str, Body]) -> Iterator[Sequence[object]]:
        for key, body in {**self.plan, **texts}.items():
            yield (self.project.pk, key, keys.kind(key), group_of(key, body), _json(body),
                   digest_of(body), self.number)  # fmt: skip

    def _blobs(self) -> list[tuple[str, str]]:
        found = {digest(step.text): step.text for step in self.steps}
        known = _rows("SELECT digest FROM studio_blob WHERE digest = ANY(%s)", [list(found)])
        return [(key, text) for key, text in found.items() if key not in known]

    def _artifacts(self) -> Iterator[Sequence[object]]:
        for step in self.steps:
            n_words = len(step.text.split()) if step.movement_key else 0
            yield (step.artifact_id, self.project.pk, step.pk, 1, digest(step.text), "model",
                   "scripted", "Written", _json(_paragraphs(step)), "[]", n_words, 2 * n_words,
                   self.now)  # fmt: skip

    def _reviews(self) -> Iterator[Sequence[object]]:
        for step in self.steps:
            if step.movement_key:
                yield (self.project.pk, step.pk, step.artifact_id, "challenge", digest(step.text),
                       "passed", "[]", 0, self.now)  # fmt: skip

    def _units(self) -> Iterator[Sequence[object]]:
        standing, by = (WRITTEN, "person") if self.is_written else (BLOCKED, "")
        work = "idle" if self.is_written else "pending"
        for step in self.steps:
            is_held = not self.is_written and step.key == "argument"
            n_unmet = 0 if self.is_written or is_held else 1 + (step.place % SPACING > 1)
            yield (step.pk, self.project.pk, step.key, keys.kind(step.key), step.section_id,
                   step.movement_key, step.place, standing, "held" if is_held else work, n_unmet,
                   step.artifact_id or None, by, "held" if is_held else "",
                   "It needs you." if is_held else "")  # fmt: skip

    def _requirements(self) -> Iterator[Sequence[object]]:
        by_key = {step.key: step.pk for step in self.steps}
        yield (by_key["outline"], by_key["argument"], True, self.is_written)
        for step in self.steps:
            if step.movement_key:
                yield (step.pk, by_key[f"map/{step.section_id}"], False, self.is_written)
            elif step.section_id:
                yield (step.pk, by_key["outline"], False, self.is_written)
            if step.movement_key and step.movement_key != "m1":
                yield (step.pk, step.pk - 1, True, self.is_written)

    def _copy_cells(self, texts: Mapping[str, Body]) -> None:
        blobs = {digest(step.text): step.text for step in self.steps}
        state = growing.Grouped({**self.begun, **self.plan, **texts}, blobs)
        now = {key: compute(key, state) for key in {k for s in self.steps for k in s.reads}}
        _copy(Cell, "project_id key digest was since sources", self._cells(now.values()))
        _copy(Read, "artifact_id project_id key digest", (
            (step.artifact_id, self.project.pk, key, now[key].digest)
            for step in self.steps for key in step.reads
        ))  # fmt: skip

    def _cells(self, cells: Iterable[Computed]) -> Iterator[Sequence[object]]:
        for cell in cells:
            sources = sorted(f"{self.project.pk}:{source}" for source in cell.sources)
            yield self.project.pk, cell.key, cell.digest, "", self.number, sources

    def _commit(self) -> None:
        project = self.project
        facts = [project.pk, self.number, "grown", "person", "Grown"]
        made = Commit.objects.create(
            project=project, number=self.number, kind="grown", by="person", reason="Grown",
            changes=[], predecessor=project.commit_digest, made_at=self.now,
            digest=digest_of([*facts, [], project.commit_digest]),
        )  # fmt: skip
        project.commit_number, project.commit_digest = made.number, made.digest
        project.stands = standing.as_json(standing.counted(project.pk))
        project.next_change()
        project.save()


def _paragraphs(step: _Step) -> list[list[str]]:
    return [["p1", "model"], ["p2", "model"]] if step.movement_key else []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _next_id(model: type[Unit] | type[Artifact]) -> int:
    """The number from which ids are free."""
    last = model.objects.order_by("-pk").values_list("pk", flat=True).first()
    return (last or 0) + 1000


def _copy(model: type[Model], columns: str, rows: Iterable[Sequence[object]]) -> None:
    """Rows with these columns; every other one has what a new row has."""
    table, given = model._meta.db_table, columns.split()
    left = [
        field
        for field in model._meta.concrete_fields
        if not (field.column in given or field.primary_key or field.null)
    ]
    usual = [field.get_db_prep_save(field.get_default(), connection) for field in left]
    named = ", ".join(f'"{name}"' for name in [*given, *(field.column for field in left)])
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY {table} ({named}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row([*row, *usual])
        if "id" in given:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
            )


def _run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _rows(sql: str, parameters: list[list[str]]) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {row[0] for row in cursor.fetchall()}
