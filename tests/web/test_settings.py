"""The settings of the desk and of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Endpoint

URL = "/settings/"
TOLD = {
    "name": "Fine", "base_url": "http://127.0.0.1:9/v1", "api_key": "hush", "model": "fine",
    "context_tokens": "16000", "price_in": "0.15", "price_out": "0,60", "act": "save",
}  # fmt: skip


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


# --- keeping books safe


@pytest.fixture
def keeper(db: None) -> Client:
    """The browser of the account that the desk belongs to."""
    from django.contrib.auth.models import User

    from tests.web import browsers

    User.objects.create_superuser("keeper")
    return browsers.of("keeper")


def test_a_backup_is_ordered_once_followed_and_stopped(keeper: Client) -> None:
    from studio.actions import backing_up, printing
    from studio.models import Backup
    from tests.building import NOW

    make = reverse("make_backup")
    assert "goes on meanwhile" in keeper.post(make, follow=True).text
    assert "being made already" in keeper.post(make, follow=True).text
    made = Backup.objects.get()
    begun = backing_up.begin(made.pk, now=NOW)
    assert begun is not None
    assert begun.is_ours(until=printing.lease(NOW), n_bytes=2_400_000)

    followed = keeper.get(reverse("backups"), headers={"HX-Request": "true"}).text
    assert "2.4 MB so far" in followed
    assert 'hx-trigger="every 1s"' in followed
    assert "Stopped" in keeper.post(reverse("stop_backup", args=[made.pk]), follow=True).text
    assert not begun.is_ours(until=printing.lease(NOW), n_bytes=2_500_000), (
        "whoever makes it learns of it"
    )
    assert keeper.get(reverse("backup_file", args=[made.pk])).status_code == 404
    keeper.post(reverse("remove_backup", args=[made.pk]))
    assert not Backup.objects.exists()


def test_a_backup_whose_makers_were_killed_three_times_says_so(keeper: Client) -> None:
    from datetime import timedelta

    from studio.actions import backing_up
    from studio.models import Backup
    from tests.building import NOW

    keeper.post(reverse("make_backup"))
    made = Backup.objects.get()
    for n in range(4):
        backing_up.begin(made.pk, now=NOW + timedelta(hours=n))

    assert "interrupted three times" in keeper.get(URL).text


def test_only_whom_the_desk_belongs_to_has_backups(desk: Client) -> None:
    assert reverse("make_backup") not in desk.get(URL).text
    assert "manage.py restore" in desk.get(URL).text
    for name, more in (("backups", []), ("backup_file", [1])):
        assert desk.get(reverse(name, args=more)).status_code == 403
    assert desk.post(reverse("make_backup")).status_code == 403


def test_versions_and_licences_are_those_of_the_packages(desk: Client) -> None:
    from importlib.metadata import version

    html = desk.get(reverse("about")).text

    assert f'<th scope="row">Django</th><td>{version("django")}</td><td>BSD-3-Clause</td>' in html
    assert "PostgreSQL 1" in html
    assert reverse("about") in desk.get(URL).text
