"""The versions of a section: listed by change, named, compared, taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from studio.models import Named
from studio.queries.verify import verify
from tests import building
from tests.building import Book

if TYPE_CHECKING:
    from django.test import Client

SPRING, MOUTH = "draft/s1/spring", "draft/s1/mouth"
FIRST = "Water comes up from below.\n\nIt is cold.\n\nNobody sees it."


@pytest.fixture
def moment(book: Book) -> int:
    """Three paragraphs, of which one is edited and one cut."""
    from studio.actions import wording
    from tests.building import NOW

    book.write({SPRING: FIRST})
    number = book.project.commit_number
    edited = "Water comes up from below.\n\nIt is very cold."
    wording.edit_text(
        book.unit(SPRING).pk, edited, actor_id=book.owner_id, cause="Cut by hand", now=NOW
    )
    return number


def url(book: Book, name: str = "section_history") -> str:
    return reverse(name, args=[book.project.slug, "s1"])


def test_each_moment_says_its_cause_and_how_many_words(
    desk: Client, book: Book, moment: int
) -> None:
    page = desk.get(url(book)).context["page"]

    causes = [(m.cause, m.by, m.change) for m in page.moments[:2]]
    assert causes == [("Cut by hand", "by you", -2), ("Written", "by you", 6)]
    assert [m.is_now for m in page.moments] == [True, False, False]


def test_what_is_compared_first_is_what_was_changed_last(
    desk: Client, book: Book, moment: int
) -> None:
    html = desk.get(url(book)).text
    chosen = re.findall(r'name="(older|newer)" value="(\w+)"[^>]* checked', html)

    page = desk.get(url(book), dict(chosen)).context["page"]

    assert len(chosen) == 2
    assert (page.compared.n_changes, page.compared.words_removed) == (2, 3)


def test_what_stayed_is_told_in_the_language_of_the_book(
    desk: Client, book: Book, moment: int
) -> None:
    html = desk.get(url(book), {"older": f"c{moment}", "newer": "now"}).text

    assert 'unchanged: <span lang="en" dir="auto">Water' in html


@pytest.mark.parametrize(("look", "grain"), [("", ""), ("side", "sentence"), ("", "paragraph")])
def test_any_two_are_compared(desk: Client, book: Book, moment: int, look: str, grain: str) -> None:
    asked = {"older": f"c{moment}", "newer": "now", "look": look, "grain": grain}

    answer = desk.get(url(book), asked)

    compared = answer.context["page"].compared
    assert (compared.n_changes, compared.words_removed) == (2, 3)
    assert "very" in answer.text.partition("<ins>")[2].partition("</ins>")[0]
    assert "Nobody sees it." in answer.text


def test_two_versions_of_a_passage_are_compared(desk: Client, book: Book, moment: int) -> None:
    older, newer = book.unit(SPRING).artifacts.order_by("-number")[1], book.unit(SPRING).current
    assert newer is not None

    page = desk.get(url(book), {"older": f"a{older.pk}", "newer": f"a{newer.pk}"}).context["page"]

    assert page.compared.title == f"From version {older.number} to version {newer.number}"
    assert len(page.compared.passages) == 1


def test_one_paragraph_is_taken_back_into_todays_text(
    desk: Client, book: Book, moment: int
) -> None:
    compared = desk.get(url(book), {"older": f"c{moment}"}).context["page"].compared
    blocks = [block for passage in compared.passages for block in passage.blocks]
    cut = next(block for block in blocks if block.kind == "removed")

    sent = {"version": cut.version_id, "paragraph": cut.paragraph_id}
    answer = desk.post(url(book, "restore_paragraph"), sent, follow=True)

    text = "Water comes up from below.\n\nIt is very cold.\n\nNobody sees it.\n"
    assert book.body_of(SPRING) == text
    current = book.unit(SPRING).current
    assert current is not None
    assert [by for _, by in current.paragraphs][2] == "person"
    undo = reverse("undo", args=[book.project.slug, book.project.commit_number])
    assert f'action="{undo}"' in answer.text
    desk.post(undo)
    assert book.body_of(SPRING) == "Water comes up from below.\n\nIt is very cold.\n"
    assert verify(book.project) == []


def test_a_changed_paragraph_takes_the_place_of_what_it_became(
    desk: Client, book: Book, moment: int
) -> None:
    compared = desk.get(url(book), {"older": f"c{moment}"}).context["page"].compared
    blocks = [block for passage in compared.passages for block in passage.blocks]
    was = next(block for block in blocks if block.kind == "changed")

    desk.post(
        url(book, "restore_paragraph"),
        {"version": was.version_id, "paragraph": was.paragraph_id},
    )

    assert book.body_of(SPRING) == "Water comes up from below.\n\nIt is cold.\n"


def test_a_whole_section_is_taken_back_in_one_change(desk: Client, book: Book, moment: int) -> None:
    mouth = book.body_of(MOUTH)
    book.write({MOUTH: "It ends in sand."})
    number = book.project.commit_number

    desk.post(url(book, "restore_version"), {"moment": moment})
    again = desk.post(url(book, "restore_version"), {"moment": moment}, follow=True)

    assert book.project.commit_number == number + 1
    assert (book.body_of(SPRING), book.body_of(MOUTH)) == (f"{FIRST}\n", mouth)
    assert "It says that already." in again.text
    named = Named.objects.get()
    assert (named.name, named.section_id) == (f"Before change {moment} was taken back", "s1")
    assert named.commit_number == number
    assert verify(book.project) == []


@pytest.mark.parametrize(("what", "said"), [("s1", "1 Water"), ("", "The book")])
def test_a_name_marks_a_moment_and_is_found_again(
    desk: Client, book: Book, moment: int, what: str, said: str
) -> None:
    names = reverse("names", args=[book.project.slug])

    desk.post(names, {"name": "  before the   flood ", "what": what})
    book.write({SPRING: "Other water."})

    page = desk.get(url(book)).context["page"]
    named = [[line.name for line in m.names] for m in page.moments]
    assert named[:2] == [[], ["before the flood"]]
    html = desk.get(names).text
    assert "before the flood" in html
    assert said in html

    line = Named.objects.get()
    desk.post(reverse("forget_name", args=[book.project.slug, line.pk]))
    assert "before the flood" not in desk.get(names).text


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": " "}, "Give it a name"),
        ({"name": "x" * 121}, "At most 120"),
        ({"name": "x", "what": "s99"}, "no longer in the book"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused(
    desk: Client, book: Book, sent: dict[str, str], words: str
) -> None:
    answer = desk.post(reverse("names", args=[book.project.slug]), sent, follow=True)

    assert words in answer.text
    assert not Named.objects.exists()


@pytest.mark.parametrize("older", ["x", "c0", "c999", "a1x", "a0", "z3"])
def test_what_never_was_cannot_be_compared(desk: Client, book: Book, older: str) -> None:
    assert desk.get(url(book), {"older": older}).context["page"].compared is None


def test_a_named_chapter_is_taken_back_as_a_whole(desk: Client) -> None:
    found = building.book(
        """
        c1 Rivers
            s1 Water
                - spring: Water comes.
            s2 Stone
                - bed: Stone lies.
        c2 Rain
            - cloud: It rains.
        """,
        is_written=True, is_running=False,
    )  # fmt: skip
    names = reverse("names", args=[found.project.slug])
    desk.post(names, {"name": "dry", "what": "c1"})
    number = found.project.commit_number
    wet = {"draft/s1/spring": "Wet.", "draft/s2/bed": "Wet too.", "draft/c2/cloud": "It pours."}
    found.write(wet)

    html = desk.get(names).text
    url = reverse("restore_version", args=[found.project.slug, "c1"])
    answer = desk.post(url, {"moment": number, "next": names}, follow=True)

    assert f'action="{url}"' in html
    assert answer.redirect_chain[-1][0] == names
    texts = {key: found.body_of(key) for key in wet}
    assert list(texts.values()) == ["Water comes.\n", "Stone lies.\n", "It pours.\n"]
