import pytest

from studio.core import search
from studio.core.search import BadPattern, Hit, Sought


def found(sought: Sought, text: str) -> list[str]:
    return [text[hit.start : hit.end] for hit in search.find(sought, [text])[0]]


@pytest.mark.parametrize(
    ("sought", "text", "hits"),
    [
        (Sought("anne"), "Anne and Annette, anne", ["Anne", "Anne", "anne"]),
        (Sought("Anne", minds_case=True), "Anne and anne", ["Anne"]),
        (Sought("anne", is_whole=True), "Anne, Annette, d’Anne", ["Anne", "Anne"]),
        (Sought("don't"), "Don’t, don't", ["Don’t", "don't"]),
        (Sought('"so"'), "“so” he said", ["“so”"]),
        (Sought("old bed"), "an old\nbed, an old  bed", ["old\nbed", "old  bed"]),
        (Sought("old bed"), "very old\n\nbed", []),
        (Sought("a.c"), "abc a.c", ["a.c"]),
        (Sought("a.c", is_pattern=True), "abc a.c", ["abc", "a.c"]),
        (Sought("^B", is_pattern=True), "A\nB", ["B"]),
        (Sought("x*", is_pattern=True), "axxb", ["xx"]),
        (Sought("川"), "山川河川", ["川", "川"]),
        (Sought("e\u0301te\u0301"), "été", ["été"]),
        (Sought("an|am", is_pattern=True, is_whole=True), "an ant am", ["an", "am"]),
    ],
)
def test_what_is_found(sought: Sought, text: str, hits: list[str]) -> None:
    assert found(sought, text) == hits


@pytest.mark.parametrize(
    ("sought", "text", "whole"),
    [
        (Sought("Anne", put="Anna"), "Anne saw Anne.", "Anna saw Anna."),
        (Sought("Anne", put=r"\1"), "Anne", r"\1"),
        (Sought(" very", put=""), "a very old bed", "a old bed"),
        (Sought(r"(\d+) km", is_pattern=True, put=r"\1 miles"), "3 km, 40 km", "3 miles, 40 miles"),
        (Sought(r"(?P<a>a)b", is_pattern=True, put=r"b\g<a>"), "ab", "ba"),
    ],
)
def test_what_stands_there_instead(sought: Sought, text: str, whole: str) -> None:
    assert search.replaced(text, search.find(sought, [text])[0]) == whole


@pytest.mark.parametrize(
    ("sought", "words"),
    [
        (Sought("  "), "Write what to look for"),
        (Sought("x" * 501), "At most 500"),
        (Sought("(a", is_pattern=True), "( is not closed"),
        (Sought("a)", is_pattern=True), "never opened"),
        (Sought("[a", is_pattern=True), "[ is not closed"),
        (Sought("*a", is_pattern=True), "nothing to repeat"),
        (Sought("a\\", is_pattern=True), "backslash"),
        (Sought("a", is_pattern=True, put=r"\2"), "does not have"),
        (Sought("a", is_pattern=True, put=r"\g<b>"), "does not have"),
    ],
)
def test_what_cannot_be_looked_for_is_said(sought: Sought, words: str) -> None:
    with pytest.raises(BadPattern, match=words.replace("(", r"\(").replace("[", r"\[")):
        search.find(sought, ["a a"])


@pytest.mark.parametrize(
    ("sought", "needles"),
    [
        (Sought("Quarter 515"), ["%Quarter%", "%515%"]),
        (Sought("the mill's Kiesel"), ["%the%", "%m_ll%", "%__e_el%"]),
        (Sought("Straße"), ["%_tra%"]),
        (Sought("水 a"), []),
        (Sought("mill.*", is_pattern=True), []),
    ],
)
def test_what_a_text_with_a_hit_surely_holds(sought: Sought, needles: list[str]) -> None:
    assert search.needles(sought) == needles


def test_the_words_around_a_hit_are_cut_between_words() -> None:
    text = "The river ran under the street for a mile before it came out."

    assert search.around(text, Hit(20, 30), 12) == ("…ran under ", " for a mile…")
    assert search.around(text, Hit(4, 9)) == (text[:4], text[9:])


def test_what_stands_everywhere_is_not_listed() -> None:
    with pytest.raises(BadPattern, match="more exact"):
        search.find(Sought("a"), ["a" * 30_000, "a" * 30_000])
