"""A page of a large book costs what it shows: counted in rows, in books of two sizes."""

import pytest
from django.test import Client
from django.urls import reverse

from studio.actions import printing
from studio.core.search import Sought
from studio.management.benches import grown, rows
from studio.management.benches.grown import Grown
from studio.queries import (
    around,
    exports,
    method,
    outline_page,
    outline_parts,
    plan,
    searching,
    wide,
)
from studio.queries.values import PlanRest

pytestmark = pytest.mark.django_db
SIZES = (400, 1000)


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> tuple[Grown, Grown]:
    """Two books that count as large."""
    monkeypatch.setattr(wide, "MANY", 100)
    monkeypatch.setattr(around, "FAR", 1)
    monkeypatch.setattr(outline_parts, "MOST_LINES", 20)
    monkeypatch.setattr(method, "MOST_PLACES", 2)
    small, large = (grown.grow(n, title=f"Of {n} steps") for n in SIZES)
    return small, large


def asked(book: Grown, name: str, told: dict[str, str], query: str) -> rows.Asked:
    project = book.project
    client = Client(SERVER_NAME="localhost")
    client.force_login(project.owner)
    url = reverse(name, kwargs={"book": project.slug, **told}) + query
    assert client.get(url).status_code == 200
    with rows.counted() as found:
        client.get(url)
    return found


PAGES: tuple[tuple[str, dict[str, str], str], ...] = (
    ("section", {"section": "s15"}, ""),
    ("unit", {"unit": "map/s15"}, ""),
    ("write", {"section": "s15"}, ""),
    ("section_history", {"section": "s15"}, ""),
    ("names", {}, ""),
    ("go", {}, "?q=quarter+15"),
    ("review", {}, "?at=s15"),
    ("remarks", {}, "?state=all"),
    ("stats", {}, ""),
    ("distrust", {}, ""),
    ("outline", {}, "?at=s15"),
    ("outline", {}, "?view=cards&first=20"),
)


def test_a_page_costs_what_it_shows(books: tuple[Grown, Grown]) -> None:
    for name, told, query in PAGES:
        in_small, in_large = (asked(book, name, told, query) for book in books)

        assert in_large.n_statements == in_small.n_statements, name
        assert in_large.n_rows == in_small.n_rows, name


def test_what_stands_around_a_section_is_found_level_by_level(books: tuple[Grown, Grown]) -> None:
    small, large = (book.project for book in books)

    own = [f"s{n}" for n in range(10, 20)]
    assert around.sections(large, "s15") == ["c0", "c1", *own, "c2"]
    assert around.n_leaves(large) == 100
    assert around.beside(small, "s10", -1) == "s9"
    assert around.beside(small, "s19", 1) == "s20"
    assert (around.beside(small, "s0", -1), around.beside(small, "s39", 1)) == ("", "")


def test_long_lists_of_a_plan_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    project = grown.grow(200, title="Long").project
    monkeypatch.setattr(plan, "MOST_SHOWN", 8)

    first = plan.plan_view(project)
    last = plan.plan_view(project, part=("claims", 16))
    edited = plan.plan_view(project, editing="claim-9")

    own = [f"claim-{n}" for n in range(16, 20)]
    assert [c.item.id for c in last.claims] == [*own, "premise-0"]
    assert first.claims_rest == PlanRest("claims", 0, 8, 21, None, 8)
    assert last.claims_rest == PlanRest("claims", 16, 21, 21, 8, 0)
    assert any(c.item.is_editing for c in edited.claims)
    assert [g.rest and g.rest.count for g in first.groups] == [10]
    assert (first.chapters_rest, len(first.chapters)) == (None, 2)


def test_a_part_of_an_outline_says_what_the_whole_says(monkeypatch: pytest.MonkeyPatch) -> None:
    project = grown.grow(200, title="Long").project
    whole = outline_page.outline_page(project)
    monkeypatch.setattr(outline_parts, "MOST_LINES", 8)

    parts = [outline_page.outline_page(project, first=n) for n in (0, 8, 16)]
    around_it = outline_page.outline_page(project, editing="s7")

    # What lies in a chapter that began before stands below its name.
    assert [line for p in parts for line in p.lines] == [
        *whole.lines[:8], whole.lines[0], *whole.lines[8:16], whole.lines[11], *whole.lines[16:]
    ]  # fmt: skip
    assert [(p.words, p.written) for p in parts] == [(whole.words, whole.written)] * 3
    assert parts[1].rest == PlanRest("lines", 8, 16, 22, 0, 16)
    edited = next(line for line in around_it.lines if line.is_editing)
    assert (edited.joins, len(edited.splits)) == ("The river of quarter 8", 17)


def test_a_passage_in_which_nothing_can_be_found_is_not_brought_in(
    books: tuple[Grown, Grown], monkeypatch: pytest.MonkeyPatch
) -> None:
    project, sought = books[1].project, Sought("QUARTER 15 is")
    whole = searching.look(project, sought, ("text",), user_id=0)
    monkeypatch.setattr(searching, "MANY", 100)

    with rows.counted() as found:
        some = searching.look(project, sought, ("text",), user_id=0)

    assert some == whole
    assert len(some) == 18
    assert found.n_rows < 300


def test_of_a_large_book_every_file_is_made_by_a_worker(
    books: tuple[Grown, Grown], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_STEPS", 500)
    small, large = (book.project for book in books)

    assert printing.slow(small, ["md", "pdf"]) == ("pdf",)
    assert printing.slow(large, ["md", "folder"]) == ("md", "folder")
    desk = Client(SERVER_NAME="localhost")
    desk.force_login(large.owner)
    answer = desk.get(reverse("export_folder", args=[large.slug]), follow=True)
    assert "is made as its other files are" in answer.text
    assert answer.context["form"]["format"].value() == ["folder"]
    page = exports.exports_page(large)
    assert (page.accepted_sections, page.section_count, page.cautions) == (100, 100, ())
