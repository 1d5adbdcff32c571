"""A manuscript becomes a book that its author may go on with as with any other."""

import pytest
from django.contrib.auth.models import User

from studio.actions import importing
from studio.actions.books import BadBrief
from studio.core.language import guess
from studio.formats.reading import manuscript as manuscripts
from studio.formats.reading.read import read
from studio.models import Commit, Project, Unit
from studio.queries import words_written
from studio.queries.manuscript import manuscript
from studio.queries.verify import verify
from tests.building import NOW, Book

TEXT = """---
tags: river # mine
---
# Where it rises

It was cold.

## The spring

Water comes up.

- - -

It goes.

# The sea

[^1] It ends.

[^1]: At last.
"""


def bring_in(text: str = TEXT, *, level: int = 2, title: str = "Rivers") -> Book:
    owner, _ = User.objects.get_or_create(username="owner")
    found = read("rivers.md", text.encode())
    sections = manuscripts.sections(found, level)
    told = importing.stated(found, sections).changed(title=title, language="", protocol="")
    source = importing.Source(found.name, found.kind)
    made = importing.bring_in(sections, told, source, owner_id=owner.pk, now=NOW)
    return Book(made.pk, owner.pk)


def test_every_section_is_its_author_s_accepted_and_locked() -> None:
    book = bring_in()

    drafts = Unit.objects.in_project(book.project_id).exclude(movement_key="").order_by("place")
    assert [(u.key, u.standing, u.is_pinned, u.accepted_by) for u in drafts] == [
        (f"draft/{section}/text", "accepted", True, "person") for section in ("s2", "s3", "s4")
    ]
    assert book.body_of("draft/s3/text") == "Water comes up.\n\n- - -\n\nIt goes.\n"
    assert book.unit("outline").standing == book.unit("map/s2").standing == "accepted"
    assert (book.stale(), verify(book.project)) == (set(), [])
    assert words_written.by_day(book.project) == [], "nobody typed it today"
    assert not book.project.is_running


def test_the_book_says_what_the_manuscript_says_and_where_it_comes_from() -> None:
    book = bring_in()

    found = manuscript(book.project)
    assert [(s.number, s.title) for s in found.sections] == [
        ("1", "Where it rises"), ("1.1", "Where it rises"), ("1.2", "The spring"), ("2", "The sea"),
    ]  # fmt: skip
    assert found.complete
    said = list(Commit.objects.order_by("number").values_list("reason", flat=True))
    assert said == [
        "Brought in “rivers.md” (Markdown): its outline",
        "Brought in “rivers.md” (Markdown): its text",
    ]
    assert (book.state().entry("front/s2") or {})["text"] == "tags: river # mine\n"


def test_what_cannot_be_a_book_makes_none() -> None:
    with pytest.raises(BadBrief, match="at most 200"):
        bring_in(title="x" * 300)
    with pytest.raises(importing.NothingThere, match=r"3,001 sections"):
        bring_in("# A\n\nx\n\n" * 3001)
    assert Project.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("He was the one that had come and it was not for us.", "en"),
        ("Il était une fois dans la ville, et les gens ne sont pas là pour nous.", "fr"),
        ("Es war einmal, und das ist nicht die Stadt, die wir mit ihm sind.", "de"),
        ("第一章 这一行在这里换行", "zh"),
        ("用 `print` 打印。\n\n```\nfor the_one in and_the_other: not_it()\n```\n", "zh"),
        ("日本語の文章を途中で改行する。", "ja"),
        ("לא היה שם דבר", "he"),
        ("", "en"),
    ],
)
def test_the_language_of_a_text_is_guessed(text: str, code: str) -> None:
    assert guess(text) == code
