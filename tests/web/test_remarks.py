"""The remarks of a book: narrowed, set aside, handed on."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Finding
    from studio.queries.values.remarks import RemarksPage
    from tests.building import Book


@pytest.fixture
def remarks(book: Book) -> list[Finding]:
    """One that must be fixed, one of its author that lost its place, one that was set aside."""
    from tests.web import browsers

    must = browsers.remark(book)
    lost = browsers.remark(book, "draft/s1/mouth")
    aside = browsers.remark(book, "draft/s2/bed")
    type(lost).objects.filter(pk=lost.pk).update(
        source="person", severity="idea", quote="gone words", is_anchored=False,
        words="=cmd|' /C calc'!A0", made_at=timezone.now() - timedelta(days=2),
    )  # fmt: skip
    type(aside).objects.filter(pk=aside.pk).update(state="waived")
    type(must).objects.filter(pk=must.pk).update(kind="contradiction")
    return [must, lost, aside]


def opened(desk: Client, book: Book, **query: str) -> RemarksPage:
    answer = desk.get(reverse("remarks", args=[book.project.slug]), query)
    page: RemarksPage = answer.context["page"]
    return page


def ids(page: RemarksPage) -> list[int]:
    return [int(row.id) for row in (*page.lost, *page.rows)]


def test_open_ones_are_shown_and_those_without_a_place_first(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    must, lost, _ = remarks

    page = opened(desk, book)

    assert ids(page) == [lost.pk, must.pk]
    assert [row.quote for row in page.lost] == ["gone words"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"state": "waived"}, [2]),
        ({"state": "all"}, [1, 0, 2]),
        ({"weight": "must"}, [0]),
        ({"source": "you"}, [1]),
        ({"source": "Challenge", "weight": "must"}, [0]),
        ({"section": "s1"}, [1, 0]),
        ({"section": "s2"}, []),
        ({"age": "day"}, []),
        ({"kind": "yours"}, [1]),
        ({"kind": "contradiction"}, [0]),
        ({"kind": "style", "state": "all"}, []),
        ({"age": "week"}, [1]),
        ({"age": "older"}, [0]),
        ({"state": "x", "weight": "y"}, []),
    ],
)
def test_filters_are_combined_in_the_address(
    desk: Client, book: Book, remarks: list[Finding], query: dict[str, str], expected: list[int]
) -> None:
    assert ids(opened(desk, book, **query)) == [remarks[n].pk for n in expected]


def test_each_choice_counts_what_it_would_show(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    page = opened(desk, book, weight="must")

    state = next(f for f in page.filters if f.name == "state")
    weight = next(f for f in page.filters if f.name == "weight")
    assert [c.count for c in state.choices] == [1, 0, 1, 0, 0, 2]
    assert [(c.value, c.count) for c in weight.choices][:2] == [("", 2), ("must", 1)]
    assert "weight=must" in state.choices[1].query


def test_chosen_ones_are_set_aside_in_one_change(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    from studio.queries import verify

    number = book.project.commit_number
    url = reverse("set_remarks_aside", args=[book.project.slug])

    html = desk.post(url, {"remark": [remarks[0].pk, remarks[1].pk]}, follow=True).text

    assert "Set aside." in html
    assert book.project.commit_number == number + 1
    assert ids(opened(desk, book)) == []
    assert verify.verify(book.project) == []


def test_choosing_nothing_is_said(desk: Client, book: Book, remarks: list[Finding]) -> None:
    slug = book.project.slug
    for name in ("set_remarks_aside", "rewrite_remarks"):
        sent = {"remark": ["x", "9" * 30]}

        assert (
            "Choose at least one" in desk.post(reverse(name, args=[slug]), sent, follow=True).text
        )


def test_remarks_become_the_note_of_a_rewriting(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    url = reverse("rewrite_remarks", args=[book.project.slug])

    page = desk.post(url, {"remark": [remarks[0].pk]}, follow=True)

    assert page.status_code == 200
    intent = page.context["intent"]
    assert (intent.kind, intent.units) == ("recompose", ("draft/s1/spring",))
    assert intent.instead == "- Says who?"


def test_remarks_about_several_texts_are_not_mixed_up(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    url = reverse("rewrite_remarks", args=[book.project.slug])

    page = desk.post(url, {"remark": [r.pk for r in remarks]}, follow=True)

    intent = page.context["intent"]
    assert len(intent.units) == 3
    assert "Says who?" not in intent.instead


def test_those_of_another_book_are_left_alone(desk: Client, book: Book) -> None:
    from tests.building import begin
    from tests.web import browsers

    remark = browsers.remark(book)
    other = begin(title="Other")

    desk.post(reverse("set_remarks_aside", args=[other.project.slug]), {"remark": remark.pk})

    remark.refresh_from_db()
    assert remark.state == "open"


def test_a_table_is_handed_out_without_formulas(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    answer = desk.get(reverse("remarks", args=[book.project.slug]), {"as": "csv"})

    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert 'filename="rivers-remarks.csv"' in answer.headers["Content-Disposition"]
    assert rows[1][3].startswith("'=cmd")
    assert [row[1] for row in rows[1:]] == ["idea", "must fix"]
    assert [row[2] for row in rows[1:]] == ["Your comment", "Contradiction"]


def test_a_list_is_handed_out_in_markdown(desk: Client, book: Book, remarks: list[Finding]) -> None:
    answer = desk.get(reverse("remarks", args=[book.project.slug]), {"as": "md", "state": "all"})

    assert "## 1 Water" in answer.text
    assert "- [ ] **must fix** (Challenge, Contradiction): Says who?" in answer.text
    assert "- [x]" in answer.text


def test_a_book_without_remarks_says_how_they_come(desk: Client, book: Book) -> None:
    assert "no remarks yet" in desk.get(reverse("remarks", args=[book.project.slug])).text


def test_many_remarks_take_as_many_queries_as_few(desk: Client) -> None:
    from tests.web import counting

    assert counting.queries(desk, "remarks", 3) == counting.queries(desk, "remarks", 30)


def chosen(desk: Client, book: Book, name: str, *findings: Finding) -> str:
    sent = {"remark": [finding.pk for finding in findings]}
    return desk.post(reverse(name, args=[book.project.slug]), sent, follow=True).text


def test_what_is_fixed_is_looked_at_again_then_done_with(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    must, lost, _ = remarks
    was = must.artifact_id

    chosen(desk, book, "fix_remarks", must, lost)
    book.write({"draft/s1/spring": "Water rises."})
    fixed = opened(desk, book, state="fixed")

    now = book.unit("draft/s1/spring").current_id
    assert set(ids(fixed)) == {must.pk, lost.pk}
    assert fixed.rows[0].both_url.endswith(f"/s/s1/history/?older=a{was}&newer=a{now}")

    chosen(desk, book, "confirm_remarks", must)

    assert ids(opened(desk, book, state="done")) == [must.pk]
    assert ids(opened(desk, book, state="fixed")) == [lost.pk]


def test_what_is_opened_again_holds_against_the_text_of_today(
    desk: Client, book: Book, remarks: list[Finding]
) -> None:
    from studio.queries.verify import verify

    *_, aside = remarks
    book.write({"draft/s2/bed": "Stone moves."})

    chosen(desk, book, "reopen_remarks", aside)

    aside.refresh_from_db()
    assert aside.state == "open"
    assert aside.artifact_id == book.unit("draft/s2/bed").current_id
    assert book.unit("draft/s2/bed").standing == "reopened"
    assert [v for v in verify(book.project) if v.place == "draft/s2/bed"] == []


@pytest.mark.parametrize("name", ["confirm_remarks", "reopen_remarks"])
def test_an_open_remark_is_neither_confirmed_nor_opened_again(
    desk: Client, book: Book, remarks: list[Finding], name: str
) -> None:
    assert "Choose at least one" in chosen(desk, book, name, remarks[0])


def test_many_remarks_come_in_parts_and_say_how_many_they_are(
    desk: Client, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from studio.queries import remarks as queries
    from tests.web import browsers

    monkeypatch.setattr(queries, "MOST", 2)
    made = [browsers.remark(book, "draft/s1/spring") for _ in range(5)]

    first = opened(desk, book)
    last = opened(desk, book, first="4")

    assert (first.n_fit, first.later, first.earlier) == (5, 2, None)
    assert ids(first) == [one.pk for one in made[:2]]
    assert (ids(last), last.later, last.earlier) == ([made[4].pk], 0, 2)
    assert ids(opened(desk, book, first="99")) == ids(first)
