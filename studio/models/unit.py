"""The unit: one pass applied to one place.

    work      idle → pending → active → review | held → idle     (core.states.WORK_MOVES)
    standing  none → accepted ⇄ reopened                         (core.states.STANDING_MOVES)

A unit that may start has work pending and no unmet requirement: a partial index finds it.
"""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q

from studio.core import keys, states
from studio.core.operation import FROM_TEXT
from studio.core.states import Standing, Work
from studio.models.kept import Kept


class UnitQuerySet(models.QuerySet["Unit"]):
    def live(self) -> Self:
        return self.filter(is_retired=False)

    def in_project(self, project_id: int) -> Self:
        return self.live().filter(project_id=project_id)

    def ready(self) -> Self:
        """Wanted, with every requirement met."""
        return self.filter(work=Work.PENDING, n_unmet=0, is_retired=False)

    def proposing_prose(self, project_id: int) -> Self:
        """Passages of a book with a text that waits to be accepted."""
        prose = self.in_project(project_id).filter(key__startswith=f"{keys.DRAFT}/")
        return prose.filter(candidate__isnull=False)

    def settled(self) -> Self:
        return self.filter(standing=Standing.ACCEPTED, is_stale=False)

    def waiting(self) -> Self:
        """Those that make their place wait for the author: to be judged, doubted, or unread."""
        is_to_judge = Q(work__in=[Work.REVIEW, Work.HELD])
        is_by_rule = Q(standing=Standing.ACCEPTED, accepted_by="policy") & ~Q(movement_key="")
        is_doubtful = Q(standing=Standing.REOPENED)
        is_open = is_doubtful | Q(is_pinned=False) & (Q(is_stale=True) | is_by_rule)
        return self.filter(is_to_judge | Q(work=Work.IDLE) & is_open)

    def stale(self) -> Self:
        return self.live().filter(is_stale=True)


class Unit(Kept):
    project = models.ForeignKey(
        "studio.Project", on_delete=models.CASCADE, related_name="units", db_index=False
    )
    key = models.CharField(max_length=160)
    pass_slug = models.CharField(max_length=40)
    section_id = models.CharField(max_length=40, blank=True, default="")
    movement_key = models.CharField(max_length=60, blank=True, default="")
    place = models.PositiveIntegerField(default=0, help_text="order in the book")
    standing = models.CharField(max_length=8, default=Standing.NONE)
    work = models.CharField(max_length=7, default=Work.IDLE)
    is_stale = models.BooleanField(default=False)
    is_pinned = models.BooleanField(default=False)
    is_retired = models.BooleanField(default=False)
    plan = models.PositiveBigIntegerField(
        default=0, help_text="the change number of the plan that last wanted or armed it"
    )
    is_armed = models.BooleanField(
        default=False, help_text="to be composed again if its plan makes it stale"
    )
    is_granted = models.BooleanField(
        default=False, help_text="its author confirmed this very step: it runs in a stopped book"
    )
    n_unmet = models.PositiveIntegerField(default=0)
    current = models.ForeignKey(
        "studio.Artifact", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    candidate = models.ForeignKey(
        "studio.Artifact",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    accepted_by = models.CharField(max_length=6, blank=True, default="")
    held_reason = models.CharField(max_length=40, blank=True, default="")
    held_words = models.TextField(blank=True, default="")
    note = models.TextField(blank=True, default="", help_text="what the next run is told")
    parts = models.JSONField(
        default=list, blank=True, help_text="the paragraphs that alone are to be written anew"
    )
    n_attempts = models.PositiveSmallIntegerField(
        default=0, help_text="failures since it was wanted"
    )
    n_given_up = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="models of its list that failed it since it was wanted"
    )
    continues = models.ForeignKey(
        "studio.Run",
        null=True,
        blank=True,
        db_index=False,
        db_constraint=False,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="the unfinished attempt that the next one goes on from",
    )
    token = models.PositiveIntegerField(default=0, help_text="the fencing token last given out")
    wanted_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    change = models.PositiveBigIntegerField(default=0)

    objects = UnitQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_unit_per_place", fields=["project", "key"]),
            models.CheckConstraint(
                name="a_unit_has_a_standing", condition=Q(standing__in=list(Standing))
            ),
            models.CheckConstraint(name="a_unit_has_a_work", condition=Q(work__in=list(Work))),
            models.CheckConstraint(
                name="an_accepted_unit_has_a_text",
                condition=Q(standing=Standing.NONE) | Q(current__isnull=False),
            ),
            models.CheckConstraint(
                name="a_unit_in_review_has_a_candidate",
                condition=~Q(work=Work.REVIEW) | Q(candidate__isnull=False),
            ),
            models.CheckConstraint(
                name="a_held_unit_says_why", condition=~Q(work=Work.HELD) | ~Q(held_words="")
            ),
        ]
        indexes = [
            models.Index(
                name="unit_ready",
                fields=["project", "place"],
                condition=Q(work=Work.PENDING, n_unmet=0, is_retired=False),
            ),
            models.Index(
                name="unit_by_work",
                fields=["project", "work", "place"],
                condition=Q(is_retired=False) & ~Q(work=Work.IDLE),
            ),
            models.Index(name="unit_armed", fields=["project", "plan"], condition=Q(is_armed=True)),
            models.Index(
                name="unit_by_candidate",
                fields=["candidate"],
                condition=Q(candidate__isnull=False),
            ),
            models.Index(name="unit_by_change", fields=["project", "change"]),
            models.Index(name="unit_by_section", fields=["project", "section_id", "place"]),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_from_text(self) -> bool:
        """Whether its plan is to be brought up to its text, or was and waits to be judged."""
        return FROM_TEXT in self.parts

    @property
    def is_settled(self) -> bool:
        """Whether others may build on it: accepted, and nothing it was made from has changed."""
        return self.standing == Standing.ACCEPTED and not self.is_stale

    def want(self, *, now: datetime, note: str = "", goes_on: bool = False) -> None:
        """To be written; from its beginning, unless it is to go on from what arrived. What was held
        is tried again as what it was."""
        parts = self.parts if self.work == Work.HELD else []
        self._work("want")
        self.continues_id = self.continues_id if goes_on else None
        self.wanted_at, self.not_before, self.n_attempts = now, None, 0
        self.n_given_up = 0
        self.note, self.parts = note or self.note, parts
        self._forget_hold()

    def ask_for(self, parts: list[str]) -> None:
        """Only these paragraphs are to be written anew; ALL of them, whatever is distrusted."""
        self.parts = parts

    def arm(self, plan: int) -> None:
        """To be wanted if what its plan composes again makes it stale, else left alone."""
        self.is_armed, self.plan = True, plan

    def grant(self) -> None:
        """Its author confirmed that this step is carried out, whatever else waits."""
        self.is_granted = True

    def disarm(self) -> None:
        self.is_armed = False

    def claim(self) -> int:
        """Goes to work; the new fencing token outdates every earlier one."""
        self._work("claim")
        self.rung_at = None
        self.token += 1
        return self.token

    def release(self, *, not_before: datetime | None = None) -> None:
        self._work("release")
        self.not_before, self.rung_at = not_before, None

    def offer(self, artifact_id: int) -> None:
        """Shows a candidate that waits for judgement."""
        self._work("offer")
        self.continues_id = None
        self.is_granted = False
        self.candidate_id = artifact_id
        self._forget_hold()

    def hold(self, reason: str, words: str) -> None:
        self._work("hold")
        self.is_granted = False
        self.held_reason, self.held_words = reason, words

    def send_back(self, *, now: datetime, note: str) -> None:
        self._work("send back")
        self.continues_id = None
        self.wanted_at, self.not_before, self.n_attempts = now, None, 0
        self.n_given_up = 0
        self.note = note
        self._forget_hold()

    def settle(self) -> None:
        """Nothing more is to be done."""
        self._work("settle")
        self.continues_id = None
        self.is_granted = False
        self.candidate_id = None
        self.note, self.parts, self.not_before, self.n_attempts = "", [], None, 0
        self._forget_hold()

    def retire(self) -> None:
        """Its place is gone from the outline or the map; its text stays in history."""
        self.settle()
        self.is_retired = True

    def revive(self) -> None:
        self.is_retired = False

    def stand(self, *, current_id: int | None, by: str, is_trusted: bool) -> None:
        """Takes the standing that its entries give it. A plan that ended is read off no text."""
        if current_id is None and self.is_from_text and self.work != Work.ACTIVE:
            self.settle()
        event = "clear" if current_id is None else "accept" if is_trusted else "reopen"
        if event == "reopen" and self.standing == Standing.NONE:
            self.standing = states.move_standing(self.standing, "accept")
        self.standing = states.move_standing(self.standing, event)
        self.current_id, self.accepted_by = current_id, by

    def _work(self, event: str) -> None:
        self.work = states.move_work(self.work, event)

    def _forget_hold(self) -> None:
        self.held_reason = self.held_words = ""


class Requirement(models.Model):
    """What must be settled before a unit may start.

    `after` marks the passage before in the same section: with an author in the loop its candidate
    is enough.
    """

    unit = models.ForeignKey(
        Unit, on_delete=models.CASCADE, related_name="requirements", db_index=False
    )
    needs = models.ForeignKey(Unit, on_delete=models.CASCADE, related_name="required_by")
    is_after = models.BooleanField(default=False)
    is_met = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_requirement_per_pair", fields=["unit", "needs"]),
            models.CheckConstraint(
                name="a_unit_does_not_require_itself", condition=~Q(unit=F("needs"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit_id} needs {self.needs_id}"
