"""An author who does whatever there is to be done to a book, in any order, beside a model."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from studio.actions import claims, endings, judging, running, wording
from studio.actions.claims import Claimed
from studio.actions.refusals import Refused
from studio.core import keys
from studio.core.cells import compute
from studio.core.intent import BadIntent
from studio.models import Artifact, Finding, Read, Run, Unit
from tests import building, truths
from tests.scripted import Request
from tests.stories import desk as desks
from tests.stories.desk import Desk

WORDS = ("Water forgets.", "Stone answers.", "Old beds fill last.", "Memory of the shoreline.")
RULE = " --rewrite --instead 'No ice.' --instead-as rule"
VERBS = ("distrust", "trust", "recompose", "keep", "pin", "unpin")
numbers = st.integers(0, 999)


class Author(RuleBasedStateMachine):
    """What may happen to a book. Numbers choose among what there is by then."""

    desk: Desk

    def __init__(self) -> None:
        super().__init__()
        self.desk.server.all_requests.clear()
        self._reads_strictly(False)
        self._example = transaction.atomic()
        self._example.__enter__()
        self.told: list[str] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._example.__exit__(None, None, None)

    # The plan ----------------------------------------------------------------------------------

    @rule(n=numbers, m=numbers)
    def edits_a_thing(self, n: int, m: int) -> None:
        key = self._entry("object", n)
        field = f"text='{WORDS[m % len(WORDS)]}'" if "term" not in key else "definition=x"
        self._plans(f"set {key}.{field}")

    @rule(n=numbers, m=numbers)
    def edits_a_section(self, n: int, m: int) -> None:
        field = (f"synopsis='{WORDS[m % 4]}'", f"title='Place {m}'", f"words={100 + m}")[m % 3]
        self._plans(f"set section/{self._section(n)}.{field}")

    @rule(n=numbers, is_below=st.booleans())
    def adds_a_section(self, n: int, is_below: bool) -> None:
        place = f" --under {self._section(n)}" if is_below else f" --after {self._section(n)}"
        self._plans(f"add section 'New {n}'{place}")

    @rule(n=numbers, m=numbers, to=st.sampled_from(["up", "down", "in", "out", "--under"]))
    def moves_a_section(self, n: int, m: int, to: str) -> None:
        to = f"{to} {self._section(m)}" if to == "--under" else to
        self._plans(f"move section/{self._section(n)} {to}")

    @rule(n=numbers, how=st.sampled_from(["", " --rewrite", " --keep"]))
    def removes_a_section(self, n: int, how: str) -> None:
        self._plans(f"remove section/{self._section(n)}{how}")

    @rule(n=numbers, m=numbers, is_within=st.booleans(), how=st.sampled_from(["", " --keep"]))
    def splits_a_section(self, n: int, m: int, is_within: bool, how: str) -> None:
        drafts = self._units(movement_key__gt="")
        if not drafts:
            return
        unit = drafts[n % len(drafts)]
        at = unit.movement_key
        if is_within and unit.current_id:
            ids = desks.paragraph_ids(self.desk.book, unit.key)
            at += f"/{ids[m % len(ids)]}" if ids else ""
        self._plans(f"split section/{unit.section_id} --at {at}{how}")

    @rule(n=numbers, how=st.sampled_from(["", " --rewrite", " --keep"]))
    def joins_a_section(self, n: int, how: str) -> None:
        self._plans(f"merge section/{self._section(n)}{how}")

    @rule(n=numbers, m=numbers)
    def adds_a_thing(self, n: int, m: int) -> None:
        fields = ("premise text", "constraint text", "term definition=x name")[m % 3]
        self._plans(f"add object {fields}='{WORDS[n % 4]}'")

    @rule(n=numbers)
    def removes_a_thing(self, n: int) -> None:
        self._plans(f"remove {self._entry('object', n)}")

    @rule(n=numbers, m=numbers, verb=st.sampled_from(["add", "remove"]), is_need=st.booleans())
    def relates(self, n: int, m: int, verb: str, is_need: bool) -> None:
        target = self._section(m) if is_need else keys.rest(self._entry("object", m))
        name = "depends_on" if is_need else ("uses", "establishes")[m % 2]
        self._plans(f"{verb} relation section/{self._section(n)} {name} {target}")

    # Texts -------------------------------------------------------------------------------------

    @rule(n=numbers)
    def accepts(self, n: int) -> None:
        waiting = self._units(work__in=["review", "held"])
        if waiting:
            unit_ids = [waiting[n % len(waiting)].pk]
            self._tries(judging.accept, self._book, unit_ids, reason="Read")

    @rule(n=numbers)
    def sends_back(self, n: int) -> None:
        waiting = self._units(work__in=["review", "held"])
        if waiting:
            self._tries(judging.send_back, waiting[n % len(waiting)].pk, note="Shorter.")

    @rule(n=numbers, m=numbers)
    def writes_by_hand(self, n: int, m: int) -> None:
        drafts = self._units(movement_key__gt="")
        if drafts:
            text = f"{WORDS[m % 4]}\n\nOnce in {m} years."
            self._tries(wording.edit_text, drafts[n % len(drafts)].pk, text, cause="Edited")

    @rule(n=numbers, m=numbers)
    def takes_a_version_back(self, n: int, m: int) -> None:
        versions = Artifact.objects.filter(project=self._book, unit__movement_key__gt="")
        found = list(versions.order_by("pk").values_list("pk", flat=True))
        if found:
            self._tries(wording.restore, found[n % len(found)])

    @rule(n=numbers)
    def remarks(self, n: int) -> None:
        found = self._units(current__isnull=False)
        if found:
            words = "Is it so?"
            self._tries(judging.remark, found[n % len(found)].pk, "", "", words, actor=False)

    @rule(n=numbers)
    def sets_a_remark_aside(self, n: int) -> None:
        found = list(Finding.objects.open().order_by("pk").values_list("pk", flat=True))
        if found:
            self._tries(judging.waive_finding, found[n % len(found)])

    # Changes by plan ---------------------------------------------------------------------------

    @rule(n=numbers, verb=st.sampled_from(VERBS), is_rewritten=st.booleans())
    def changes_a_step(self, n: int, verb: str, is_rewritten: bool) -> None:
        found = self._units(current__isnull=False)
        if found:
            option = " --rewrite --mine-too" if verb == "distrust" and is_rewritten else ""
            self._plans(f"{verb} {found[n % len(found)].key}{option}")

    @rule(n=numbers)
    def distrusts_a_paragraph(self, n: int) -> None:
        found = self._units(current__isnull=False, movement_key__gt="")
        if found:
            unit = found[n % len(found)]
            ids = desks.paragraph_ids(self.desk.book, unit.key)
            self._plans(
                f"distrust {unit.key} --paragraphs {ids[n % len(ids)]} --rewrite --mine-too"
            )

    @rule(
        layer=st.sampled_from(["draft", "map", "outline", "argument"]),
        verb=st.sampled_from(["distrust", "distrust", "trust", "recompose"]),
        how=st.sampled_from(["", " --rewrite", RULE]),
    )
    def changes_a_layer(self, layer: str, verb: str, how: str) -> None:
        self._plans(f"{verb} {layer}{how if verb == 'distrust' else ''}")

    @rule(n=numbers, m=numbers, how=st.sampled_from(["", " --rewrite", " --keep"]))
    def sets(self, n: int, m: int, how: str) -> None:
        changes = (
            f"section/{self._section(n)}.synopsis='{WORDS[m % 4]}'",
            f"brief.audience='{WORDS[m % 4]}'",
            f"{self._entry('object', n)}.text='{WORDS[m % 4]}'",
        )
        self._plans(f"set {changes[m % 3]}{how}")

    @rule(n=numbers)
    def undoes(self, n: int) -> None:
        number = self.desk.project.commit_number
        self._plans(f"undo {number - n % min(4, number)}")

    @rule(n=numbers)
    def restores(self, n: int) -> None:
        number = self.desk.project.commit_number
        self._plans(f"restore {number - n % (number - 1)}")

    # The work ----------------------------------------------------------------------------------

    @rule(n=numbers, is_strict=st.booleans())
    def works(self, n: int, is_strict: bool) -> None:
        """Some operations, of which the first check may find fault."""
        self._reads_strictly(is_strict)
        for _ in range(1 + n % 4):
            unit = self.desk._next()
            if unit is not None:
                self.desk.operate(unit.key, now=unit.not_before)
        self._reads_strictly(False)

    @rule(is_journalled=st.booleans())
    def is_killed(self, is_journalled: bool) -> None:
        """A worker that vanishes after its claim, or after the reply was kept; then the reaper."""
        unit = self.desk._next()
        if unit is None:
            return
        claimed = claims.claim(unit.pk, worker="two", now=unit.not_before or timezone.now())
        assert isinstance(claimed, Claimed)
        if is_journalled:
            self.desk._paid(claimed, building.brief_of(claimed))
        Run.objects.filter(pk=claimed.run_id).update(lease_until=timezone.now() - timedelta(1))
        endings.reap(now=timezone.now())

    @rule(n=numbers)
    def changes_while_it_is_written(self, n: int) -> None:
        """The reply comes when what it was written from has changed."""
        unit = self.desk._next()
        if unit is None:
            return
        claimed = claims.claim(unit.pk, worker="three", now=unit.not_before or timezone.now())
        assert isinstance(claimed, Claimed)
        self.edits_a_section(n, n)
        self.undoes(n)
        self.check()
        following: Claimed | None = claimed
        while following is not None:
            following = self.desk.carry_out(following)

    @rule(autonomy=st.sampled_from(["ask", "ahead", "end"]))
    def says_how_far(self, autonomy: str) -> None:
        running.set_autonomy(self._book, autonomy, now=timezone.now())

    @rule(is_running=st.booleans())
    def stops_or_resumes(self, is_running: bool) -> None:
        (running.resume if is_running else running.stop)(self._book, now=timezone.now())

    # What always holds -------------------------------------------------------------------------

    @invariant()
    def check(self) -> None:
        assert self.desk.is_whole(), self.told
        truths.assert_numbered(self._book)
        truths.assert_remembered(self._book)
        state = self.desk.book.state()
        reads = Read.objects.filter(artifact_id__in=[u.current_id or 0 for u in self._units()])
        now = {key: compute(key, state).digest for key in set(reads.values_list("key", flat=True))}
        differing = {a for a, key, was in reads.values_list("artifact_id", "key", "digest")
                     if now[key] != was}  # fmt: skip
        stale = {u.key for u in self._units() if u.current_id in differing}
        assert self.desk.book.stale() == stale, self.told
        for unit in self._units(is_pinned=True, work="active"):
            raise AssertionError(f"{unit.key} is locked and is written all the same: {self.told}")

    # Helpers -----------------------------------------------------------------------------------

    @property
    def _book(self) -> int:
        return self.desk.book.project_id

    def _units(self, **wanted: Any) -> list[Unit]:
        units = Unit.objects.in_project(self._book).filter(**wanted)
        return list(units.order_by("place", "key"))

    def _entry(self, kind: str, n: int) -> str:
        found = sorted(k for k in self.desk.book.state()._entries if keys.kind(k) == kind)
        return found[n % len(found)] if found else f"{kind}/none"

    def _section(self, n: int) -> str:
        return keys.rest(self._entry("section", n))

    def _tries(
        self, act: Callable[..., object], *told: Any, actor: bool = True, **more: Any
    ) -> None:
        by = {"actor_id": self.desk.book.owner_id} if actor else {}
        self.told.append(f"{act.__name__} {told} {more}")
        try:
            with transaction.atomic():
                act(*told, **more, **by, now=timezone.now())
        except Refused as refused:
            self.told.append(f"  refused: {refused}")

    def _plans(self, words: str) -> None:
        """Plans and confirms; what a plan says of staleness comes true."""
        self.told.append(words)
        try:
            with transaction.atomic():
                plan = self.desk.does(words)
        except (Refused, BadIntent) as refused:
            self.told.append(f"  refused: {refused}")
            return
        promised = {row.key for row in plan.stale}
        assert promised <= self.desk.book.stale(), self.told
        healed = {row.key for row in plan.fresh_again}
        assert not healed & self.desk.book.stale(), self.told

    def _reads_strictly(self, is_strict: bool) -> None:
        self.desk.server._script.clear()
        self.desk.server._rules[:] = self.desk.server._rules[-2:]
        if is_strict:
            self.desk.server.rule(_is_check, _fault, times=1)


def _is_check(request: Request) -> bool:
    return desks.schema_name(request) == "challenge" and "findings" in str(request.schema)


def _fault(request: Request) -> dict[str, object]:
    """One thing that must be fixed, with words that are really there."""
    numbered = re.search(r"^\[(\d+)\] (\S+ \S+ \S+ \S+)", request.prompt, re.MULTILINE)
    schema = request.schema or {}
    finding = schema["properties"]["findings"]["items"]["properties"]
    if numbered is None or int(numbered[1]) not in finding["paragraph"]["enum"]:
        return {"findings": []}
    quoted = {"paragraph": int(numbered[1]), "quote": numbered[2]}
    return {"findings": [{**quoted, "wrong": "It is not so.", "must_fix": True}]}
