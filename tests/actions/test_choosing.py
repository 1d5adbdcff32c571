"""A proposal beside a text, decided change by change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from studio.actions import choosing, commits
from studio.actions.choosing import Undecided
from studio.actions.refusals import Empty, Moved
from studio.core import choices, keys
from studio.core.choices import Choice, Way
from studio.models import Commit, Judged, Unit
from studio.models.commit import By
from studio.queries import comparing, verify
from studio.queries.section import section_page
from tests.building import LATER, NOW

if TYPE_CHECKING:
    from tests.building import Book

pytestmark = pytest.mark.django_db
KEY = "draft/s1/spring"
OLD = ["Water comes up from below.", "It is cold in the morning and clear.", "Then it runs."]
NEW = ["Water comes up from below.", "It is cold in the evening and clear.", "A heron stands."]


@pytest.fixture
def judged() -> Book:
    """A book of which one passage has a text of its author, and a proposal beside it."""
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead", is_written=True, is_running=False)
    found.write({KEY: "\n\n".join(OLD)})
    want(found)
    browsers.offer(found, KEY, *NEW)
    return found


def want(book: Book) -> None:
    from studio.actions.planned import carry_out
    from studio.core.intent import Intent
    from studio.queries import planning

    intent = Intent("recompose", units=(KEY,), includes_own=True)
    digest = planning.plan(book.project, intent).digest
    carry_out(book.project_id, intent, digest=digest, actor_id=book.owner_id, now=NOW)


def real(unit: Unit) -> list[choices.Change]:
    return [c for c in comparing.changes_of(unit.current, unit.candidate) if c.is_real]


def decide(book: Book, *ways: Way | Choice, rest: Way | None = None, seen: str = "") -> str:
    unit = book.unit(KEY)
    told = {
        f"{unit.pk}-{change.id}": way if isinstance(way, Choice) else Choice(way)
        for change, way in zip(real(unit), ways, strict=False)
    }
    return choosing.finish(
        book.project_id, "s1", told, rest=rest, seen=seen, actor_id=book.owner_id, now=LATER
    )


def test_what_is_chosen_of_both_is_the_authors_version(judged: Book) -> None:
    assert len(real(judged.unit(KEY))) == 2

    assert decide(judged, "take", "keep") == choosing.ACCEPTED

    unit = judged.unit(KEY)
    assert judged.body_of(KEY) == f"{OLD[0]}\n\n{NEW[1]}\n\n{OLD[2]}\n"
    assert unit.current is not None
    assert [origin for _, origin in unit.current.paragraphs][1:] == ["model", "person"]
    assert (unit.work, unit.candidate, unit.accepted_by) == ("idle", None, "person")
    assert verify.verify(judged.project) == []


def test_all_taken_is_the_proposal_itself(judged: Book) -> None:
    proposed = judged.unit(KEY).candidate_id

    assert decide(judged, rest="take") == choosing.ACCEPTED

    assert judged.unit(KEY).current_id == proposed


def test_all_kept_leaves_the_book_as_it_was(judged: Book) -> None:
    before, stood = judged.project.commit_number, judged.unit(KEY).current_id

    assert decide(judged, rest="keep") == choosing.KEPT

    assert judged.project.commit_number == before
    assert judged.unit(KEY).current_id == stood
    assert judged.unit(KEY).work == "idle"


def test_both_or_own_words_may_take_a_changes_place(judged: Book) -> None:
    decide(judged, "both", Choice("own", "Then it is gone.\n\nFor good."))

    assert judged.body_of(KEY).split("\n\n")[1:3] == [OLD[1], NEW[1]]
    assert judged.body_of(KEY).endswith("Then it is gone.\n\nFor good.\n")


def test_nothing_is_applied_while_a_change_is_undecided(judged: Book) -> None:
    with pytest.raises(Undecided):
        decide(judged, "take")

    assert judged.unit(KEY).work == "review"


def test_a_text_of_nothing_is_refused(judged: Book) -> None:
    decide(judged, rest="keep")
    judged.write({KEY: "Quite another text."})
    want(judged)
    from tests.web import browsers

    browsers.offer(judged, KEY, "Nothing in common with it.")

    with pytest.raises(Empty):
        decide(judged, Choice("own", ""))


def test_what_was_not_seen_is_not_decided(judged: Book) -> None:
    with pytest.raises(Moved):
        decide(judged, rest="take", seen="something else")


def test_decisions_are_kept_until_the_review_is_finished(judged: Book) -> None:
    unit = judged.unit(KEY)
    first, second = (f"{unit.pk}-{c.id}" for c in real(unit))
    told = {first: Choice("keep"), second: Choice("own", "My words.")}

    choosing.remember(judged.project_id, "s1", told, now=NOW)
    before = Commit.objects.filter(project=judged.project_id).count()
    page = section_page(judged.project, "s1")

    assert (page.proposed.count, page.proposed.decided_count) == (2, 2)
    assert page.proposed.passages[0].changes[-1].own == "My words."
    assert Commit.objects.filter(project=judged.project_id).count() == before

    decide(judged, rest="take")

    assert not Judged.objects.exists()


def test_what_is_kept_although_it_is_distrusted_stays_distrusted(judged: Book) -> None:
    unit = judged.unit(KEY)
    assert unit.current is not None
    last = unit.current.paragraphs[2][0]
    doubt = {"whole": False, "paragraphs": [last], "reason": "No source"}
    with commits.change(
        judged.project_id, kind="distrust", reason="", by=By.PERSON,
        actor_id=judged.owner_id, now=NOW,
    ) as change:  # fmt: skip
        change.put(keys.trust(KEY), doubt)

    decide(judged, "take", "keep")

    found = judged.project.entries.current().get(key=keys.trust(KEY)).body
    current = judged.unit(KEY).current
    assert current is not None
    assert found["paragraphs"] == [current.paragraphs[2][0]]
    assert judged.unit(KEY).standing == "reopened"
    assert verify.verify(judged.project) == []


@pytest.mark.parametrize(
    ("paragraphs", "shown"),
    [((OLD[0], OLD[1], "Then it runs on."), "changes"), (("Snow.", "No word is left."), "side")],
)
def test_a_proposal_opens_as_it_is_read_best(
    judged: Book, paragraphs: tuple[str, ...], shown: str
) -> None:
    from tests.web import browsers

    decide(judged, rest="keep")
    want(judged)
    browsers.offer(judged, KEY, *paragraphs)

    assert section_page(judged.project, "s1").showing == shown
