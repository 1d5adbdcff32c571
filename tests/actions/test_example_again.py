"""The example book can be restored whatever was done to it."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


def test_it_is_restored_after_versions_were_made_from_versions() -> None:
    from django.contrib.auth.models import User

    from studio.actions import example, wording
    from studio.models import Artifact, Run, Unit
    from studio.queries import words_written
    from tests.building import NOW

    owner = User.objects.create_user("owner")
    first = example.restore(owner.pk, now=NOW)
    unit = Unit.objects.filter(project=first).exclude(current=None).exclude(movement_key="")[0]
    wording.edit_text(unit.pk, "Mine.", actor_id=owner.pk, cause="Edited by hand", now=NOW)
    unit.refresh_from_db()
    Run.objects.create(project=first, unit=unit, kind="revise", base=unit.current, token=1,
                       lease_until=NOW, base_commit=1, order={}, started_at=NOW)  # fmt: skip

    second = example.restore(owner.pk, now=NOW)

    assert words_written.by_day(second) == []
    assert second.slug == first.slug
    assert not Artifact.objects.filter(cause="Edited by hand").exists()
