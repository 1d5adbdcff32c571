"""Nobody opens, changes or learns of a book that is not theirs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from studio.models import Commit, Project, Unit
from tests.building import Book
from tests.web import browsers


def traces(book: Book) -> tuple[object, ...]:
    """What would be different if something had been changed."""
    return (
        list(Commit.objects.filter(project=book.project_id).values_list("digest", flat=True)),
        list(Unit.objects.order_by("pk").values_list("pk", "work", "change")),
        Project.objects.filter(pk=book.project_id).values_list("change_number", flat=True).get(),
    )


def test_without_an_account_every_address_asks_who_it_is(client: Client, book: Book) -> None:
    addresses = browsers.addresses(book)
    before = traces(book)

    for address in addresses:
        for answer in (client.get(address.url), client.post(address.url, address.sends)):
            assert answer.status_code == 302, address
            assert answer.headers["Location"].startswith("/sign-in/?next="), address
    assert traces(book) == before


@pytest.mark.parametrize("name", ["library", "new_book", "help", "model", "model_add", "settings"])
def test_without_an_account_no_other_page_opens(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 302


def test_a_fragment_without_an_account_sends_the_whole_page(client: Client, book: Book) -> None:
    url = reverse("resume", args=[book.project.slug])

    answer = client.post(url, headers=browsers.HTMX)

    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == "/sign-in/"


def test_for_everybody_else_the_book_does_not_exist(stranger: Client, book: Book) -> None:
    addresses = browsers.addresses(book)
    before = traces(book)

    for address in addresses:
        for headers in ({}, browsers.HTMX):
            read = stranger.get(address.url, headers=headers)
            sent = stranger.post(address.url, address.sends, headers=headers)

            assert read.status_code in (404, 405), address
            assert sent.status_code in (404, 405), address
            assert book.project.title not in read.text + sent.text
    assert traces(book) == before


def test_not_even_an_administrator_opens_it_at_the_desk(book: Book) -> None:
    User.objects.create_superuser("root")
    client = browsers.of("root")

    assert client.get(reverse("board", args=[book.project.slug])).status_code == 404


def test_what_belongs_to_another_book_of_ones_own_is_not_taken(desk: Client, book: Book) -> None:
    from tests.building import begin

    other = begin(title="Other")
    remark = browsers.remark(book)

    answer = desk.post(reverse("settle_remark", args=[other.project.slug, remark.pk]))

    assert answer.status_code == 404
    remark.refresh_from_db()
    assert remark.state == "open"


def test_what_changes_something_cannot_be_got(desk: Client, book: Book) -> None:
    addresses = browsers.addresses(book)
    before = traces(book)

    for address in addresses:
        if not address.is_page:
            assert desk.get(address.url).status_code == 405, address
    assert traces(book) == before


def test_getting_pages_changes_nothing(desk: Client, book: Book) -> None:
    addresses = browsers.addresses(book)
    before = traces(book)

    for address in addresses:
        desk.get(address.url, follow=True)

    assert traces(book) == before


def test_a_form_without_its_token_is_refused_in_the_frame(book: Book) -> None:
    client = browsers.of("owner", enforce_csrf_checks=True)
    addresses = browsers.addresses(book)
    before = traces(book)

    for address in addresses:
        answer = client.post(address.url, address.sends)

        assert answer.status_code in (403, 405), address
    assert "too old to send that" in client.post(addresses[0].url).text
    assert traces(book) == before


def test_the_rows_behind_the_desk_can_only_be_looked_at() -> None:
    User.objects.create_superuser("root")
    client = browsers.of("root")

    assert client.get("/admin/studio/project/").status_code == 200
    assert client.get("/admin/studio/project/add/").status_code == 403


def test_the_admin_is_closed_to_others(desk: Client) -> None:
    assert desk.get("/admin/").status_code == 302


def test_anybody_may_ask_whether_it_is_well(client: Client) -> None:
    assert client.get("/healthz").text == "ok\n"
