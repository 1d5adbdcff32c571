"""Authors read their own words on every page, never those of the code."""

import html
import re
from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from studio import words
from studio.actions import running
from tests.building import NOW, Book
from tests.building import book as drawn
from tests.web import browsers

# The first column of the table of words; those that are also plain English in the third are left
# out ("section", "paragraph", "read" and the like, where both say the same).
CODE_WORDS = (
    "project", "protocol", "ontology", "movement", "gate", "artifact", "candidate", "commit",
    "finding", "stale", "untrusted", "pinned", "recompose", "reaper", "unit", "manifest",
    "cell", "lease", "n_unmet", "idle", "waived", "slug",
    "object", "layer", "pass", "passes", "run", "fresh",
)  # fmt: skip


# What stands in a field or is compared, or is to be written into one, is the author's own.
UNSAID = ("script", "style", "textarea", "code", "ins", "del")


class Said(HTMLParser):
    """The text of a page: what is shown, and what is read out."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped += tag in UNSAID
        shown = ("title", "aria-label", "placeholder", "alt")
        self.words += [value for name, value in attrs if name in shown and value]

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in UNSAID

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.words.append(data)


def said(page: str) -> str:
    parser = Said()
    parser.feed(page)
    return html.unescape(" ".join(parser.words))


def code_words(page: str) -> set[str]:
    text = said(page)
    assert not re.search(r"\bNone\b", text)
    return {word for word in CODE_WORDS if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)}


def check(desk: Client, book: Book) -> None:
    for address in browsers.addresses(book):
        if address.is_page and not address.name.startswith("export_"):
            answer = desk.get(address.url, follow=True)

            assert code_words(answer.text) == set(), address.url


def test_no_code_word_is_on_a_page_of_a_written_book(desk: Client, book: Book) -> None:
    check(desk, book)


def test_no_code_word_is_on_a_page_of_a_book_in_progress(desk: Client) -> None:
    found = drawn(autonomy="ahead")
    found.compose("draft/s1/spring", "Water comes.")
    running.stop(found.project_id, now=NOW)
    found.write({"draft/s2/bed": "Stone lies."})

    check(desk, found)


def test_no_code_word_is_on_the_cards_of_single_steps(desk: Client, book: Book) -> None:
    url = reverse("board", args=[book.project.slug])

    assert code_words(desk.get(url, {"view": "units"}).text) == set()


def test_no_code_word_is_on_pages_without_a_book(desk: Client) -> None:
    for name in ("library", "new_book", "help", "model", "model_add", "settings", "sign_in"):
        assert code_words(desk.get(reverse(name), follow=True).text) == set(), name


def test_every_word_of_the_code_has_one_for_authors() -> None:
    assert words.table({"section": "scene"})["sections"] == "scenes"
    assert words.word("candidate") == "proposal"
