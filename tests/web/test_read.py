"""Reading through: the book typeset, and what is decided in passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from studio.queries import reading
from studio.queries.chapters import Most
from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from studio.queries.values.read import ReadPage
    from tests.building import Book

CHAPTERS = """
    c1 Water
        s1 Spring
            - up: Water comes *up*.
            - out
        s2 Mouth
            - sea
    c2 Stone
        s3 Bed
            - bed: Stone lies still.
"""


@drawn_once
def volume() -> Book:
    """A book of two chapters: one proposed in part, one accepted by rule."""
    from tests import building
    from tests.web import browsers

    found = building.book(CHAPTERS, "thesis-1: Rivers remember.", autonomy="ahead")
    browsers.offer(found, "draft/s1/up", "Water comes *up*.", "It is cold.")
    browsers.offer(found, "draft/s1/out", "Water runs.")
    found.write({"draft/s3/bed": "Stone lies still."}, by="policy")
    return found


def opened(desk: Client, book: Book, chapter: str, **query: str) -> ReadPage:
    answer = desk.get(reverse("read_chapter", args=[book.project.slug, chapter]), query)
    page: ReadPage = answer.context["page"]
    return page


def decide(desk: Client, book: Book, verb: str, **sent: str) -> str:
    return desk.post(reverse(f"read_{verb}", args=[book.project.slug]), sent, follow=True).text


def test_the_title_page_has_the_contents_and_no_text(desk: Client, volume: Book) -> None:
    html = desk.get(reverse("read", args=[volume.project.slug])).text

    assert "Begin to read" in html
    assert "Water comes" not in html
    assert html.index(">Water<") < html.index(">Stone<")


def test_a_chapter_is_typeset_with_its_sections_and_its_neighbours(
    desk: Client, volume: Book
) -> None:
    url = reverse("read_chapter", args=[volume.project.slug, "c1"])

    html = desk.get(url).text

    assert "Water comes <em>up</em>." in html
    assert "Not written yet." in html
    assert 'rel="next"' in html
    assert 'rel="prev"' not in html
    assert "In review" not in html, "marks are off"


def test_a_long_book_is_printed_in_parts(
    desk: Client, volume: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST", Most(words=5, sections=9))
    url = reverse("read", args=[volume.project.slug])

    first = desk.get(url, {"whole": ""}).text
    second = desk.get(url, {"whole": "", "from": "c2"}).text

    assert 'href="#c1"' in first
    assert "Water comes" in first
    assert "Stone lies still" not in first
    assert 'href="?whole=&amp;from=c2"' in first
    assert "The next part" in first
    assert "Stone lies still" in second
    assert "The part before" in second
    assert "Contents</h2>" not in second


def test_marks_are_shown_on_demand(desk: Client, volume: Book) -> None:
    html = desk.get(reverse("read_chapter", args=[volume.project.slug, "c1"]), {"marks": "on"}).text

    assert "In review" in html
    assert "written by the model" in html


def test_the_whole_book_is_one_page_to_be_printed(desk: Client, volume: Book) -> None:
    html = desk.get(reverse("read", args=[volume.project.slug]), {"whole": ""}).text

    assert "Water comes <em>up</em>." in html
    assert "Stone lies still." in html


def test_a_section_leads_into_its_chapter(desk: Client, volume: Book) -> None:
    answer = desk.get(reverse("read_section", args=[volume.project.slug, "s3"]))

    where = reverse("read_chapter", args=[volume.project.slug, "c2"])
    assert answer.headers["Location"] == f"{where}#s3"


def test_a_chapter_is_accepted_at_its_end_in_one_change(desk: Client, volume: Book) -> None:
    number = volume.project.commit_number
    chapter = opened(desk, volume, "c1").open[0]

    html = decide(desk, volume, "accept", section=f"s1:{chapter.acceptable[0].seen}")

    assert "Accepted: 2 passages of your book." in html
    assert volume.project.commit_number == number + 1
    assert volume.unit("draft/s1/out").accepted_by == "person"


def test_what_must_be_fixed_is_not_accepted_in_passing(desk: Client, volume: Book) -> None:
    from tests.web import browsers

    browsers.remark(volume, "draft/s1/up")
    chapter = opened(desk, volume, "c1").open[0]

    decide(desk, volume, "accept", section="s1:")

    assert chapter.acceptable == ()
    assert [section.id for section in chapter.left_out] == ["s1"]
    assert volume.unit("draft/s1/up").standing == "none"
    assert volume.unit("draft/s1/out").standing == "accepted"


def test_reading_makes_a_rules_acceptance_ones_own(desk: Client, volume: Book) -> None:
    from studio.models import Artifact
    from studio.queries import verify

    n_versions = Artifact.objects.count()
    section = opened(desk, volume, "c2").open[0].unread[0]

    html = decide(desk, volume, "mark", section=f"s3:{section.seen}")

    assert "it is accepted by you now" in html
    assert volume.unit("draft/s3/bed").accepted_by == "person"
    assert Artifact.objects.count() == n_versions
    assert verify.verify(volume.project) == []
    assert opened(desk, volume, "c2").open[0].unread == ()


def test_undoing_the_reading_makes_it_unread_again(desk: Client, volume: Book) -> None:
    from studio.actions import planned
    from studio.core.intent import Intent
    from studio.queries import planning, verify
    from tests.building import NOW

    decide(desk, volume, "mark", section="s3:")
    undo = Intent("undo", commit=volume.project.commit_number)
    digest = planning.plan(volume.project, undo).digest

    planned.carry_out(volume.project_id, undo, digest=digest, actor_id=volume.owner_id, now=NOW)

    assert volume.unit("draft/s3/bed").accepted_by == "policy"
    assert verify.verify(volume.project) == []


def test_what_changed_since_it_was_read_is_not_taken_for_read(desk: Client, volume: Book) -> None:
    seen = opened(desk, volume, "c2").open[0].unread[0].seen
    volume.write({"draft/s3/bed": "Stone is gone."}, by="policy")

    html = decide(desk, volume, "mark", section=f"s3:{seen}")

    assert "Something else is there now" in html
    assert volume.unit("draft/s3/bed").accepted_by == "policy"


def test_reading_twice_says_that_there_is_nothing_more(desk: Client, volume: Book) -> None:
    decide(desk, volume, "mark", section="s3:")

    assert "nothing here that you have not read" in decide(desk, volume, "mark", section="s3:")


def test_a_remark_is_kept_about_selected_words(desk: Client, volume: Book) -> None:
    from studio.models import Finding
    from tests.web import browsers

    place = browsers.paragraph(volume, "draft/s1/up")
    query = {"remark": place, "quote": "comes"}
    form = desk.get(reverse("read_chapter", args=[volume.project.slug, "c1"]), query).text

    decide(desk, volume, "remark", paragraph=place, quote="comes", words="Does it?")

    assert '<textarea id="remark-words"' in form
    found = Finding.objects.get()
    assert (found.words, found.quote, found.is_anchored) == ("Does it?", "comes", True)


def test_a_remark_about_a_section_needs_words(desk: Client, volume: Book) -> None:
    from studio.models import Finding

    empty = decide(desk, volume, "remark", section="s1", words=" ")
    decide(desk, volume, "remark", section="s1", words="Too short.")

    assert "Write down what you want to remark" in empty
    assert Finding.objects.get().quote == ""


@pytest.mark.parametrize("chapter", ["c9", "s1", "all"])
def test_what_is_no_chapter_is_not_found(desk: Client, volume: Book, chapter: str) -> None:
    url = reverse("read_chapter", args=[volume.project.slug, chapter])

    assert desk.get(url).status_code == 404


def test_a_book_without_an_outline_says_so(desk: Client) -> None:
    from tests import building

    found = building.begin()

    assert "no outline yet" in desk.get(reverse("read", args=[found.project.slug])).text


def test_a_long_chapter_takes_as_many_queries_as_a_short_one(desk: Client) -> None:
    from tests.web import counting

    assert counting.queries(desk, "read", 3) == counting.queries(desk, "read", 30)
    assert counting.whole(desk, 3) == counting.whole(desk, 30)
