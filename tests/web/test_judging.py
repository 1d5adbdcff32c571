"""What an author decides at the desk, through its forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@drawn_once
def waiting() -> Book:
    """A book of which the first section waits to be judged."""
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up.")
    browsers.offer(found, "draft/s1/mouth", "Water reaches the sea.")
    return found


@drawn_once
def unwritten() -> Book:
    """A book with a plan from which nothing was made yet."""
    from tests import building

    found = building.begin(autonomy="ahead")
    found.commit({**building.drawn(building.OUTLINE), **building.things(building.OBJECTS)})
    return found


def act(desk: Client, name: str, book: Book, *places: str, **told: str) -> str:
    """The page that follows a form."""
    return desk.post(reverse(name, args=[book.project.slug, *places]), told, follow=True).text


def test_accepting_a_section_accepts_all_that_waits_in_it(desk: Client, waiting: Book) -> None:
    html = act(desk, "accept_section", waiting, "s1")

    assert "part of your book" in html
    assert waiting.unit("draft/s1/spring").standing == "accepted"
    assert waiting.unit("draft/s1/mouth").accepted_by == "person"


def test_what_was_not_seen_is_not_accepted(desk: Client, waiting: Book) -> None:
    page = desk.get(reverse("section", args=[waiting.project.slug, "s1"]))
    seen = page.context["page"].seen
    act(desk, "accept_section", waiting, "s1")

    html = act(desk, "accept_section", waiting, "s1", seen=seen)

    assert "Something else is there now" in html


def test_sending_back_has_it_written_again_with_the_note(desk: Client, waiting: Book) -> None:
    html = act(desk, "send_back_section", waiting, "s1", note="Say where.")

    assert "Sent back with your note." in html
    assert waiting.unit("draft/s1/spring").work == "pending"
    assert waiting.unit("draft/s1/mouth").candidate is None


def test_an_edited_paragraph_is_the_text_at_once(desk: Client, waiting: Book) -> None:
    from tests.web import browsers

    place = browsers.paragraph(waiting)
    html = act(desk, "edit_paragraph", waiting, "s1", place, text="Water rises.\r\n\r\nIt sings.")

    assert "Water rises." in html
    assert waiting.body_of("draft/s1/spring") == "Water rises.\n\nIt sings.\n"


def test_an_edit_says_what_gave_way_to_it_and_offers_its_undo(desk: Client, book: Book) -> None:
    from tests.web import browsers

    held = browsers.remark(book)
    place = browsers.paragraph(book)
    url = reverse("edit_paragraph", args=[book.project.slug, "s1", place])

    html = desk.post(url, {"text": "Water comes from far below."}, follow=True).text
    held.refresh_from_db()

    said = "A remark that had to be fixed gave way to your word; it is kept under Remarks"
    assert held.state == "waived"
    assert said in html
    assert reverse("undo", args=[book.project.slug, book.project.commit_number]) in html
    aside = desk.get(reverse("remarks", args=[book.project.slug]), {"state": "waived"}).text
    assert "Says who?" in aside


def test_a_locked_section_is_unlocked_again(desk: Client, book: Book) -> None:
    locked = act(desk, "lock_section", book, "s1")
    unlocked = act(desk, "lock_section", book, "s1")

    assert "Locked: nothing rewrites it." in locked
    assert "Unlocked." in unlocked
    assert not book.unit("draft/s1/spring").is_pinned


def test_a_version_is_taken_back(desk: Client, book: Book) -> None:
    first = book.unit("draft/s1/spring").current_id
    book.write({"draft/s1/spring": "Changed."})

    html = act(desk, "restore_version", book, "s1", version=str(first))

    assert "is your text again" in html
    assert book.body_of("draft/s1/spring") == "Water comes up from below.\n"


def test_a_remark_is_settled(desk: Client, book: Book) -> None:
    from tests.web import browsers

    remark = browsers.remark(book)

    act(desk, "settle_remark", book, str(remark.pk))

    remark.refresh_from_db()
    assert remark.state == "waived"


def test_stopping_and_resuming_answer_a_fragment_to_an_open_page(
    desk: Client, waiting: Book
) -> None:
    from tests.web.browsers import HTMX

    slug = waiting.project.slug

    stopped = desk.post(reverse("stop", args=[slug]), headers=HTMX)
    resumed = desk.post(reverse("resume", args=[slug]), headers=HTMX)

    assert stopped.text.startswith("<header")
    assert "What has arrived is kept" in stopped.headers["HX-Trigger"]
    assert resumed.text.startswith("<header")
    assert waiting.project.is_running


def test_stopping_one_step_says_so_on_the_open_page(desk: Client, waiting: Book) -> None:
    from tests.web.browsers import HTMX

    waiting.write({"draft/s1/spring": "a", "draft/s1/mouth": "b"})
    waiting.claim("draft/s2/bed")
    url = reverse("stop_unit", args=[waiting.project.slug, "draft/s2/bed"])

    answer = desk.post(url, headers=HTMX)

    assert answer.status_code == 204
    assert "Stopped" in answer.headers["HX-Trigger"]


def test_an_edited_line_of_the_plan_comes_back_with_the_head(desk: Client, unwritten: Book) -> None:
    from tests.web.browsers import HTMX

    url = reverse("plan_edit", args=[unwritten.project.slug, "claim-1"])

    form = desk.get(url, headers=HTMX)
    line = desk.post(url, {"text": "Water keeps all."}, headers=HTMX)

    assert "<textarea" in form.text
    assert "Water keeps all." in line.text
    assert '<header class="page-head" id="head"' in line.text


def test_an_edit_that_touches_text_shows_first_what_it_would_do(desk: Client, book: Book) -> None:
    from tests.web.browsers import HTMX

    url = reverse("plan_edit", args=[book.project.slug, "claim-1"])

    line = desk.post(url, {"text": "Water keeps all."}, headers=HTMX)

    assert line.status_code == 204
    assert line.headers["HX-Redirect"].startswith(reverse("change", args=[book.project.slug]))


def test_a_bad_line_keeps_what_was_typed(desk: Client, book: Book) -> None:
    url = reverse("plan_edit", args=[book.project.slug, "claim-1"])

    answer = desk.post(url, {"text": "   "})

    assert answer.status_code == 422
    assert "must not be empty" in answer.text


def test_a_list_of_titles_becomes_chapters_with_sections(desk: Client, book: Book) -> None:
    from tests.web import browsers

    url = reverse("outline", args=[book.project.slug])
    told = {"titles": "Ice\n  - Frost\n  Thaw\n\nSteam", "next": url}

    plan = desk.post(reverse("outline_add", args=[book.project.slug]), told)
    browsers.choose(desk, book, plan, "only")
    html = desk.get(url).text

    lines = [line for line in ("Ice", "Frost", "Thaw", "Steam") if f">{line}</a>" in html]
    assert "Add 4 sections" in plan.text
    assert "Done: add 4 sections." in html
    assert "3.1</span> " in html
    assert set(lines) >= {"Frost", "Thaw"}


def test_a_section_moves_up(desk: Client, unwritten: Book) -> None:
    html = act(desk, "outline_move", unwritten, "s2", to="up")

    assert html.index(">Stone</a>") < html.index(">Water</a>")


def test_a_line_of_the_outline_is_edited_without_a_script(desk: Client, book: Book) -> None:
    url = reverse("outline_edit", args=[book.project.slug, "s1"])

    form = desk.get(url, follow=True).text
    after = desk.post(url, {"title": "Wet", "synopsis": "s", "words": "300"}, follow=True).text
    bad = desk.post(url, {"title": "", "synopsis": "s", "words": "many"})

    assert 'name="title"' in form
    assert "Wet" in after
    assert bad.status_code == 422


BRIEF = {
    "title": "Rivers", "intention": "Why.", "audience": "All", "words": "1000", "language": "de",
    "voice": "",
}  # fmt: skip


def test_a_brief_that_touches_no_text_is_applied_at_once(desk: Client, unwritten: Book) -> None:
    from studio.core import keys

    html = act(desk, "brief", unwritten, **BRIEF)

    assert "Done: change the intention, the audience and the language." in html
    assert unwritten.state().entry(keys.brief("language")) == {"value": "de"}


def test_a_brief_that_touches_text_is_only_shown(desk: Client, book: Book) -> None:
    from studio.core import keys

    act(desk, "brief", book, **BRIEF)

    assert book.state().entry(keys.brief("language")) == {"value": "en"}


def test_a_plan_of_which_nothing_waits_cannot_be_accepted(desk: Client) -> None:
    from tests import building

    found = building.begin(autonomy="ahead")
    found.write({"argument": ""}, by="policy")

    html = act(desk, "plan_accept", found)

    assert "nothing here that waits to be accepted" in html
