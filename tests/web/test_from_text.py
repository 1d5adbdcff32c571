"""The plan of a section brought up to its text, from the section page to the change: forms only."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book

MINE = "The toll lies where the ford lay.\n"
REPLY: dict[str, Any] = {
    "synopsis": "A toll shows where a ford was.",
    "claim": [{"text": "Tolls outlive the ford that they were taken at."}],
    "premise": [],
    "term": [{"name": "toll", "definition": "What is paid for a crossing."}],
}


@drawn_once
def book() -> Book:
    """A book whose first section its author wrote by hand."""
    from studio.actions import by_hand
    from tests import building

    found = building.book("s1 The market\ns2 Stone depends_on s1\n    - bed: Stone lies.",
                          autonomy="ahead", is_written=True, is_running=False)  # fmt: skip
    by_hand.write_section(found.project_id, "s1", MINE, actor_id=found.owner_id, now=building.NOW)
    return found


def read(book: Book) -> None:
    """What a model makes of the section."""
    from tests import building

    building.hand_in(book.claim("map/s1"), json.dumps(REPLY))


def asked(desk: Client, book: Book) -> None:
    """The way from the section page to the reading, as far as a form goes."""
    from tests.web import browsers

    page = desk.get(f"/b/{book.project.slug}/s/s1/")
    assert b"Update the plan from my text" in page.content
    answer = desk.get(f"/b/{book.project.slug}/plan/", {"kind": "update", "thing": "section/s1"})
    assert b"Read my text" in answer.content
    assert browsers.choose(desk, book, answer, "all").status_code == 302


def test_from_the_section_to_the_plan_and_back(desk: Client, book: Book) -> None:
    from tests.web import browsers

    asked(desk, book)
    assert b"Your text is being read" in desk.get(f"/b/{book.project.slug}/s/s1/").content
    read(book)
    slug = book.project.slug
    section = desk.get(f"/b/{slug}/s/s1/")
    assert b"See what the plan would have to say" in section.content
    assert b'id="accept"' not in section.content
    sweep = desk.get(f"/b/{slug}/review/?at=s1").content.decode()
    assert "See the changes of the plan" in sweep
    page = desk.get(f"/b/{slug}/u/map/s1/")
    changes = page.context["page"].update.changes
    assert [c.what for c in changes] == ["changed", "new", "new"]
    words = {f"{changes[0].key}.synopsis": "What a toll remembers."}
    took = desk.post(f"/b/{slug}/u/map/s1/take/", {"take": [c.key for c in changes[:2]], **words})
    # The next section was written from what this one establishes: its plan comes first.
    plan = desk.get(took["Location"])
    assert b"What a toll remembers." in plan.content
    assert b"The plan was read off it." in plan.content
    assert [c.value for c in plan.context["page"].choices] == ["only", "all", "keep"]
    done = browsers.choose(desk, book, plan, "keep")
    assert done["Location"] == f"/b/{slug}/s/s1/"
    after = desk.get(done["Location"]).content
    assert b"What a toll remembers." in after
    assert b"update the plan of 1" in after
    assert book.stale() == set()


def test_nothing_marked_and_words_too_long_are_said_and_kept(desk: Client, book: Book) -> None:
    asked(desk, book)
    read(book)
    url = f"/b/{book.project.slug}/u/map/s1/take/"
    none = desk.post(url, {})
    assert none.status_code == 422
    assert b"Mark what is to be taken" in none.content
    key = "section/s1"
    long = desk.post(url, {"take": key, f"{key}.synopsis": "long " * 500})
    assert long.status_code == 422
    assert b"At most 2,000 characters" in long.content
    assert b"long long long" in long.content
    marked = [c.key for c in long.context["page"].update.changes if c.is_taken]
    assert marked == [key]


def test_the_plan_may_be_left_as_it_is(desk: Client, book: Book) -> None:
    asked(desk, book)
    read(book)
    before = book.project.commit_number
    left = desk.post(f"/b/{book.project.slug}/u/map/s1/leave/", follow=True)
    assert b"The plan stays as it is." in left.content
    assert b"Update the plan from my text" in left.content
    assert book.project.commit_number == before
