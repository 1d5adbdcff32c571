"""What the models say must never be, the database refuses."""

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.django_db


def test_every_constraint_of_the_models_is_in_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes UNION SELECT conname FROM pg_constraint")
        there = {name for (name,) in cursor.fetchall()}

    said = {
        part.name
        for model in apps.get_app_config("studio").get_models()
        for part in (*model._meta.constraints, *model._meta.indexes)
    }

    assert said - there == set()
    assert len(said) > 20
