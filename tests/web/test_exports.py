"""The page on which files are ordered, followed, taken and removed."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from studio.models import Export
from studio.worker.printing import print_export
from tests.building import Book
from tests.building import book as drawn
from tests.web import browsers
from tests.web.browsers import HTMX


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> None:
    """Files go into a folder of the test."""
    settings.STUDIO = replace(settings.STUDIO, data=tmp_path)


@pytest.fixture
def page(book: Book, folder: None) -> str:
    """The address of the page of a written book."""
    return reverse("exports", args=[book.project.slug])


def made() -> None:
    """What a worker does."""
    for export in Export.objects.unfinished():
        print_export(export.pk, lambda: False)


def test_a_slow_file_is_followed_until_it_can_be_taken(desk: Client, page: str) -> None:
    ordered = desk.post(page, {"format": ["pdf", "md"]}, follow=True)
    assert "you need not wait" in ordered.text
    assert 'hx-trigger="every 1s"' in ordered.text
    assert "Waits for its turn" in ordered.text

    made()

    followed = desk.get(page, headers=HTMX).text
    assert "<h1" not in followed
    assert "hx-trigger" not in followed
    file = next(f for f in desk.get(page).context["page"].files if f.kind == "PDF")
    taken = desk.get(file.url)
    assert taken.content.startswith(b"%PDF-")
    assert taken.headers["Content-Type"] == "application/pdf"
    assert file.name.endswith(".pdf")


def test_a_file_can_be_stopped_made_again_and_removed(desk: Client, page: str, book: Book) -> None:
    slug = book.project.slug
    desk.post(page, {"format": "epub"})
    first = Export.objects.get()

    stopped = desk.post(reverse("stop_export", args=[slug, first.pk]), follow=True)
    assert "Stopped" in stopped.text
    desk.post(reverse("again_export", args=[slug, first.pk]))
    made()
    removed = desk.post(reverse("remove_export", args=[slug, first.pk]), follow=True)

    (left,) = removed.context["page"].files
    assert (left.state, left.kind) == ("ready", "EPUB")


def test_a_part_by_itself_is_offered(desk: Client, page: str) -> None:
    shown = desk.get(page)
    ((first, _), *_) = shown.context["page"].parts

    desk.post(page, {"format": "html", "part": first})

    assert Export.objects.get().part == first


def test_the_author_stands_on_the_title_page_until_left_out(desk: Client, page: str) -> None:
    desk.post(page, {"format": "md", "author": " M.  Stein "})
    assert 'value="M. Stein"' in desk.get(page).text
    desk.post(page, {"format": "html"})

    first, second = Export.objects.order_by("pk")
    assert 'author: "M. Stein"' in Path(first.path).read_text()
    assert '<p class="author">M. Stein</p>' in Path(second.path).read_text()


def test_what_is_only_proposed_goes_in_when_that_is_wanted(desk: Client, folder: None) -> None:
    begun = drawn(autonomy="ahead")
    browsers.offer(begun, "draft/s1/spring", "Gravel lies where the stone was.")
    page = reverse("exports", args=[begun.project.slug])

    desk.post(page, {"format": "html"})
    desk.post(page, {"format": "html", "proposals": "on"})

    without, with_ = (Path(e.path).read_text() for e in Export.objects.order_by("pk"))
    assert "Gravel lies" not in without
    assert "Gravel lies" in with_
    assert re.search("Proposed, not accepted: 1 ", with_)
    assert "with what is proposed" in desk.get(page).text


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose at least one kind"),
        ({"format": "exe"}, "There is no such kind of file"),
        ({"format": "pdf", "part": "s99"}, "This part is no longer in the book"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(
    desk: Client, page: str, sent: dict[str, str], words: str
) -> None:
    answer = desk.post(page, sent)

    assert answer.status_code == 422
    assert words in answer.text
    assert not Export.objects.exists()


def test_a_failed_file_says_why_and_offers_to_make_it_again(
    desk: Client, page: str, book: Book
) -> None:
    desk.post(page, {"format": "pdf"})
    export = Export.objects.get()
    Export.objects.filter(pk=export.pk).update(state="failed", reason="The book is too long.")

    shown = desk.get(page).text

    assert "The book is too long." in shown
    assert reverse("again_export", args=[book.project.slug, export.pk]) in shown


def test_a_file_that_is_gone_is_said_to_be(desk: Client, page: str) -> None:
    desk.post(page, {"format": "md"})
    export = Export.objects.get()
    Path(export.path).unlink()

    answer = desk.get(desk.get(page).context["page"].files[0].url, follow=True)

    assert "is no longer where it was kept" in answer.text


def test_what_cannot_be_printed_is_named_with_its_section(desk: Client, page: str) -> None:
    desk.post(page, {"format": "epub"})
    Export.objects.update(state="ready", findings=[["No font here has x.", "s1", "1 Rain"]])

    shown = desk.get(page)

    (remark,) = shown.context["page"].files[0].remarks
    assert remark.words == "1 Rain: No font here has x."
    assert remark.url.endswith("/s/s1/")
