"""The settings of the desk and of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Endpoint
    from tests.building import Book

URL = "/settings/"
TOLD = {
    "name": "Fine", "base_url": "http://127.0.0.1:9/v1", "api_key": "hush", "model": "fine",
    "context_tokens": "16000", "price_in": "0.15", "price_out": "0,60", "act": "save",
}  # fmt: skip


@pytest.fixture
def model(db: None) -> Endpoint:
    """A model whose price is unknown; the one that writes."""
    from studio.models import Endpoint

    told = {"name": "Plain", "base_url": "http://127.0.0.1:8/v1", "model": "plain"}
    row, _ = Endpoint.objects.update_or_create(is_default=True, defaults=told)
    return row


@pytest.fixture
def book() -> Book:
    """A book of which nothing is written: no setting looks at its text."""
    from tests import building

    return building.begin(autonomy="ahead")


def of(book: Book, name: str = "book_settings") -> str:
    return reverse(name, args=[book.project.slug])


# Models and prices ---------------------------------------------------------------------------


def test_a_model_is_added_with_its_price(desk: Client, model: Endpoint) -> None:
    from studio.core.money import Price
    from studio.models import Endpoint

    desk.post(reverse("model_add"), TOLD)

    added = Endpoint.objects.get(name="Fine")
    assert added.price == Price(150_000, 600_000)
    assert not added.is_default
    html = desk.get(URL).text
    assert "$0.15 read, $0.60 written" in html
    assert "price unknown" in html
    assert "hush" not in html


def test_the_first_model_of_all_writes(desk: Client) -> None:
    from studio.models import Endpoint

    desk.post(reverse("model_add"), TOLD)

    assert Endpoint.objects.get().is_default


def test_the_key_of_a_service_is_given_once(desk: Client, model: Endpoint) -> None:
    from studio.models import Endpoint

    desk.post(reverse("model_add"), TOLD)
    desk.post(reverse("model_add"), TOLD | {"name": "Second", "model": "second", "api_key": ""})

    assert Endpoint.objects.get(name="Second").api_key == "hush"


def test_a_model_is_changed_put_first_and_removed(desk: Client, model: Endpoint) -> None:
    from studio.models import Endpoint

    desk.post(reverse("model_add"), TOLD)
    added = Endpoint.objects.get(name="Fine")

    desk.post(reverse("model_edit", args=[added.pk]), TOLD | {"name": "Finer", "api_key": ""})
    desk.post(reverse("model_first", args=[added.pk]))
    desk.post(reverse("model_remove", args=[model.pk]))

    left = Endpoint.objects.get()
    assert (left.name, left.api_key, left.is_default) == ("Finer", "hush", True)


def test_prices_are_a_table(desk: Client, model: Endpoint) -> None:
    told = {f"in-{model.pk}": "3", f"out-{model.pk}": "15"}

    desk.post(URL, told)

    model.refresh_from_db()
    assert (model.price_in, model.price_out) == (3_000_000, 15_000_000)


@pytest.mark.parametrize(
    ("price", "said"),
    [(("", ""), "price unknown"), (("0", "0"), "costs nothing"), (("1", "2"), "$1.00 read")],
)
def test_an_unknown_price_is_not_nought(
    desk: Client, model: Endpoint, price: tuple[str, str], said: str
) -> None:
    desk.post(URL, {f"in-{model.pk}": price[0], f"out-{model.pk}": price[1]})

    assert said in desk.get(URL).text


@pytest.mark.parametrize(
    ("price", "words"),
    [
        (("3", ""), "Write both prices"),
        (("-1", "2"), "nought or more"),
        (("cheap", "2"), "such as 0.15"),
    ],
)
def test_what_is_no_price_is_said_at_its_field(
    desk: Client, model: Endpoint, price: tuple[str, str], words: str
) -> None:
    answer = desk.post(URL, {f"in-{model.pk}": price[0], f"out-{model.pk}": price[1]})

    assert answer.status_code == 422
    assert words in answer.text
    assert f'value="{price[0]}"' in answer.text


def test_rate_limits_are_kept(desk: Client, model: Endpoint) -> None:
    pace = {"requests_per_minute": "60", "tokens_per_minute": "90000"}

    desk.post(reverse("model_edit", args=[model.pk]), TOLD | pace)

    assert "at most 60 calls and 90,000 tokens a minute" in desk.get(URL).text


def test_a_model_of_the_environment_shows_what_is_not_to_be_changed(
    desk: Client, settings: object
) -> None:
    from dataclasses import replace

    from django.conf import settings as django_settings
    from django.test import override_settings

    from studio.models import Endpoint

    env = replace(
        django_settings.STUDIO, base_url="http://127.0.0.1:9/v1", model="outside", api_key="hush"
    )
    with override_settings(STUDIO=env):
        html = desk.get(URL).text
        row = Endpoint.objects.get(is_environment=True)
        edit = desk.get(reverse("model_edit", args=[row.pk])).text
        desk.post(
            reverse("model_edit", args=[row.pk]),
            {"base_url": "http://elsewhere/v1", "price_in": "1", "price_out": "2"},
        )
        refused = desk.post(reverse("model_remove", args=[row.pk]), follow=True).text

    assert "Set by OPENAI_BASE_URL" in html
    assert "hush" not in html + edit
    assert 'name="base_url"' not in edit
    assert "changed there" in refused
    row.refresh_from_db()
    assert (row.base_url, row.price_in) == ("http://127.0.0.1:9/v1", 1_000_000)


def test_a_test_says_exactly_what_fails(desk: Client, model: Endpoint) -> None:
    answer = desk.post(reverse("model_test", args=[model.pk]), follow=True)

    assert "refused the connection. Is it running?" in answer.text


def test_a_model_that_answers_its_test_rests_no_longer(desk: Client, model: Endpoint) -> None:
    from django.utils import timezone

    from studio.models import Endpoint
    from tests.scripted import scripted_server

    model.fail("It was off.", timezone.now(), is_enough=True)
    model.save()
    with scripted_server() as server:
        Endpoint.objects.filter(pk=model.pk).update(base_url=server.base_url)
        answer = desk.post(reverse("model_test", args=[model.pk]), follow=True)

    assert "answered after" in answer.text
    assert "rests until" not in answer.text


def test_a_resting_model_says_until_when_and_why(desk: Client, model: Endpoint) -> None:
    from datetime import timedelta

    from django.utils import timezone

    now = timezone.now()
    model.fail("It did not accept the key.", now, is_enough=True, asked=600)
    model.save()

    html = desk.get(URL).text

    assert f"rests until {now + timedelta(seconds=600):%H:%M}: It did not accept the key." in html


# Of a book -----------------------------------------------------------------------------------


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
