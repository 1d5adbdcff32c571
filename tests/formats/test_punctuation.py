"""Quotes and dashes as they are printed."""

import pytest

from studio.formats.html import book_html
from studio.formats.punctuation import set_words
from tests.formats.printed import book


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("en", "\"It's 'so',\" she said.", "“It’s ‘so’,” she said."),
        ("English", "the '90s dogs' \"x\"", "the ’90s dogs’ “x”"),
        ("de", '"Ja", sagte er.', "„Ja“, sagte er."),
        ("fr", '"Oui", dit-il, l\'air.', "«\u00a0Oui\u00a0», dit-il, l’air."),
        ("ru", '"Да"', "«Да»"),
        ("pl", '"Tak"', "„Tak”"),
        ("zh", '"好"', '"好"'),
        ("en", "rain -- and 1--2 --- wind ...", "rain – and 1–2 — wind …"),
        ("en", "use --help or ----", "use --help or ----"),
        ("en", "“It’s so,”", "“It’s so,”"),
    ],
)
def test_words_are_set_in_the_manner_of_their_language(
    language: str, typed: str, printed: str
) -> None:
    assert set_words(typed, language) == printed


def test_code_and_addresses_stay_as_they_were_typed() -> None:
    page = book_html(book('He said `"x--y"` at <https://a.example/b--c>, *"twice"*.'))

    assert '<code>"x--y"</code>' in page
    assert ">https://a.example/b--c</a>" in page
    assert "<em>“twice”</em>" in page
