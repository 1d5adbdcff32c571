"""The window is moved only where it may have to be, and is then what the whole book says."""

import random

import pytest

from studio.actions import readiness, window
from studio.core.states import Standing
from studio.management.benches import grown
from studio.models import Project, Unit
from studio.models.commit import By

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(6))
def test_the_window_is_what_going_through_the_book_says(seed: int) -> None:
    drawn = random.Random(seed)
    book = grown.grow(100, title="Ahead", autonomy="ahead")
    units = list(Unit.objects.in_project(book.project_id).order_by("place"))
    wrote = drawn.choice((By.PERSON, By.POLICY))
    Unit.objects.filter(project=book.project_id).update(accepted_by=wrote)
    readiness.move_window(book.project)

    project = book.project
    for _ in range(40):
        some = drawn.sample(units, drawn.randint(1, 3))
        for unit in some:
            unit.standing = drawn.choice((Standing.ACCEPTED, Standing.ACCEPTED, Standing.REOPENED))
            unit.accepted_by = drawn.choice((By.POLICY, By.POLICY, By.PERSON))
            unit.save()
        readiness.settle(project, [unit.pk for unit in some])
        assert project.window == window.sections(project)


def test_work_in_the_window_does_not_have_the_book_gone_through() -> None:
    book = grown.grow(200, title="Ahead", autonomy="ahead")
    reopened = Unit.objects.in_project(book.project_id).filter(section_id__in=["s2", "s3", "s4"])
    reopened.exclude(movement_key="").update(standing=Standing.REOPENED)
    project = Project.objects.get(pk=book.project_id)
    readiness.move_window(project)
    assert project.window == ["s2", "s3", "s4"]

    one = reopened.get(key="draft/s2/m4")
    one.standing = Standing.ACCEPTED
    one.save()

    assert not window.may_move(project, [one.pk])
    reopened.filter(section_id="s2").update(standing=Standing.ACCEPTED)
    assert window.may_move(project, [one.pk])
