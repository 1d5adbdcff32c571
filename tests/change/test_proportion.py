"""What a plan costs goes by what it concerns: counted in rows, in books of two sizes."""

import pytest
from django.utils import timezone

from studio.actions import planned
from studio.core import intent_words
from studio.management.benches import grown, rows
from studio.management.benches.grown import Grown
from studio.queries import plan_rows, planning
from studio.queries.values.change_plan import ChangePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def books() -> tuple[Grown, Grown]:
    return grown.grow(200, title="Small"), grown.grow(600, title="Large")


def plan(book: Grown, said: str) -> tuple[ChangePlan, rows.Asked]:
    planning.plan(book.project, intent_words.parse("pin draft/s1/m1"))
    with rows.counted() as asked:
        found = planning.plan(book.project, intent_words.parse(said))
    return found, asked


@pytest.mark.parametrize(
    ("said", "n_concerned"),
    [
        ("set section/s5.synopsis=Other.", 10),
        ("set object/claim-5.text=Other. --rewrite", 10),
        ("recompose draft/s5/m8", 2),
        ("recompose map --scope s5", 10),
        ("distrust draft/s5/m2 --rewrite", 8),
        ("distrust draft --scope c1", 90),
        ("pin draft/s5/m2", 0),
    ],
)
def test_a_plan_costs_what_it_concerns(
    books: tuple[Grown, Grown], said: str, n_concerned: int
) -> None:
    (_, in_small), (found, in_large) = plan(books[0], said), plan(books[1], said)

    assert found.n_concerned == n_concerned
    assert in_large.n_statements == in_small.n_statements
    assert in_large.n_rows == in_small.n_rows


def test_undoing_a_change_of_the_outline_costs_what_it_concerns(
    books: tuple[Grown, Grown],
) -> None:
    asked = []
    for book in books:
        intent = intent_words.parse("split section/s5 --at m5")
        project = book.project
        planned.carry_out(
            project.pk, intent, digest=planning.plan(project, intent).digest,
            actor_id=project.owner_id, now=timezone.now(),
        )  # fmt: skip
        found, counted = plan(book, f"undo {book.project.commit_number}")
        asked.append(counted)
        assert found.n_concerned

    assert asked[1].n_statements <= asked[0].n_statements
    # The chapters are named around it: six of them instead of two.
    assert asked[1].n_rows - asked[0].n_rows <= 4


def test_more_than_are_listed_are_counted(books: tuple[Grown, Grown]) -> None:
    found, _ = plan(books[1], "set brief.audience=Others. --rewrite")

    assert (len(found.stale), found.counts.stale) == (plan_rows.MOST_ROWS, 600)
    assert found.counts.rewritten == found.n_concerned == 600
    assert found.n_more == 400


@pytest.mark.parametrize(
    "said",
    ["distrust draft --origin scripted", "distrust draft --origin before:2100-01-01",
     "distrust draft --origin other", "distrust map"],
)  # fmt: skip
def test_whole_layers_are_judged_by_sets_whatever_their_origin(
    books: tuple[Grown, Grown], said: str
) -> None:
    (_, in_small), (_, in_large) = plan(books[0], said), plan(books[1], said)

    assert in_large.n_statements == in_small.n_statements
