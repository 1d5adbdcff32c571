"""The example book is restored and is sound, and its invitation can be followed."""

import pytest
from django.core.management import call_command

from studio.core.intent_words import parse
from studio.models import Finding, Project
from studio.queries import planning
from studio.queries.verify import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def example(db: None) -> Project:
    call_command("demo")
    return Project.objects.get(slug="somewhere-to-sit")


def test_it_is_sound_and_restored_however_often(example: Project) -> None:
    assert verify(example) == []

    call_command("demo")

    again = Project.objects.get(slug="somewhere-to-sit")
    assert again.pk != example.pk
    assert verify(again) == []
    assert again.commit_digest != ""


def test_the_paragraph_that_it_warns_of_can_be_distrusted(example: Project) -> None:
    invitation = Finding.objects.open().get(project=example, source="person")
    unit = invitation.unit

    plan = planning.plan(
        example,
        parse(f"distrust {unit.key} --paragraphs {invitation.paragraph_id} --rewrite"),
    )

    assert [row.key for row in plan.distrusted] == [unit.key]
    assert all(row.key.startswith(f"draft/{unit.section_id}/") for row in plan.stale)
    assert plan.stale
    assert plan.cost.calls[0] == 2
