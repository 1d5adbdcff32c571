"""For you: everything that waits for the author, one thing at a time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from studio.queries.values.review import ReviewPage
    from tests.building import Book


@drawn_once
def waiting() -> Book:
    """A book of which the first section waits to be judged; the second is accepted by rule."""
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up.")
    browsers.offer(found, "draft/s1/mouth", "Water reaches the sea.")
    found.write({"draft/s2/bed": "Stone lies."}, by="policy")
    return found


def opened(desk: Client, book: Book, **query: str) -> ReviewPage:
    answer = desk.get(reverse("review", args=[book.project.slug]), query)
    page: ReviewPage = answer.context["page"]
    return page


def decide(desk: Client, book: Book, verb: str, page: ReviewPage, **more: str) -> str:
    assert page.here is not None
    url = reverse(f"review_{verb}", args=[book.project.slug])
    sent = {
        "place": page.here.id, "kind": page.here.kind, "seen": page.seen, "after": page.after,
    }  # fmt: skip
    return desk.post(url, sent | more, follow=True).text


def propose_again(book: Book, unit_key: str, *paragraphs: str) -> None:
    """Has a model propose another text beside one that stands."""
    from studio.actions import planned
    from studio.core.intent import Intent
    from studio.queries import planning
    from tests.building import NOW
    from tests.web import browsers

    intent = Intent("recompose", units=(unit_key,), includes_own=True)
    digest = planning.plan(book.project, intent).digest
    planned.carry_out(book.project_id, intent, digest=digest, actor_id=book.owner_id, now=NOW)
    browsers.offer(book, unit_key, *paragraphs)


def violations(book: Book) -> list[object]:
    from studio.queries import verify

    return list(verify.verify(book.project))


def test_what_waits_is_shown_in_book_order_with_why(desk: Client, waiting: Book) -> None:
    page = opened(desk, waiting)

    assert [(item.id, item.kind) for item in page.items] == [("s1", "proposal"), ("s2", "unread")]
    assert (page.place, page.count) == (1, 2)
    assert page.time_left.startswith("about")


def test_the_text_is_read_in_full_and_the_tally_counts_it(desk: Client, waiting: Book) -> None:
    html = desk.get(reverse("review", args=[waiting.project.slug])).text

    assert "Water comes up." in html
    assert "Water reaches the sea." in html
    assert '2<span class="unseen"> wait for you</span>' in html


def test_accepting_goes_on_with_the_next(desk: Client, waiting: Book) -> None:
    html = decide(desk, waiting, "accept", opened(desk, waiting))

    assert waiting.unit("draft/s1/spring").accepted_by == "person"
    assert "<strong>2 of 2</strong>" in html
    assert "You have not read it." in html


def test_what_a_rule_accepted_is_accepted_by_its_reader(desk: Client, waiting: Book) -> None:
    number = waiting.project.commit_number

    decide(desk, waiting, "accept", opened(desk, waiting, at="s2"))

    assert waiting.unit("draft/s2/bed").accepted_by == "person"
    assert waiting.project.commit_number == number + 1
    assert waiting.body_of("draft/s2/bed") == "Stone lies.\n"
    assert violations(waiting) == []


def test_keeping_the_text_discards_what_is_proposed(desk: Client, book: Book) -> None:
    propose_again(book, "draft/s1/spring", "Water comes up from above.")

    page = opened(desk, book)
    html = decide(desk, book, "keep", page)

    assert (page.showing, page.can_keep) == ("changes", True)
    assert "Kept yours" in html
    assert book.body_of("draft/s1/spring") == "Water comes up from below.\n"
    assert book.unit("draft/s1/spring").candidate is None


def test_a_text_whose_basis_changed_may_still_hold(desk: Client, book: Book) -> None:
    book.commit({"brief/audience": {"value": "planners"}})
    page = opened(desk, book, at="s1")

    decide(desk, book, "accept", page)

    assert page.here is not None
    assert (page.here.kind, bool(page.reasons)) == ("stale", True)
    assert not book.unit("draft/s1/spring").is_stale
    assert violations(book) == []


def test_what_is_put_off_waits_on_and_comes_last(desk: Client, waiting: Book) -> None:
    decide(desk, waiting, "defer", opened(desk, waiting))
    decide(desk, waiting, "accept", opened(desk, waiting))

    page = opened(desk, waiting)

    assert page.here is None
    assert [item.is_deferred for item in page.items] == [True]
    desk.post(reverse("review_again", args=[waiting.project.slug]))
    assert opened(desk, waiting).here is not None


def test_the_end_says_what_the_decisions_made_stale(desk: Client) -> None:
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up.")
    found.write({"draft/s1/mouth": "Water reaches the sea."})
    decide(desk, found, "accept", opened(desk, found))
    while (page := opened(desk, found)).here is not None:
        decide(desk, found, "defer", page)

    html = desk.get(reverse("review", args=[found.project.slug])).text

    assert "Basis changed by these decisions" in html
    assert "1 put off" in html


def test_a_stopped_step_says_why_and_is_tried_again(desk: Client) -> None:
    from tests import building

    found = building.book(autonomy="ahead")
    unit = found.unit("draft/s1/spring")
    unit.hold("timeout", "The model said nothing for two minutes.")
    unit.save()
    page = opened(desk, found)

    decide(desk, found, "retry", page)

    assert "two minutes" in page.error
    assert found.unit("draft/s1/spring").work == "pending"


def test_sending_back_needs_a_note_and_stays_in_the_sweep(desk: Client, waiting: Book) -> None:
    page = opened(desk, waiting)

    refused = decide(desk, waiting, "send_back", page, note=" ")
    done = decide(desk, waiting, "send_back", page, note="Say where.")

    assert "Say what should be different" in refused
    assert "Sent back" in done
    assert waiting.unit("draft/s1/spring").work == "pending"


def test_what_changed_meanwhile_is_not_decided_unseen(desk: Client, waiting: Book) -> None:
    page = opened(desk, waiting, at="s2")
    waiting.write({"draft/s2/bed": "Stone is moved."}, by="policy")

    html = decide(desk, waiting, "accept", page)

    assert "Something else is there now" in html
    assert waiting.unit("draft/s2/bed").accepted_by == "policy"


def test_nothing_waits_in_a_book_that_is_read(desk: Client, book: Book) -> None:
    html = desk.get(reverse("review", args=[book.project.slug])).text

    assert "Nothing waits for you." in html


def test_the_plan_is_judged_on_its_own_page(desk: Client) -> None:
    from tests import building

    found = building.begin(autonomy="ahead")
    unit = found.unit("argument")
    unit.hold("timeout", "The model said nothing.")
    unit.save()

    html = desk.get(reverse("review", args=[found.project.slug])).text

    assert "The plan of the book" in html
    assert reverse("plan_of_book", args=[found.project.slug]) in html


@pytest.mark.parametrize("sent", [{}, {"place": "s99"}, {"place": "a\0b"}, {"kind": "x"}])
def test_nonsense_decides_nothing(desk: Client, waiting: Book, sent: dict[str, str]) -> None:
    before = waiting.project.commit_number

    desk.post(reverse("review_accept", args=[waiting.project.slug]), sent)

    assert waiting.project.commit_number == before


def test_a_long_book_takes_as_many_queries_as_a_short_one(desk: Client) -> None:
    from tests.web import counting

    assert counting.queries(desk, "review", 3) == counting.queries(desk, "review", 30)


def test_the_board_says_once_what_is_new_since_the_author_left(desk: Client, waiting: Book) -> None:
    from studio.models import Project
    from tests.building import NOW

    url = reverse("board", args=[waiting.project.slug])
    Project.objects.filter(pk=waiting.project_id).update(seen_at=NOW - timedelta(hours=9))

    first, second = desk.get(url).text, desk.get(url).text

    assert "Since you left:" in first
    assert "1 section to read" in " ".join(first.split())
    assert "Since you left:" not in second


def test_one_kind_of_what_waits_is_swept_by_itself(desk: Client, waiting: Book) -> None:
    page = opened(desk, waiting, only="unread")

    assert [item.id for item in page.items] == ["s2"]
    assert dict(page.kinds) == {"proposal": 1, "unread": 1}
    where = reverse("review_accept", args=[waiting.project.slug])
    told = {"place": "s2", "kind": "unread", "seen": page.seen, "only": "unread"}
    assert desk.post(where, told).headers["Location"].endswith("?only=unread")


def test_an_open_sweep_gets_only_what_became_another(desk: Client, waiting: Book) -> None:
    from tests.web.browsers import HTMX

    url = reverse("review", args=[waiting.project.slug])
    seen = opened(desk, waiting).seen

    same = desk.get(url, {"at": "s1", "seen": seen}, headers=HTMX).text
    moved = desk.get(url, {"at": "s1", "seen": "other"}, headers=HTMX).text

    assert 'id="sweep-list"' in same
    assert 'id="acts"' not in same
    assert all(f'id="{part}"' in moved for part in ("sweep-head", "sweep-shown", "acts"))


def test_the_unread_are_named_before_a_file_is_made(desk: Client, waiting: Book) -> None:
    html = desk.get(reverse("exports", args=[waiting.project.slug])).text

    assert "accepted by rule, unread" in html
    assert f"{reverse('review', args=[waiting.project.slug])}?only=unread" in html


def test_a_decision_of_the_sweep_can_be_undone_at_once(desk: Client, waiting: Book) -> None:
    proposed = waiting.unit("draft/s1/spring").candidate
    html = decide(desk, waiting, "accept", opened(desk, waiting))

    number = waiting.project.commit_number
    undo = reverse("undo", args=[waiting.project.slug, number])
    assert "Accepted." in html
    assert undo in html

    # It waits again, and nobody is asked to write it once more.
    desk.post(undo)
    unit = waiting.unit("draft/s1/spring")
    assert (unit.standing, unit.work, unit.candidate) == ("none", "review", proposed)
    assert violations(waiting) == []
