"""Which model writes a book, as its author sets models up."""

import pytest

from studio.actions import models
from studio.models import Endpoint, Project
from studio.queries import endpoints
from tests import building

pytestmark = pytest.mark.django_db


def test_a_model_that_is_set_up_takes_over_from_the_demonstration() -> None:
    book = building.begin()
    Endpoint.objects.filter(is_default=True).delete()
    Project.objects.filter(pk=book.project_id).update(endpoint=endpoints.demonstration_row())
    assert endpoints.endpoint_for(Project.objects.get(pk=book.project_id)) is None

    models.save_default(models.Setup("http://127.0.0.1:9/v1", None, "better", 8192))

    found = endpoints.endpoint_for(Project.objects.get(pk=book.project_id))
    assert found is not None
    assert (found.model, found.is_demo) == ("better", False)


def test_a_model_of_the_book_itself_is_kept() -> None:
    book = building.begin()
    own = Endpoint.objects.create(name="own", base_url="http://127.0.0.1:8/v1", model="own")
    Project.objects.filter(pk=book.project_id).update(endpoint=own)

    models.save_default(models.Setup("http://127.0.0.1:9/v1", None, "better", 8192))

    found = endpoints.endpoint_for(Project.objects.get(pk=book.project_id))
    assert found is not None
    assert found.model == "own"
