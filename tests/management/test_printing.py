"""What commands say before they do anything."""

import pytest
from django.core.management.base import CommandError
from django.db import connection

from studio.management import printing


@pytest.mark.django_db
def test_tables_of_an_earlier_version_are_told_in_words() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE studio_project DROP COLUMN resumes_at")

    with pytest.raises(CommandError, match=r"manage\.py start"):
        printing.book("rivers")
