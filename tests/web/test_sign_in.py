"""Who comes in: by a link that works once, or by account and password."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from studio.actions import signin


@pytest.fixture
def link() -> str:
    """The path of a new link."""
    return signin.one_time_link("http://testserver").removeprefix("http://testserver")


def is_in(client: Client) -> bool:
    return client.get("/").status_code == 200


def test_following_the_link_signs_in_and_leads_to_the_books(client: Client, link: str) -> None:
    answer = client.get(link)

    assert answer.headers["Location"] == "/"
    assert is_in(client)


def test_the_link_works_once(client: Client, link: str) -> None:
    Client().get(link)

    answer = client.get(link)

    assert answer.status_code == 410
    assert "used already or is too old" in answer.text
    assert not is_in(client)


def test_who_is_in_already_may_follow_a_used_link(client: Client, link: str) -> None:
    client.get(link)

    assert client.get(link).headers["Location"] == "/"


@pytest.mark.parametrize("headers", [{"Sec-Purpose": "prefetch"}, {"Purpose": "prefetch"}])
def test_a_browser_that_looks_ahead_does_not_spend_it(link: str, headers: dict[str, str]) -> None:
    ahead, client = Client(), Client()

    ahead.get(link, headers=headers)
    ahead.head(link)
    client.get(link)

    assert not is_in(ahead)
    assert is_in(client)


def test_account_and_password_sign_in_and_lead_where_one_wanted(client: Client) -> None:
    User.objects.create_user("ann", password="a long enough one")
    told = {"username": "ann", "password": "a long enough one", "next": "/new/"}

    answer = client.post(reverse("sign_in"), told)

    assert answer.headers["Location"] == "/new/"
    assert is_in(client)


@pytest.mark.parametrize(
    "url", ["https://elsewhere.invalid/", "//elsewhere.invalid/", "javascript:x"]
)
def test_nobody_is_led_elsewhere(client: Client, url: str) -> None:
    User.objects.create_user("ann", password="a long enough one")
    told = {"username": "ann", "password": "a long enough one", "next": url}

    answer = client.post(reverse("sign_in"), told)

    assert answer.headers["Location"] == "/"


def test_a_wrong_password_is_said_in_words(client: Client) -> None:
    User.objects.create_user("ann", password="a long enough one")

    answer = client.post(reverse("sign_in"), {"username": "ann", "password": "wrong"})

    assert answer.status_code == 422
    assert "do not belong together" in answer.text
    assert not is_in(client)


def test_signing_in_gives_a_new_session(client: Client, link: str) -> None:
    session = client.session
    session["theirs"] = "before"
    session.save()
    before = session.session_key

    client.get(link)

    assert client.session.session_key != before


def test_signing_out_signs_out(client: Client, link: str) -> None:
    client.get(link)

    client.post(reverse("sign_out"))

    assert not is_in(client)
