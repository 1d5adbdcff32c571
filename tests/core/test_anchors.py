import pytest

from studio.core.anchors import Anchor, anchor, carry, re_anchor

TEXT = "The rain had “not” stopped — it *never* does; the jars, the lamp and the rain stayed."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("had “not” stopped", "had “not” stopped"),
        ('had "not" stopped - it never does', "had “not” stopped — it *never* does"),
        ('"THE JARS, the\nlamp"', "the jars, the lamp"),
        ("The rain had … never does", "The rain had “not” stopped — it *never* does"),
        ("never does", "never* does"),
    ],
)
def test_a_quote_is_found_as_it_stands(quote: str, found: str) -> None:
    made = anchor("p1", TEXT, quote)

    assert made is not None
    assert made.quote == found


@pytest.mark.parametrize("quote", ["", "  ", "…", "the snow", "never … had", '""'])
def test_a_quote_that_is_not_there_has_no_anchor(quote: str) -> None:
    assert anchor("p1", TEXT, quote) is None


def made(text: str, quote: str) -> Anchor:
    found = anchor("p1", text, quote)
    assert found is not None
    return found


def test_an_anchor_remembers_what_stands_around_it() -> None:
    assert made("one two three", "two") == Anchor("p1", "two", "one ", " three")


def test_an_untouched_quote_stays() -> None:
    held, fate = re_anchor(made(TEXT, "the jars"), {"p1": "Later, " + TEXT})

    assert (held.quote, fate) == ("the jars", "ok")


def test_the_right_one_of_two_equal_quotes_is_kept() -> None:
    second = Anchor("p1", "rain", "lamp and the ", " stayed.")

    held, fate = re_anchor(second, {"p1": "New. " + TEXT})

    assert (held.suffix, fate) == (" stayed.", "ok")


def test_a_quote_that_went_to_another_paragraph_moves_with_it() -> None:
    held, fate = re_anchor(made(TEXT, "the lamp and the rain"), {"p1": "Gone.", "p2": TEXT})

    assert (held.paragraph_id, fate) == ("p2", "moved")


def test_a_short_quote_does_not_move_to_a_chance_occurrence() -> None:
    _, fate = re_anchor(made(TEXT, "lamp"), {"p1": "Gone.", "p2": "A lamp was lit."})

    assert fate == "unanchored"


def test_an_edited_quote_is_found_by_its_words() -> None:
    held, fate = re_anchor(
        made(TEXT, "the jars, the lamp and the rain stayed"),
        {"p1": "Then the jars, the old lamp and the rain remained, as ever."},
    )

    assert (held.quote, fate) == ("the jars, the old lamp and the rain", "moved")


@pytest.mark.parametrize(
    ("paragraphs", "fate"), [({"p1": "Snow."}, "ok"), ({"p2": TEXT}, "unanchored")]
)
def test_without_a_quote_it_holds_for_its_paragraph(paragraphs: dict[str, str], fate: str) -> None:
    whole = Anchor("p1", "", "", "")

    assert re_anchor(whole, paragraphs) == (whole, fate)


def test_a_lost_quote_keeps_its_last_anchor() -> None:
    lost = made(TEXT, "the jars, the lamp")

    assert re_anchor(lost, {"p1": "Nothing of it is left."}) == (lost, "unanchored")
    assert re_anchor(lost, {}) == (lost, "unanchored")


@pytest.mark.parametrize(
    ("quote", "new", "carried"),
    [
        ("Anne saw the river", "When Anna saw the river, Anna stayed.", "Anna saw the river"),
        ("Anne", "When Anna saw the river, Anna stayed.", "Anna"),
        ("the river", "When Annemarie saw the river, she stayed.", "the river"),
    ],
)
def test_a_quote_is_carried_with_its_words_and_back(quote: str, new: str, carried: str) -> None:
    old = "When Anne saw the river, Anne stayed."
    before = made(old, quote)

    after = carry(before, old, new)

    assert after is not None
    assert after.quote == carried
    assert carry(after, new, old) == before


def test_nothing_is_carried_where_nothing_is_left() -> None:
    assert carry(made("Anne stayed.", "Anne "), "Anne stayed.", "stayed.") is None
    assert carry(Anchor("p1", "Bert", "", ""), "Anne stayed.", "Anna stayed.") is None
