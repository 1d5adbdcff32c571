"""A terminal waits with a book for a short rest of its model, and says when it goes on."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from studio.management.writing import Progress
from studio.models import Project
from tests import building

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("minutes", "waits"), [(1, True), (60, False)])
def test_a_short_rest_of_the_model_is_waited_for(minutes: int, waits: bool) -> None:
    book = building.book()
    then = timezone.now() + timedelta(minutes=minutes)
    Project.objects.update(is_running=False, pause_reason="It is away.", resumes_at=then)

    assert Progress(book.project).is_over() is not waits

    said = StringIO()
    call_command("manifest", book.project.slug, stdout=said)
    assert f"It is away.\n  goes on by itself at {then:%Y-%m-%d %H:%M:%S}" in said.getvalue()
