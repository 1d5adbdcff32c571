from dataclasses import replace
from typing import Any

import pytest

from studio import protocols
from studio.actions import books
from studio.actions.books import BadBrief, Statement
from studio.core import keys
from studio.models import Commit, Entry
from tests import building
from tests.building import NOW, Book

GOOD = Statement(title="Rivers", intention="Why towns remember rivers.")


@pytest.mark.parametrize("protocol", protocols.slugs())
def test_a_book_begins_with_its_brief_its_method_and_its_first_steps(
    book: Book, protocol: str
) -> None:
    project = books.begin(replace(GOOD, protocol=protocol), owner_id=book.owner_id, now=NOW)

    entries = set(Entry.objects.filter(project=project).values_list("key", flat=True))
    assert {keys.brief(field) for field in keys.BRIEF_FIELDS} | {"protocol"} <= entries
    assert [c.kind for c in Commit.objects.filter(project=project)] == ["begin"]
    assert project.units.count() >= 2
    assert project.commit_number == 1


def test_the_book_owns_its_copy_of_the_prompts(book: Book) -> None:
    template, files = protocols.load("argument")

    prompts = {k: b["prompt"] for k, b in book.state()._entries.items() if k.startswith("pass/")}

    assert prompts["pass/draft"] == files["draft.md"]
    assert book.state().entry("protocol") == template


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"intention": "\n"}, "intention"),
        ({"intention": "a\0b"}, "intention"),
        ({"voice": "x" * 100_001}, "voice"),
        ({"words": 99}, "words"),
        ({"words": 500_001}, "words"),
        ({"language": "English"}, "language"),
        ({"language": ""}, "language"),
        ({"protocol": "opera"}, "protocol"),
        ({"protocol": "../argument"}, "protocol"),
    ],
)
def test_a_brief_that_cannot_be_used_is_refused_with_what_to_do(
    facts: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadBrief) as refused:
        books.checked(replace(GOOD, **facts))

    assert refused.value.field == field
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("facts", "field", "clean"),
    [
        ({"title": " Rivers\r\n"}, "title", "Rivers"),
        ({"intention": "\ufeffWhy?\r\n\r\n\r\nSo.  "}, "intention", "Why?\n\nSo."),
        ({"language": " pt-BR "}, "language", "pt-BR"),
        ({"title": "e\u0301"}, "title", "é"),
    ],
)
def test_a_brief_is_made_clean(facts: dict[str, Any], field: str, clean: str) -> None:
    assert getattr(books.checked(replace(GOOD, **facts)), field) == clean


def test_editing_the_brief_is_one_commit_and_none_where_nothing_is_different(book: Book) -> None:
    same = replace(GOOD, words=1000)
    before = book.project.commit_number

    assert not books.edit_brief(book.project_id, same, actor_id=book.owner_id, now=NOW)
    assert books.edit_brief(
        book.project_id, replace(same, voice="Plain."), actor_id=book.owner_id, now=NOW
    )

    assert book.project.commit_number == before + 1


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Flüsse & Städte", "flusse-stadte"),
        ("雨", "book"),
        ("—", "book"),
        ("x" * 200, "x" * 60),
    ],
)
def test_a_book_gets_an_address_of_its_title(title: str, slug: str) -> None:
    assert books.free_slug(title) == slug


def test_two_books_of_one_title_have_two_addresses() -> None:
    first, second, third = (building.begin(title="Streams") for _ in range(3))

    assert [b.project.slug for b in (first, second, third)] == [
        "streams", "streams-2", "streams-3",
    ]  # fmt: skip
