"""What the tests of plans on pages share: an accepted book, and what they do with a plan."""

from typing import Any

from django.test import Client
from django.urls import reverse

from studio.actions import judging
from studio.queries.values.change_plan import ChangePlanPage
from tests import building
from tests.building import Book
from tests.web import browsers

SPRING, MOUTH, BED = "draft/s1/spring", "draft/s1/mouth", "draft/s2/bed"


def accepted() -> Book:
    """A book that a model wrote and its author accepted."""
    found = building.book(autonomy="ahead")
    for section, texts in (
        ("s1", {SPRING: ("One.", "Two."), MOUTH: ("Sea.",)}),
        ("s2", {BED: ("Still.",)}),
    ):
        for key, paragraphs in texts.items():
            browsers.offer(found, key, *paragraphs)
        judging.accept_section(
            found.project_id, section, actor_id=found.owner_id, reason="Read", now=building.NOW
        )
    return found


def plan_url(book: Book) -> str:
    return reverse("change", args=[book.project.slug])


def look(desk: Client, book: Book, **asked: str) -> Any:
    return desk.get(plan_url(book), asked)


def page_of(answer: Any) -> ChangePlanPage:
    found: ChangePlanPage = answer.context["page"]
    return found


def choose(desk: Client, book: Book, answer: Any, value: str, **told: str) -> Any:
    return browsers.choose(desk, book, answer, value, **told)


def values(answer: Any) -> list[str]:
    return [choice.value for choice in page_of(answer).choices]


def n_commits(book: Book) -> int:
    return book.project.commit_number


def said(answer: Any) -> str:
    return " ".join(str(m) for m in answer.context["messages"])


def marked(book: Book, place: int = 0, key: str = SPRING) -> str:
    unit = book.unit(key)
    assert unit.current is not None
    return f"{unit.pk}-{unit.current.paragraphs[place][0]}"
