"""The settings of one book: how it goes on, its limits, its models, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Endpoint
    from tests.building import Book

URL = "/settings/"


@pytest.fixture
def book() -> Book:
    """A book of which nothing is written: no setting looks at its text."""
    from tests import building

    return building.begin(autonomy="ahead")


def of(book: Book, name: str = "book_settings") -> str:
    return reverse(name, args=[book.project.slug])


def test_how_a_book_goes_on_is_set(desk: Client, book: Book) -> None:
    desk.post(of(book), {"autonomy": "ask", "n_parallel": "2"})

    project = book.project
    assert (project.autonomy, project.n_parallel) == ("ask", 2)
    assert not project.pauses_while_editing


@pytest.mark.parametrize("n", ["0", "many", ""])
def test_nonsense_is_said_at_its_field(desk: Client, book: Book, n: str) -> None:
    answer = desk.post(of(book), {"autonomy": "ask", "n_parallel": n})

    assert answer.status_code == 422
    assert "id_n_parallel_error" in answer.text


def test_limits_are_set_in_money_and_tokens(desk: Client, book: Book) -> None:
    told = {"money": "5", "tokens": "100000", "day_money": "0.5", "run_tokens": "9000"}

    desk.post(of(book, "limit"), told)

    project = book.project
    assert (project.money_limit, project.token_limit) == (5_000_000, 100_000)
    assert (project.day_money_limit, project.day_token_limit) == (500_000, None)
    assert (project.run_money_limit, project.run_token_limit) == (None, 9_000)


def test_a_new_book_says_what_it_may_spend_and_has_limits_from_the_start(
    desk: Client, model: Endpoint
) -> None:
    from studio.models import Project

    page = desk.get(reverse("new_book")).text
    assert "$20.00 or 2,000,000 tokens in all, and in a day $10.00 or 1,000,000 tokens" in page
    assert "for one attempt $2.00 or 64,000 tokens" in desk.get(URL).text

    told = {"title": "Rivers", "intention": "Why.", "audience": "All.", "words": "900"}
    told |= {"language": "en", "protocol": "argument", "model": "none"}
    desk.post(reverse("new_book"), told)

    project = Project.objects.get()
    assert (project.day_money_limit, project.day_token_limit) == (10_000_000, 1_000_000)
    assert (project.run_money_limit, project.run_token_limit) == (2_000_000, 64_000)
    shown = desk.get(reverse("limit", args=[project.slug])).text
    assert "64000" in shown.replace(",", "")


def test_a_new_book_says_what_its_first_plan_takes(desk: Client, model: Endpoint) -> None:
    def said() -> str:
        return str(desk.get(reverse("new_book")).context["first_cost"])

    unknown = said()
    model.price_in, model.price_out = 3_000_000, 15_000_000
    model.save()
    priced = said()
    model.price_in = model.price_out = 0
    model.save()

    assert unknown == "≈ 22 s, ≈ 2,600 tokens, price unknown"
    assert priced == "≈ 22 s, ≈ $0.02"
    assert said() == "≈ 22 s, free"
    shown = desk.get(reverse("new_book")).text
    assert "First the desk proposes a plan (≈ 22 s, free). You can change every line" in shown
    assert desk.get(reverse("new_book"), {"model": "none"}).context["first_cost"] == ""


def test_what_the_demonstration_takes_is_said_without_storing_anything(desk: Client) -> None:
    from studio.models import Endpoint

    found = desk.get(reverse("new_book"), {"model": "demo"})

    assert found.context["first_cost"] == "≈ 22 s, free"
    assert not Endpoint.objects.filter(is_demo=True).exists()


def test_the_plan_of_a_new_book_is_expected_to_take_what_others_took(
    desk: Client, model: Endpoint
) -> None:
    from studio.models import Run
    from tests import building

    other = building.book(is_running=False)
    unit = other.project.units.get(key="argument")
    Run.objects.create(
        project=other.project, unit=unit, kind="compose", state="done", endpoint=model,
        token=1, lease_until=building.NOW, base_commit=1,
        tokens_in=2_000, tokens_out=3_000, model_seconds=125,
    )  # fmt: skip

    said = desk.get(reverse("new_book")).context["first_cost"]

    assert said == "≈ 2 min, ≈ 5,000 tokens, price unknown"


def test_models_are_put_in_order_for_each_step(desk: Client, book: Book, model: Endpoint) -> None:
    from studio.models import Endpoint
    from studio.queries import endpoints

    other = Endpoint.objects.create(name="Other", base_url="http://127.0.0.1:7/v1", model="other")

    desk.post(
        of(book, "book_models"),
        {
            "model--0": str(model.pk), "model-draft-0": str(other.pk),
            "model-draft-1": str(model.pk), "model-draft-2": str(other.pk), "model-map-0": "9999",
        },
    )  # fmt: skip

    project, rows = book.project, endpoints.known()
    assert project.model_lists == {"": [model.pk], "draft": [other.pk, model.pk]}
    assert [row.name for row in endpoints.order(project, rows, "draft")] == ["Other", "Plain"]
    assert [row.name for row in endpoints.order(project, rows, "map")] == ["Plain"]
    assert "selected>Other" in desk.get(of(book)).text


def test_a_removed_model_leaves_the_lists(desk: Client, book: Book, model: Endpoint) -> None:
    from studio.models import Endpoint
    from studio.queries import endpoints

    other = Endpoint.objects.create(name="Other", base_url="http://127.0.0.1:7/v1", model="other")
    desk.post(of(book, "book_models"), {"model-draft-0": str(other.pk)})
    desk.post(reverse("model_remove", args=[other.pk]))

    rows = endpoints.known()

    assert [row.name for row in endpoints.order(book.project, rows, "draft")] == ["Plain"]


def test_what_calls_in_flight_may_take_is_not_called_spent(desk: Client, book: Book) -> None:
    from studio.models import Project

    Project.objects.filter(pk=book.project_id).update(tokens_spent=10, tokens_reserved=4_000)

    board = desk.get(of(book, "board")).text

    assert "Spent 10 of 2,000,000 tokens (up to 4,000 more by what is being written)" in board


def test_near_its_limit_board_and_library_say_so_and_one_click_raises_it(
    desk: Client, book: Book
) -> None:
    from studio.models import Project

    Project.objects.filter(pk=book.project_id).update(
        money_limit=1_000_000, money_spent=850_000, tokens_spent=10
    )

    board, shelf = desk.get(of(book, "board")).text, desk.get("/").text
    desk.post(of(book, "raise_limit"))

    assert "Spent $0.85 of $1.00 and 10 of 2,000,000 tokens" in board
    assert "Raise to $2.00" in board
    assert "Near its limit: $0.85 of $1.00" in shelf
    assert (book.project.money_limit, book.project.token_limit) == (2_000_000, 2_000_000)
    assert "Near its limit" not in desk.get("/").text


def test_a_book_is_put_away_and_taken_back(desk: Client, stranger: Client, book: Book) -> None:
    desk.post(of(book, "put_away"))

    assert desk.get(of(book, "board")).status_code == 404
    assert "Rivers" not in desk.get("/").text
    assert "Rivers" in desk.get(URL).text
    assert stranger.post(reverse("take_back"), {"name": "rivers"}).status_code == 404
    desk.post(reverse("take_back"), {"name": "rivers"})
    assert desk.get(of(book, "board")).status_code == 200


def test_a_book_is_deleted_only_when_its_name_is_typed(desk: Client) -> None:
    from studio.models import Artifact, Commit, Project
    from tests import building

    book = building.book(autonomy="ahead", is_written=True)
    kept = desk.post(of(book, "delete_book"), {"name": "river"}, follow=True)
    assert "nothing was deleted" in kept.text
    assert Project.objects.exists()

    desk.post(of(book, "delete_book"), {"name": "rivers"})

    assert not Project.objects.exists()
    assert not Artifact.objects.exists()
    assert not Commit.objects.exists()


def test_a_book_that_is_being_written_is_not_deleted(desk: Client) -> None:
    from tests import building

    found = building.book(autonomy="ahead")
    found.claim("draft/s1/spring")

    answer = desk.post(of(found, "delete_book"), {"name": "rivers"}, follow=True)

    assert "Stop it first" in answer.text


def test_a_limit_is_reached_by_no_other_page_than_its_own(desk: Client, book: Book) -> None:
    answer = desk.post(of(book, "limit"), {"money": "much"})

    assert answer.status_code == 422
    assert "such as 0.15" in answer.text
    assert 'value="much"' in answer.text
