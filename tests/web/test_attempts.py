"""Attempts: what is written now, what was told, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from studio.core.state import Body
    from studio.models import Run
    from studio.queries.values.attempts import PromptSent
    from tests.building import Book


@pytest.fixture
def going() -> Book:
    """A book that is being written."""
    from tests import building

    return building.book(autonomy="end")


def brief_sent(book: Book, unit_key: str, *paragraphs: str) -> tuple[Run, str]:
    """Has a passage written as a worker would; the attempt, and the very words that were sent."""
    from studio.actions import operate
    from studio.llm.client import Reply, Usage
    from studio.models import Run
    from tests.building import NOW, brief_of, hand_in, prose_of

    claimed = book.claim(unit_key)
    brief = brief_of(claimed)
    text = "\n\n".join(paragraphs)
    reply = Reply(text, "stop", Usage(120, 40, False), "scripted", 2.5, "")
    operate.journal(claimed, brief, reply, now=NOW)
    hand_in(claimed, prose_of(*paragraphs))
    return Run.objects.select_related("unit", "base").get(pk=claimed.run_id), brief.sent


def sent(run: Run) -> PromptSent:
    from studio.queries.prompt_sent import prompt_sent

    return prompt_sent(run)


def page(desk: Client, book: Book, run: Run) -> str:
    return desk.get(reverse("attempt", args=[book.project.slug, run.pk])).text


def test_a_prompt_is_put_together_word_for_word(going: Book) -> None:
    run, words = brief_sent(going, "draft/s1/spring", "Water comes up.")

    found = sent(run)

    assert "\n\n".join(part.text for part in found.parts) == words
    assert (found.is_exact, found.gone) == (True, ())


def test_it_stays_so_when_the_book_changes(going: Book) -> None:
    run, words = brief_sent(going, "draft/s1/spring", "Water comes up.")
    changed: dict[str, Body | None] = {
        "brief/audience": {"value": "nobody"},
        "object/claim-1": None,
    }
    going.commit(changed)

    found = sent(run)

    assert "\n\n".join(part.text for part in found.parts) == words
    assert found.is_exact


def test_where_a_value_is_gone_the_page_says_so(desk: Client, going: Book) -> None:
    from studio.models import Blob, Read

    run, _ = brief_sent(going, "draft/s1/spring", "Water comes up.")
    read = Read.objects.get(artifact__run=run, key="movement/s1/spring")
    Blob.objects.filter(pk=read.digest).delete()

    found, html = sent(run), page(desk, going, run)

    assert found.gone
    assert not found.is_exact
    assert "no longer on record" in html


def test_of_what_came_to_nothing_the_prompt_is_looked_up(desk: Client, going: Book) -> None:
    from studio.actions import endings
    from studio.models import Run
    from tests.building import NOW

    claimed = going.claim("draft/s1/spring")
    endings.fail(claimed, "empty", "The reply was empty.", spread=0, now=NOW)
    run = Run.objects.select_related("unit", "base").get(pk=claimed.run_id)

    html = page(desk, going, run)

    assert sent(run).parts
    assert "The reply was empty." in html
    assert "came to nothing" in html
    assert "Nothing arrived." in html


def test_an_attempt_shows_its_answer_and_what_it_took(desk: Client, going: Book) -> None:
    run, _ = brief_sent(going, "draft/s1/spring", "Water comes up.")

    html = page(desk, going, run)

    assert "Word for word" in html
    assert "Water comes up." in html
    assert "It became version 1 with 3 words." in html
    assert "<dd>120</dd>" in html
    assert "<dd>2.5 s</dd>" in html
    assert "the plan of this passage" in html


def test_what_an_answer_held_besides_is_told_with_its_attempt(desk: Client, going: Book) -> None:
    from studio.models import Run

    run, _ = brief_sent(going, "draft/s1/spring", "Water comes up.")
    said = "Left out, since nobody had asked for it: “mood”."
    Run.objects.filter(pk=run.pk).update(words=said)

    html = page(desk, going, run)

    assert f"It became version 1 with 3 words. {said}" in html
    assert said in desk.get(reverse("attempts", args=[going.project.slug])).text


def test_a_check_tells_what_it_found(desk: Client, going: Book) -> None:
    from studio.models import Run

    brief_sent(going, "draft/s1/spring", "Water comes up.")
    run = Run.objects.get(kind="gate")

    html = page(desk, going, run)

    assert "Checked: Challenge" in html
    assert "The model is writing." in html


def test_the_list_groups_what_is_written_what_follows_and_what_was(
    desk: Client, going: Book
) -> None:
    from studio.models import Partial
    from tests.building import NOW
    from tests.web import browsers

    claimed = going.claim("draft/s1/spring")
    Partial.objects.create(run_id=claimed.run_id, text="Water comes. It stays", written_at=NOW)
    browsers.attempt(going)

    answer = desk.get(reverse("attempts", args=[going.project.slug]))

    found = answer.context["page"]
    assert [row.last_sentence for row in found.active] == ["It stays"]
    assert [row.state for row in found.past] == ["failed"]
    assert [step.name for step in found.queued] == ["Draft of 2, passage 1"]
    assert 'hx-trigger="every 3s"' in answer.text


def test_an_open_page_gets_just_the_list(desk: Client, going: Book) -> None:
    from tests.web.browsers import HTMX

    answer = desk.get(reverse("attempts", args=[going.project.slug]), headers=HTMX)

    assert answer.text.startswith('<div id="attempts"')


@pytest.mark.parametrize(("show", "n"), [("", 1), ("done", 0), ("failed", 1), ("x", 1)])
def test_the_past_is_narrowed_by_what_came_of_it(
    desk: Client, going: Book, show: str, n: int
) -> None:
    from tests.web import browsers

    browsers.attempt(going)
    url = reverse("attempts", args=[going.project.slug])

    assert len(desk.get(url, {"show": show}).context["page"].past) == n
    assert len(desk.get(url, {"show": show, "section": "s1"}).context["page"].past) == 0


def test_an_attempt_is_stopped_and_tried_again(desk: Client, going: Book) -> None:
    from studio.actions import endings
    from studio.models import Run
    from tests.building import NOW

    claimed = going.claim("draft/s1/spring")
    where = [going.project.slug, claimed.run_id]

    desk.post(reverse("stop_attempt", args=where))
    was_asked = Run.objects.get(pk=claimed.run_id).is_stop_asked
    endings.stopped(claimed, now=NOW)
    html = desk.get(reverse("attempt", args=where)).text
    desk.post(reverse("retry_attempt", args=where))

    assert was_asked
    assert "Try again" in html
    assert going.unit("draft/s1/spring").work == "pending"


def test_trying_again_what_goes_on_is_refused_in_words(desk: Client, going: Book) -> None:
    run, _ = brief_sent(going, "draft/s1/spring", "Water comes up.")

    url = reverse("retry_attempt", args=[going.project.slug, run.pk])

    assert "Nothing is held up here" in desk.post(url, follow=True).text


def test_a_passage_leads_to_the_attempt_it_goes_back_to(desk: Client, going: Book) -> None:
    from studio.actions import wording
    from tests.building import NOW

    run, _ = brief_sent(going, "draft/s1/spring", "Water comes up.")
    wording.edit_text(
        going.unit("draft/s1/spring").pk, "Water rises.", actor_id=going.owner_id,
        cause="Edited by hand", now=NOW,
    )  # fmt: skip

    why = desk.get(reverse("why", args=[going.project.slug, "draft/s1/spring"]))
    drawer = desk.get(reverse("section", args=[going.project.slug, "s1"])).text

    assert why.headers["Location"] == reverse("attempt", args=[going.project.slug, run.pk])
    assert reverse("why", args=[going.project.slug, "draft/s1/spring"]) in drawer


def test_a_text_that_no_model_wrote_has_no_attempt(desk: Client, book: Book) -> None:
    url = reverse("why", args=[book.project.slug, "draft/s1/spring"])

    assert "No attempt of a model made this text" in desk.get(url, follow=True).text


@pytest.mark.parametrize("number", [999_999, 10**30])
def test_an_attempt_that_is_not_there_is_not_found(desk: Client, book: Book, number: int) -> None:
    assert desk.get(f"/b/{book.project.slug}/runs/{number}/").status_code == 404
    assert desk.post(f"/b/{book.project.slug}/runs/{number}/stop/").status_code == 404


def test_many_attempts_take_as_many_queries_as_few(desk: Client, going: Book) -> None:
    from tests.web import browsers, counting

    url = reverse("attempts", args=[going.project.slug])
    browsers.attempt(going)
    few = counting.of(desk, url)
    for _ in range(60):
        browsers.attempt(going)

    assert counting.of(desk, url) == few
    assert len(desk.get(url).context["page"].past) == 50


def test_the_course_of_the_book_stands_above_and_is_stopped_from_there(
    desk: Client, going: Book
) -> None:
    url = reverse("attempts", args=[going.project.slug])

    page = desk.get(url)
    course = page.context["page"].course
    stop = reverse("stop", args=[going.project.slug])
    answer = desk.post(stop, {"next": url})

    assert course.is_going
    assert 0 < course.n_done < course.n_all
    assert course.minutes_left > 0
    assert "write to the end" in page.text
    assert answer.headers["Location"] == url
    assert "Resume" in desk.get(url).text
