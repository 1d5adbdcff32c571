"""Edits of the brief, the plan and the instructions that show their plan first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.drawn import drawn_once
from tests.web.plan_pages import BED, MOUTH, SPRING, accepted, choose, n_commits, page_of, values

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@drawn_once
def book() -> Book:
    """A book that a model wrote and its author accepted."""
    return accepted()


def brief(book: Book, **told: str) -> dict[str, str]:
    stated = {key: book.state().entry(f"brief/{key}") for key in
              ("title", "intention", "audience", "language", "words", "voice")}  # fmt: skip
    return {k: str((v or {"value": ""})["value"]) for k, v in stated.items()} | told


def test_a_brief_that_texts_were_written_from_shows_its_plan_first(
    desk: Client, book: Book
) -> None:
    url = reverse("brief", args=[book.project.slug])
    before = n_commits(book)

    answer = desk.post(url, brief(book, audience="Children"))
    plan = desk.get(answer.headers["Location"])

    assert n_commits(book) == before
    assert values(plan) == ["only", "all", "keep"]
    assert "Apply (free)" in plan.text
    assert "<ins>" in plan.text
    choose(desk, book, plan, "only")
    assert book.state().entry("brief/audience") == {"value": "Children"}
    assert BED in book.stale()


def test_text_that_still_holds_is_kept_in_the_same_change(desk: Client, book: Book) -> None:
    url = reverse("brief", args=[book.project.slug])
    answer = desk.post(url, brief(book, audience="Children"))
    before = n_commits(book)

    choose(desk, book, desk.get(answer.headers["Location"]), "keep")

    assert n_commits(book) == before + 1
    assert not book.stale()


def test_a_title_that_nothing_was_written_from_is_changed_at_once(desk: Client, book: Book) -> None:
    told = brief(book, title="Towns", audience="All")
    book.commit({"brief/audience": {"value": "All"}})

    answer = desk.post(reverse("brief", args=[book.project.slug]), told, follow=True)

    assert "Done: change the title." in answer.text
    assert book.project.title == "Towns"


@pytest.mark.parametrize("is_fragment", [False, True])
def test_a_claim_that_texts_were_written_from_shows_its_plan_first(
    desk: Client, book: Book, is_fragment: bool
) -> None:
    from tests.web.browsers import HTMX

    url = reverse("plan_edit", args=[book.project.slug, "claim-1"])

    answer = desk.post(url, {"text": "Water forgets."}, headers=HTMX if is_fragment else {})
    plan = desk.get(answer.headers["HX-Redirect" if is_fragment else "Location"])

    assert "Water forgets." in plan.text
    assert {row.key for row in page_of(plan).plan.stale} >= {BED}
    assert all(row.key not in ("argument", "outline") for row in page_of(plan).plan.stale)
    choose(desk, book, plan, "all")
    assert book.unit(BED).work == "pending"
    assert not {"argument", "outline"} & book.stale()


def test_a_field_that_is_wrong_is_said_at_once(desk: Client, book: Book) -> None:
    answer = desk.post(reverse("plan_edit", args=[book.project.slug, "claim-1"]), {"text": ""})

    assert answer.status_code == 422


def test_a_new_order_shows_its_plan_first(desk: Client, book: Book) -> None:
    url = reverse("outline_move", args=[book.project.slug, "s2"])
    before = n_commits(book)

    answer = desk.post(url, {"to": "up"})
    plan = desk.get(answer.headers["Location"])
    choose(desk, book, plan, "only")

    assert page_of(plan).stale
    assert n_commits(book) == before + 1
    entry = book.state().entry("section/s2")
    assert entry is not None
    assert entry["rank"] == 1


def test_instructions_show_their_plan_first(desk: Client, book: Book) -> None:
    url = reverse("method_step", args=[book.project.slug, "draft"])
    prompt = desk.get(url).context["page"].prompt
    before = n_commits(book)

    same = desk.post(url, {"prompt": prompt.replace("\n", "\r\n")})
    broken = desk.post(url, {"prompt": "Write."})
    answer = desk.post(url, {"prompt": f"{prompt}\nBe brief.\n"})

    assert same.headers["Location"] == reverse("method", args=[book.project.slug])
    assert broken.status_code == 422
    assert n_commits(book) == before
    plan = desk.get(answer.headers["Location"])
    assert {row.key for row in page_of(plan).plan.stale} == {SPRING, MOUTH, BED}
    choose(desk, book, plan, "only")
    assert book.stale() == {SPRING, MOUTH, BED}


def test_instructions_that_nothing_was_written_by_are_changed_at_once(desk: Client) -> None:
    from tests import building

    fresh = building.book(is_running=False)
    url = reverse("method_step", args=[fresh.project.slug, "draft"])
    prompt = desk.get(url).context["page"].prompt

    answer = desk.post(url, {"prompt": f"{prompt}\nBe brief.\n"}, follow=True)

    assert "Done: change the instructions of this step." in answer.text
    entry = fresh.state().entry("pass/draft")
    assert entry is not None
    assert entry["prompt"].endswith("Be brief.\n")
