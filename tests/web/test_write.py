"""Write mode as a browser asks for it."""

import json
from itertools import permutations
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from studio.actions import claims, writing_section
from studio.actions.drafting import Typed
from studio.models import Draft, Finding
from studio.queries import writing
from tests import building
from tests.building import NOW, Book
from tests.web import browsers

SPRING, MOUTH = "Water comes up from below.", "Water reaches the sea."
JSON = {"Accept": "application/json"}


def url(book: Book, name: str = "write", section: str = "s1") -> str:
    return reverse(name, args=[book.project.slug, section])


def base(book: Book, section: str = "s1") -> str:
    return writing.base_of(writing.passages(book.project_id, section))


def done(desk: Client, book: Book, text: str, **more: Any) -> HttpResponse:
    sent = {"text": text, "base": base(book), "seen": "0", **more}
    headers = sent.pop("headers", {})
    return desk.post(url(book), sent, headers=headers)  # type: ignore[return-value]


def put(desk: Client, book: Book, text: str, **more: Any) -> HttpResponse:
    sent = {"text": text, "base": base(book), "tab": "one", "sequence": 1, "seen": 0, **more}
    return desk.put(  # type: ignore[return-value]
        url(book, "write_draft"), json.dumps(sent), content_type="application/json"
    )


def elsewhere(book: Book, text: str) -> None:
    """The same section, saved by another hand meanwhile."""
    writing_section.save_section(
        book.project_id, "s1", Typed(text, base(book)), actor_id=book.owner_id, now=NOW
    )


def test_the_section_page_leads_to_it_and_it_shows_the_whole_text(desk: Client, book: Book) -> None:
    section = desk.get(reverse("section", args=[book.project.slug, "s1"]))
    assert url(book) in section.text

    page = desk.get(url(book))

    assert f"\n{SPRING}\n\n{MOUTH}\n</textarea>" in page.text
    assert "&quot;passage&quot;: &quot;Mouth&quot;" in page.text


def test_done_makes_it_the_text_of_the_book(desk: Client, book: Book) -> None:
    answer = done(desk, book, f"{SPRING} So.\r\n\r\n{MOUTH}")

    assert answer.status_code == 302
    assert book.body_of("draft/s1/spring") == f"{SPRING} So.\n"
    page = desk.get(answer.url)  # type: ignore[attr-defined]
    assert "the text of your book now" in page.text


def test_a_script_is_told_where_to_go(desk: Client, book: Book) -> None:
    answer = done(desk, book, f"{SPRING} So.", headers=JSON)

    assert json.loads(answer.content) == {"url": reverse("section", args=[book.project.slug, "s1"])}


def test_an_empty_text_is_refused_and_shown_again(desk: Client, book: Book) -> None:
    answer = done(desk, book, "  ")

    assert answer.status_code == 422
    assert "cannot be saved" in answer.content.decode()


def test_two_texts_are_shown_and_both_are_kept(desk: Client, book: Book) -> None:
    early = base(book)
    elsewhere(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    asked = done(desk, book, f"{SPRING} Mine.\n\n{MOUTH}", base=early, headers=JSON)
    assert (asked.status_code, json.loads(asked.content)["moved"]) == (409, True)
    page = done(desk, book, f"{SPRING} Mine.\n\n{MOUTH}", base=early)
    assert page.status_code == 409
    assert page.content.decode().count("Changed in both") == 1
    assert book.body_of("draft/s1/spring") == f"{SPRING} Theirs.\n"

    sent = {"text": f"{SPRING} Mine.\n\n{MOUTH}", "base": early, "over": base(book), "all": "both"}
    desk.post(url(book, "write_merge"), sent)

    assert book.body_of("draft/s1/spring") == f"{SPRING} Mine.\n\n{SPRING} Theirs.\n"


def test_a_choice_is_taken(desk: Client, book: Book) -> None:
    early = base(book)
    elsewhere(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    sent = {
        "text": f"{SPRING} Mine.\n\n{MOUTH}", "base": early, "over": base(book),
        "choice-0": "theirs",
    }  # fmt: skip
    desk.post(url(book, "write_merge"), sent)

    assert book.body_of("draft/s1/spring") == f"{SPRING} Theirs.\n"


def test_a_third_text_that_comes_between_is_shown_too(desk: Client, book: Book) -> None:
    early = base(book)
    elsewhere(book, f"{SPRING} Theirs.\n\n{MOUTH}")
    compared = base(book)
    elsewhere(book, f"{SPRING} Theirs again.\n\n{MOUTH}")

    sent = {"text": f"{SPRING} Mine.\n\n{MOUTH}", "base": early, "over": compared, "all": "mine"}
    page = desk.post(url(book, "write_merge"), sent)

    assert page.status_code == 409
    assert "Theirs again." in page.text


def test_a_draft_is_kept_and_shown_on_the_next_visit(desk: Client, book: Book) -> None:
    answer = put(desk, book, "Unfinished & <b>bold</b>")

    assert (answer.status_code, answer["X-Draft-Revision"]) == (204, "1")
    assert answer["X-Draft-Moved"] == "no"
    page = desk.get(url(book))
    assert "Unfinished &amp; &lt;b&gt;bold&lt;/b&gt;</textarea>" in page.text
    assert "Your unfinished edit from" in page.text
    assert book.body_of("draft/s1/spring") == f"{SPRING}\n"


def test_the_card_on_the_board_says_that_it_is_kept(desk: Client, book: Book) -> None:
    board = reverse("board", args=[book.project.slug])
    assert "unfinished edit is kept" not in desk.get(board).text

    put(desk, book, "Unfinished")

    assert desk.get(board).text.count("Your unfinished edit is kept") == 1


def test_text_of_another_window_is_answered_instead_of_lost(desk: Client, book: Book) -> None:
    put(desk, book, "Of the first")

    answer = put(desk, book, "Of the second", tab="two")

    assert answer.status_code == 409
    assert json.loads(answer.content)["text"] == "Of the first"
    assert Draft.objects.get().text == "Of the first"


@pytest.mark.parametrize("order", sorted(set(permutations("1122"))), ids="".join)
@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "unkept"])
def test_two_windows_lose_nothing_in_any_order(
    desk: Client, book: Book, order: tuple[str, ...], is_kept: bool
) -> None:
    """Each window keeps what it has, or does not, and then is done; a refusal is answered."""
    early, met, seen = base(book), set[str](), {"1": 0, "2": 0}
    texts = {name: f"{SPRING} Of {name}.\n\n{MOUTH}" for name in seen}
    for name in order:
        if name not in met:
            met.add(name)
            kept = put(desk, book, texts[name], tab=name, base=early) if is_kept else None
            # What another window kept is put to it; it keeps both, as its author says.
            if kept is not None and kept.status_code == 409:
                told = json.loads(kept.content)
                texts[name] += f"\n\n{told['text']}"
                seen[name] = told["revision"]
            continue
        answer = done(desk, book, texts[name], tab=name, base=early, seen=str(seen[name]))
        if answer.status_code == 409:
            sent = {"text": texts[name], "base": early, "over": base(book), "all": "both"}
            desk.post(url(book, "write_merge"), sent | {"tab": name, "seen": str(seen[name])})

    text = book.body_of("draft/s1/spring") + book.body_of("draft/s1/mouth")
    assert all(words in text for words in ("Of 1.", "Of 2.", MOUTH))


def test_a_draft_over_a_text_that_moved_says_so(desk: Client, book: Book) -> None:
    early = base(book)
    elsewhere(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    assert put(desk, book, "Mine", base=early)["X-Draft-Moved"] == "yes"
    assert "another one since you began" in desk.get(url(book)).text


def test_done_and_throwing_away_forget_the_draft(desk: Client, book: Book) -> None:
    put(desk, book, f"{SPRING} Kept.")
    done(desk, book, f"{SPRING} Kept.", tab="one", seen="1")
    assert not Draft.objects.exists()

    put(desk, book, "Thrown away", sequence=3)
    desk.delete(f"{url(book, 'write_draft')}?seen=7")
    assert Draft.objects.exists()
    desk.delete(f"{url(book, 'write_draft')}?seen=1")
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"text": 1}', '{"text": "a", "base": "", "tab": "", "sequence": 1}']
)
def test_what_is_no_draft_is_refused(desk: Client, book: Book, body: str) -> None:
    answer = desk.put(url(book, "write_draft"), body, content_type="application/json")

    assert answer.status_code == 400


def test_drafts_need_a_token_and_an_owner(book: Book, stranger: Client) -> None:
    careful = browsers.of("owner", enforce_csrf_checks=True)

    assert put(careful, book, "Forged").status_code == 403
    assert put(stranger, book, "Not mine").status_code == 404
    assert stranger.get(url(book)).status_code == 404
    assert not Draft.objects.exists()


def test_there_is_no_page_for_what_has_no_text(desk: Client, book: Book) -> None:
    assert desk.get(url(book, section="s9")).status_code == 404


def test_a_section_without_passages_is_written_by_hand(desk: Client) -> None:
    book = building.book("    s1 Water establishes claim-1\n    s2 Stone uses claim-1\n")
    section = desk.get(reverse("section", args=[book.project.slug, "s1"]))
    assert "Write it myself" in section.text

    done(desk, book, "Mine alone.")

    assert book.body_of("draft/s1/text") == "Mine alone.\n"


@pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("zh", "ltr")])
def test_text_runs_as_its_language_does(
    desk: Client, book: Book, language: str, direction: str
) -> None:
    book.commit({"brief/language": {"value": language}})

    page = desk.get(url(book)).text

    field = page[page.index('<textarea id="text"') :].partition(">")[0]
    assert f'lang="{language}" dir="{direction}"' in field


def test_words_of_chinese_are_counted_by_character(desk: Client, book: Book) -> None:
    put(desk, book, "水流经过城市。")

    assert '<b id="n-words" class="figures">6</b>' in desk.get(url(book)).text


def words(desk: Client, book: Book, what: str, text: str, **more: Any) -> Any:
    """Sends a form beside the field as a browser does, with everything that is typed."""
    told = {"text": text.replace("\n", "\r\n"), "base": base(book), "tab": "", "seen": "0"}
    return desk.post(url(book, f"write_{what}"), told | more, headers=more.pop("headers", {}))


def test_a_comment_on_words_as_typed_is_found_again_when_they_are_in_the_book(
    desk: Client, book: Book
) -> None:
    text = f"{SPRING} Cold 🌊 water sings.\n\nNew between, and no more.\n\n{MOUTH}"
    for quote, at in (("sings", text.index("sings")), ("New between", text.index("New"))):
        told = {"comment": f"About {quote}.", "comment_quote": quote, "marked_from": str(at)}
        answer = words(desk, book, "comment", text, headers=JSON, **told, marked_to=str(at + 5))
        assert f"About {quote}." in answer.json()["remarks"]

    sings, new = Finding.objects.order_by("pk")
    assert (sings.quote, sings.prefix, sings.is_anchored) == (
        "sings",
        f"{SPRING} Cold 🌊 water "[-32:],
        True,
    )
    assert (new.quote, new.is_anchored) == ("New between", False)
    kept = Draft.objects.get()
    assert kept.text.replace("\r\n", "\n") == text
    assert book.body_of("draft/s1/spring").strip() == SPRING, "typing changes nothing"

    done(desk, book, text)

    sings.refresh_from_db()
    new.refresh_from_db()
    assert (sings.is_anchored, new.is_anchored) == (True, True)
    shown = desk.get(url(book, "section")).text
    assert "Remarks whose place is not in this text" not in shown


def test_a_comment_without_scripts_comes_back_to_what_is_typed(desk: Client, book: Book) -> None:
    text = f"{SPRING} Mine.\n\n{MOUTH}"
    none = words(desk, book, "comment", text, comment="Which?", comment_quote="Nowhere said.")
    assert none.status_code == 422
    assert all(w in none.text for w in ("not in your text", "Which?", "Nowhere said.", "Mine."))

    told = {"comment": "Say more.", "comment_quote": "Mine."}
    page = desk.get(words(desk, book, "comment", text, **told).headers["Location"]).text

    assert "Say more." in page
    assert "Mine." in page
    assert Finding.objects.get().quote == "Mine."


def test_words_of_the_book_are_rewritten_beside_what_is_typed(desk: Client, book: Book) -> None:
    text = f"{SPRING}\n\n{MOUTH} Mine, unfinished."
    told = {"rewrite_quote": "comes up", "chip": ["shorter"], "rewrite": "Keep the river."}

    answer = words(desk, book, "rewrite", text, **told)

    plan = desk.get(answer.headers["Location"])
    assert plan.context["next"] == url(book)
    browsers.choose(desk, book, plan, plan.context["page"].choices[0].value)
    unit = book.unit("draft/s1/spring")
    assert (unit.work, unit.is_granted, len(unit.parts)) == ("pending", True, 1)
    assert "Keep the river." in unit.note
    assert Draft.objects.get().text.endswith("Mine, unfinished.")
    assert not isinstance(claims.claim(unit.pk, worker="one", now=NOW), str)
    page = desk.get(url(book)).text
    assert 'id="being-written" class="note" data-tone="active">' in page
    assert "Mine, unfinished." in page


def test_words_that_are_not_in_the_book_are_put_in_first(desk: Client, book: Book) -> None:
    text = f"{SPRING} Mine.\n\n{MOUTH}"
    told = {"rewrite_quote": "Mine.", "rewrite": "Longer."}
    asked = words(desk, book, "rewrite", text, **told)
    assert asked.status_code == 422
    assert all(w in asked.text for w in ("not in your book yet", 'name="put_in"', "Longer."))

    both = words(desk, book, "rewrite", text, **told | {"rewrite_quote": text}, put_in="1")

    assert "Select words of one passage" in both.text
    assert book.body_of("draft/s1/spring").strip() == f"{SPRING} Mine."
    assert words(desk, book, "rewrite", text, **told).status_code == 302
