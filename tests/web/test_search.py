"""Search and replace over the whole book, as its author does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from studio.core import keys
from studio.models import Artifact, Draft, Finding, Named, Unit
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book
from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

OUTLINE = """
    s1 Anne establishes claim-1
        - spring: Anne came. Anne saw it. Anne stayed.
        - mouth: Nobody came but Anne, Anne's brother, and the dog.
    s2 Stone uses claim-1 depends_on s1
        - bed: Stone lies still. Anne does not.
        - bank: It rains.
    s3 Rain
        - locked: Anne is locked.
        - doubted: Anne is doubted.
"""
FIELDS = ("key", "standing", "work", "is_stale", "is_pinned", "current_id", "accepted_by")


@drawn_once
def book() -> Book:
    """Accepted by rule in part; one passage is locked, one distrusted, one proposed anew."""
    found = building.book(OUTLINE, autonomy="ahead", is_running=False)
    texts = building.texts(OUTLINE)
    found.write({k: v for k, v in texts.items() if "s2" not in k})
    found.write({k: v for k, v in texts.items() if "s2" in k}, by="policy")
    whole = {"whole": True, "paragraphs": [], "reason": ""}
    found.commit({keys.pin("draft/s3/locked"): {}, keys.trust("draft/s3/doubted"): whole})
    return found


def url(book: Book, name: str = "search") -> str:
    return reverse(name, args=[book.project.slug])


def everything(book: Book) -> tuple[object, ...]:
    """Texts, states, paragraph ids and remarks, as they are now."""
    units = Unit.objects.in_project(book.project_id).order_by("place", "key")
    texts = {unit.key: book.body_of(unit.key) for unit in units}
    ids = {unit.key: unit.current.paragraphs for unit in units if unit.current}
    anchors = ("words", "state", "paragraph_id", "quote", "prefix", "suffix", "is_anchored")
    remarks = list(Finding.objects.order_by("pk").values_list(*anchors, "artifact_id"))
    return texts, list(units.values(*FIELDS)), ids, remarks


def remark(book: Book, key: str, quote: str) -> Finding:
    from studio.actions import judging

    unit = book.unit(key)
    assert unit.current is not None
    judging.remark(unit.pk, unit.current.paragraphs[0][0], quote, "Who?", now=NOW)
    return Finding.objects.latest("pk")


def preview(desk: Client, book: Book, **asked: str) -> dict[str, object]:
    """What a form sends that leaves the ticks as they are."""
    answer = desk.get(url(book), {"do": "replace", **asked})
    page = answer.context["page"]
    ticked = [hit.id for group in page.groups for hit in group.hits if hit.is_ticked]
    return {"do": "replace", **asked, "seen": page.seen, "hit": ticked, "holds": "on"}


def test_hits_are_shown_by_section_and_lead_to_their_paragraph(desk: Client, book: Book) -> None:
    unit = book.unit("draft/s2/bed")
    assert unit.current is not None

    html = desk.get(url(book), {"q": "does not"}).text

    place = f"#p-{unit.pk}-{unit.current.paragraphs[0][0]}"
    assert f"{reverse('section', args=[book.project.slug, 's2'])}{place}" in html
    assert "<mark>does not</mark>" in html
    assert "<strong>1</strong> hit in 1 place" in html


def test_replacing_and_undoing_gives_the_same_text_and_states(desk: Client, book: Book) -> None:
    book.write({"draft/s1/spring": "Anne came. Anne saw it.\n\n" + "Anne stayed. " * 31})
    remark(book, "draft/s1/spring", "Anne saw it")
    remark(book, "draft/s1/mouth", "Nobody came")
    before, stale = everything(book), book.stale()

    sent = preview(desk, book, q="Anne", put="Susanna", case="on")
    answer = desk.post(url(book, "replace"), sent, follow=True)

    assert "Replaced 37 times, in 4 places." in answer.text
    assert book.body_of("draft/s1/spring").startswith("Susanna came. Susanna saw it.\n\nSusanna")
    assert book.body_of("draft/s3/locked") == "Anne is locked.\n"
    assert book.unit("draft/s1/spring").standing == "accepted"
    assert book.stale() == stale == {"draft/s1/mouth"}
    assert Finding.objects.get(quote="Susanna saw it").is_anchored
    named = Named.objects.get()
    assert named.name == "Before: Replaced “Anne” by “Susanna”, 37 times"
    assert named.commit_number == book.project.commit_number - 1
    assert verify(book.project) == []

    number = book.project.commit_number
    undo = reverse("undo", args=[book.project.slug, number])
    assert f'action="{undo}"' in answer.text
    desk.post(undo)

    assert book.project.commit_number == number + 1
    assert everything(book) == before
    assert verify(book.project) == []


def test_paragraphs_keep_their_ids_and_the_untouched_ones_their_author(
    desk: Client, book: Book
) -> None:
    unit = book.unit("draft/s1/spring")
    from studio.actions import wording

    two = "Anne.\n\nNobody."
    wording.edit_text(unit.pk, two, actor_id=book.owner_id, cause="Edited", now=NOW)
    was = book.unit("draft/s1/spring").current
    assert was is not None

    desk.post(url(book, "replace"), preview(desk, book, q="Anne.", put="Maximilian, then!"))

    now = book.unit("draft/s1/spring").current
    assert now is not None
    assert [i for i, _ in now.paragraphs] == [i for i, _ in was.paragraphs]
    assert book.body_of("draft/s1/spring") == "Maximilian, then!\n\nNobody.\n"


def test_what_is_locked_or_distrusted_is_left_out_unless_ticked(desk: Client, book: Book) -> None:
    sent = preview(desk, book, q="Anne is", put="He is")
    page = desk.get(url(book), {"do": "replace", "q": "Anne is", "put": "He is"}).context["page"]
    told = [hit.left_out for group in page.groups for hit in group.hits]
    refused = desk.post(url(book, "replace"), sent)

    assert (sent["hit"], told) == ([], ["locked", "distrusted"])
    assert (refused.status_code, "Nothing was replaced" in refused.text) == (409, True)

    every = [hit.id for group in page.groups for hit in group.hits]
    desk.post(url(book, "replace"), {**sent, "hit": every})

    assert book.body_of("draft/s3/locked") == "He is locked.\n"
    doubted = book.unit("draft/s3/doubted")
    assert (doubted.standing, doubted.is_pinned) == ("reopened", False)
    assert book.unit("draft/s3/locked").is_pinned


def test_a_neighbour_is_marked_only_if_its_author_says_so(desk: Client, book: Book) -> None:
    sent = preview(desk, book, q="does not", put="does too")
    del sent["holds"]

    desk.post(url(book, "replace"), sent)

    assert book.stale() == {"draft/s2/bank"}
    assert book.unit("draft/s2/bank").accepted_by == "policy"


def test_hits_that_are_others_by_now_are_shown_again(desk: Client, book: Book) -> None:
    sent = preview(desk, book, q="rains", put="pours")
    book.write({"draft/s2/bank": "Here it rains."})

    answer = desk.post(url(book, "replace"), sent)

    assert answer.status_code == 409
    assert "says something else now" in answer.text
    assert "Here it " in answer.text
    assert book.body_of("draft/s2/bank") == "Here it rains.\n"


def test_a_title_is_replaced_with_the_text_and_a_synopsis_if_ticked(
    desk: Client, book: Book
) -> None:
    body = dict(book.state().entry("section/s1") or {}) | {"synopsis": "Anne comes."}
    book.commit({"section/s1": body})
    stale = book.stale()

    desk.post(url(book, "replace"), preview(desk, book, q="Anne", put="Anna"))

    section = book.state().entry("section/s1") or {}
    assert (section["title"], section["synopsis"]) == ("Anna", "Anne comes.")
    assert book.stale() == stale


def test_proposals_and_unfinished_writing_are_found_but_not_replaced(
    desk: Client, book: Book
) -> None:
    unit = book.unit("draft/s2/bank")
    text = building.prose_of("Newly proposed.")
    Draft.objects.create(
        project_id=book.project_id, section_id="s2", user_id=book.owner_id,
        text="Newly typed.", updated_at=NOW,
    )  # fmt: skip
    Unit.objects.filter(pk=unit.pk).update(candidate=_candidate(book, unit, text.text))

    page = desk.get(url(book), {"do": "replace", "q": "newly", "put": "old"}).context["page"]

    hits = [hit for group in page.groups for hit in group.hits]
    assert [(hit.match, hit.can_replace) for hit in hits] == [("Newly", False), ("Newly", False)]
    assert "?show=proposal#p-" in hits[0].url


def _candidate(book: Book, unit: Unit, text: str) -> Artifact:
    from studio.actions import artifacts

    return Artifact.objects.create(
        project_id=book.project_id, unit=unit, number=99, digest=artifacts.keep_text(text),
        origin="model", made_by="x", cause="Written", paragraphs=[["p1", "model"]],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"q": "(", "pattern": "on"}, "a bracket ( is not closed"),
        ({"q": "", "put": "x"}, "Write what to look for"),
        ({"q": "zebra"}, "No match in 3 sections"),
    ],
)
def test_what_cannot_be_found_is_said(
    desk: Client, book: Book, asked: dict[str, str], words: str
) -> None:
    assert words in desk.get(url(book), asked).text


def test_a_replacement_that_would_break_paragraphs_is_refused(desk: Client, book: Book) -> None:
    sent = preview(desk, book, q="saw it", put="```")
    two = preview(desk, book, q="saw it", put=r"\n\n", pattern="on")

    assert "run together" in desk.post(url(book, "replace"), two).text
    assert desk.post(url(book, "replace"), sent).status_code in (302, 409)
    assert verify(book.project) == []


def test_the_plan_and_remarks_are_looked_through_if_asked(desk: Client, book: Book) -> None:
    remark(book, "draft/s1/mouth", "Nobody came")

    page = desk.get(url(book), {"q": "who", "in": ["plan", "remarks"]}).context["page"]
    claim = desk.get(url(book), {"q": "keeps its course", "in": "plan"}).text

    assert [hit.place for group in page.groups for hit in group.hits] == ["Remark"]
    assert "#item-claim-1" in claim


def test_a_change_that_others_built_on_says_so(desk: Client, book: Book) -> None:
    number = book.project.commit_number
    book.commit({keys.pin("draft/s3/locked"): None})

    answer = desk.post(reverse("undo", args=[book.project.slug, number]), follow=True)

    assert "were changed since" in answer.text
