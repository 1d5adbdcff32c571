"""Languages in words: in prompts and in lists."""

import pytest

from studio import protocols
from studio.core import language


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("en", "English"),
        ("EN", "English"),
        ("german", "German"),
        ("日本語", "Japanese"),
        ("pt-BR", "Portuguese (pt-BR)"),
        ("zh-Hant", "Chinese (zh-Hant)"),
        ("tlh", "tlh"),
        ("", ""),
    ],
)
def test_a_language_is_named_in_words(told: str, name: str) -> None:
    assert language.name_of(told) == name


def test_every_language_that_is_offered_has_a_name_and_leads_back() -> None:
    for code in language.CODES:
        assert language.code_of(language.name_of(code)) == code


@pytest.mark.parametrize("slug", protocols.slugs())
def test_the_instructions_of_a_new_book_name_its_language_in_words(slug: str) -> None:
    _, files = protocols.load(slug)
    texts = [text for name, text in files.items() if name.endswith(".md")]

    assert texts
    assert not [text for text in texts if "{{language}}" in text]
    assert all("{{language_name}}" in text for text in texts)
