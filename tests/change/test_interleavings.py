"""Two transactions on one book, step by step: the second waits for the first, then sees it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from django.db import connection, transaction
from django.utils import timezone

from studio.actions import acceptance, announce, claims, judging, operate, planned
from studio.actions.claims import Claimed
from studio.actions.planned import PlanChanged
from studio.actions.refusals import NothingToAccept, Refused
from studio.core.intent import BadIntent
from studio.core.intent_words import parse
from studio.models import Artifact, Project
from studio.queries import planning
from tests import building, truths
from tests.patience import slowness, within
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)
Act = Callable[[], object]
DRAFT = "draft/s1/the-walk"


@pytest.fixture
def desk(transactional_db: None) -> Iterator[Desk]:
    """One section, whose draft waits for its author."""
    with desks.desk("s1 Meadow establishes claim-1", autonomy="ahead") as found:
        found.goes_on()
        assert found.work("review") == {DRAFT}
        yield found
    announce.close()


@dataclass
class Second:
    """An act on a connection of its own, and how it ended."""

    act: Act
    ended: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.ended.append(self.act())
        except (Refused, BadIntent) as refused:
            self.ended.append(refused)
        finally:
            connection.close()

    def waits(self) -> bool:
        """Whether it comes to wait for a lock that another transaction has."""
        return within(5, lambda: bool(self.ended) or _is_waited()) and not self.ended

    def end(self) -> object:
        self.thread.join(10 * slowness())
        assert self.ended, "it ended in an error that is no refusal"
        return self.ended[0]


def _is_waited() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def interleaved(desk: Desk, first: Act, second: Act, *, is_taken_back: bool = False) -> object:
    """Does the first without committing, lets the second come, then commits the first or takes it
    back; returns how the second ended. The book is sound afterwards."""
    with transaction.atomic():
        first()
        follower = Second(second)
        assert follower.waits()
        transaction.set_rollback(is_taken_back)
    ended = follower.end()
    truths.assert_numbered(desk.book.project_id)
    assert desk.is_whole()
    return ended


def edit(desk: Desk, text: str = "Water forgets.") -> Act:
    def act() -> None:
        with transaction.atomic():
            Project.locked(desk.book.project_id)
            desk.does(f"set object/claim-1.text='{text}'")

    return act


def accept(desk: Desk) -> Act:
    unit_id = desk.book.unit(DRAFT).pk
    return lambda: judging.accept(
        desk.book.project_id, [unit_id], actor_id=desk.book.owner_id, reason="Read",
        now=timezone.now(),
    )  # fmt: skip


def confirm(desk: Desk, words: str) -> Act:
    """Confirms the plan that was shown now, whenever that will be."""
    intent = parse(words)
    digest = planning.plan(desk.project, intent).digest
    return lambda: planned.carry_out(
        desk.book.project_id, intent, digest=digest, actor_id=desk.book.owner_id,
        now=timezone.now(),
    )  # fmt: skip


def hand_in(desk: Desk) -> Act:
    """A run of the draft that was claimed, and has its text, now."""
    claimed = claims.claim(desk.book.unit(DRAFT).pk, worker="one", now=timezone.now())
    assert isinstance(claimed, Claimed), claimed
    brief, product = building.brief_of(claimed), building.prose_of("It went round by the mill.")
    return lambda: operate.hand_in(claimed, brief, product, worker="", now=timezone.now())


@pytest.mark.parametrize("is_edit_first", [True, False])
@pytest.mark.parametrize("is_taken_back", [True, False])
def test_an_edit_and_an_acceptance(desk: Desk, is_edit_first: bool, is_taken_back: bool) -> None:
    acts = [edit(desk), accept(desk)]
    first, second = acts if is_edit_first else acts[::-1]

    assert interleaved(desk, first, second, is_taken_back=is_taken_back) is None

    is_edited = not (is_edit_first and is_taken_back)
    is_accepted = is_edit_first or not is_taken_back
    assert (desk.standing()[DRAFT] == "accepted") == is_accepted
    # Whichever came first: the text was not written from what the claim says now.
    assert (DRAFT in desk.book.stale()) == (is_edited and is_accepted)


def test_of_two_acceptances_one_is_told_that_nothing_waits_any_more(desk: Desk) -> None:
    number = desk.project.commit_number

    ended = interleaved(desk, accept(desk), accept(desk))

    assert isinstance(ended, NothingToAccept)
    assert desk.project.commit_number == number + 1


def test_the_second_acceptance_counts_where_the_first_was_taken_back(desk: Desk) -> None:
    assert interleaved(desk, accept(desk), accept(desk), is_taken_back=True) is None

    assert desk.standing()[DRAFT] == "accepted"


@pytest.mark.parametrize("is_undo_first", [True, False])
def test_an_undo_and_a_hand_in(desk: Desk, is_undo_first: bool) -> None:
    accept(desk)()
    desk.does("set brief.audience='People who stayed.'")
    number = desk.project.commit_number
    desk.does(f"recompose {DRAFT}")
    acts = [hand_in(desk), confirm(desk, f"undo {number}")]
    first, second = acts[::-1] if is_undo_first else acts

    assert not isinstance(interleaved(desk, first, second), Refused)

    # What stands is as it was before the edit; what came in was written from the edit.
    assert desk.book.stale() == set()
    candidate = desk.book.unit(DRAFT).candidate
    assert candidate is None or acceptance.is_stale(candidate)
    assert desk.standing()[DRAFT] == "accepted"
    assert Artifact.objects.filter(unit=desk.book.unit(DRAFT)).count() == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set object/claim-1.text=A.", "set object/claim-1.text=B."),
        (f"distrust {DRAFT} --rewrite", f"distrust {DRAFT} --rewrite"),
        (f"distrust {DRAFT}", f"distrust {DRAFT} --paragraphs p1"),
        (f"pin {DRAFT}", "set object/claim-1.text=B. --rewrite"),
        (f"pin {DRAFT}", "recompose draft"),
        ("set object/claim-1.text=A.", "undo {last}"),
        ("restore {before}", "set object/claim-1.text=B."),
    ],
)
def test_of_two_plans_one_is_carried_out_and_the_other_is_planned_anew(
    desk: Desk, first: str, second: str
) -> None:
    before = desk.project.commit_number
    accept(desk)()
    desk.does("set object/claim-1.text=Earlier.")
    numbers = {"before": before, "last": desk.project.commit_number}
    acts = [confirm(desk, words.format(**numbers)) for words in (first, second)]
    number = desk.project.commit_number

    ended = interleaved(desk, *acts)

    assert desk.project.commit_number == number + 1
    if isinstance(ended, BadIntent):
        assert "cannot be undone by itself" in str(ended)
        return
    assert isinstance(ended, PlanChanged)
    assert ended.plan.digest == desk.plan(second.format(**numbers)).digest


def test_two_plans_that_do_not_concern_each_other_are_both_carried_out(desk: Desk) -> None:
    accept(desk)()
    acts = [confirm(desk, "set object/claim-1.text=A."), confirm(desk, "set brief.title=Other")]
    number = desk.project.commit_number

    assert not isinstance(interleaved(desk, *acts), Refused)

    assert desk.project.commit_number == number + 2


def test_a_plan_whose_first_was_taken_back_still_holds(desk: Desk) -> None:
    accept(desk)()
    acts = [confirm(desk, f"set object/claim-1.text={t}") for t in ("A.", "B.")]

    assert not isinstance(interleaved(desk, *acts, is_taken_back=True), Refused)

    assert (desk.book.state().entry("object/claim-1") or {})["fields"]["text"] == "B."
