import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import prose

BLANKS = ("\n", "\n\n", "\n\n\n", "\r", "\r\n", "\t", "    ", "  ", "\u2028")
SIGNS = ("```", "~~~", "````", "```py", "- ", "1. ", "> ", "# ", "\\", "`", "\ufeff", "\x00")
LETTERS = ("a", "b c.", "é", "e\u0301", "字")
PIECES = st.sampled_from(BLANKS + SIGNS + LETTERS)
TEXTS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=60)


@given(TEXTS)
def test_the_paragraphs_of_a_canonical_text_join_to_the_same_text(text: str) -> None:
    canonical = prose.normalise(text)

    divided = prose.paragraphs(canonical)

    assert prose.join(divided) == canonical
    assert prose.paragraphs(prose.join(divided)) == divided


@given(TEXTS)
def test_a_canonical_text_is_its_own_canonical_form(text: str) -> None:
    canonical = prose.normalise(text)

    assert prose.normalise(canonical) == canonical


@given(TEXTS)
def test_normalising_loses_no_word(text: str) -> None:
    assert prose.words(prose.normalise(text)) == prose.words(prose.normalise(prose.normalise(text)))
    assert prose.count_words(text) == len(prose.words(text))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        (" \n\t\n", ""),
        ("\ufeffa\r\nb\rc", "a\nb\nc\n"),
        ("a\x00b\x1bc", "abc\n"),
        ("e\u0301", "é\n"),
        ("a \n\n\n\nb\t\n", "a\n\nb\n"),
        ("one verse  \nand two\n", "one verse\\\nand two\n"),
        ("# Title  \nwords", "# Title\nwords\n"),
        ("- item  \n- item", "- item\n- item\n"),
        ("    code\n", "    code\n"),
        ("```\na  \n\n\nb\n```", "```\na\n\n\nb\n```\n"),
        ("بِسْمِ \u200fالله", "بِسْمِ \u200fالله\n"),
    ],
)
def test_normalising(text: str, canonical: str) -> None:
    assert prose.normalise(text) == canonical


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\nb\n\nc\n", ["a\nb", "c"]),
        ("a\n\n```\nb\n\nc\n```\n\nd\n", ["a", "```\nb\n\nc\n```", "d"]),
        ("~~~\na\n\n```\n\n~~~\n\nb\n", ["~~~\na\n\n```\n\n~~~", "b"]),
        (
            "1. a\n\n   ```\n   b\n\n   c\n   ```\n\nd\n",
            ["1. a", "   ```\n   b\n\n   c\n   ```", "d"],
        ),
        ("- ```\n  a\n\n  b\n  ```\n\nc\n", ["- ```\n  a\n\n  b\n  ```", "c"]),
        ("```inline``` words\n\na\n", ["```inline``` words", "a"]),
        ("a\n\n```\nb\n\nc\n", ["a", "```\nb\n\nc"]),
        ("> ```\n> a\n\nb\n", ["> ```\n> a", "b"]),
    ],
)
def test_paragraphs(text: str, blocks: list[str]) -> None:
    assert prose.paragraphs(text) == blocks


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("It's a well-known fact—really.", 5),
        ("# Title\n\n1. one\n2. two\n\n* * *\n", 3),
        ("[a link](https://example.org/long/path) here[^1]", 3),
        ("雨从星期二", 5),
        ("雨が降る。OK?", 5),
        ("비가 내린다", 2),
        ("हिन्दी में", 2),
        ("ภาษาไทยไม่มีช่องว่าง", 4),
        ("Où êtes-vous ?", 2),
    ],
)
def test_counting_words(text: str, count: int) -> None:
    assert prose.count_words(text) == count


def test_words_are_bare_and_lower_case() -> None:
    assert prose.words("**Don't** say “STOP!” हिन्दी।") == ["don't", "say", "stop", "हिन्दी"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It fell. It rose!", ["It fell.", "It rose!"]),
        ("Mr. J. R. Doe left. He ran.", ["Mr. J. R. Doe left.", "He ran."]),
        ("“Go!” she said… Then rain.", ["“Go!”", "she said…", "Then rain."]),
        ("# A title\n\nA line", ["# A title", "A line"]),
        ("他走了。她说：“好！”然后", ["他走了。", "她说：“好！”", "然后"]),
        ("أين هو؟ هنا.", ["أين هو؟", "هنا."]),
        ("Before.\n\n```\nx. y.\n```\n\nAfter.", ["Before.", "After."]),
        ("Pi is 3.14 today. Yes.", ["Pi is 3.14 today.", "Yes."]),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert prose.sentences(text) == found


def test_the_line_of_an_unclosed_fence_is_found() -> None:
    assert prose.unclosed_fence("a\n\n```\nb\n") == 2
    assert prose.unclosed_fence("```\na\n```\n") is None
    assert prose.unclosed_fence("- ```\n  in a list\n") is None
