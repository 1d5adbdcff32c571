from hypothesis import given
from hypothesis import strategies as st

from studio.core.diff import Block, Part, diff, diff_paragraphs, diff_sentences, diff_words

BLOCKS = st.lists(
    st.sampled_from(["Rain fell on it.", "Rain fell on us.", "Ten jars.", "雨停了"]), max_size=6
)


def test_equal_texts_have_an_empty_diff() -> None:
    assert {block.kind for block in diff("a\n\nb\n", "a\n\nb\n").blocks} == {"equal"}


def test_an_edited_paragraph_shows_the_words_that_changed() -> None:
    found = diff("Rain fell on the roof.\n", "Snow fell on the roof.\n")

    parts = (Part("delete", "Rain"), Part("insert", "Snow"), Part("equal", " fell on the roof."))
    assert found.blocks == (
        Block("replace", "Rain fell on the roof.", "Snow fell on the roof.", parts),
    )
    assert (found.n_words_added, found.n_words_removed) == (1, 1)


def test_new_and_removed_paragraphs_stand_alone() -> None:
    found = diff("Rain.\n\nTen jars stood there.\n", "Rain.\n\nNobody came to see it.\n")

    assert [block.kind for block in found.blocks] == ["equal", "delete", "insert"]


def test_han_text_is_compared_by_character() -> None:
    assert diff_words("雨停了", "雪停了")[-1] == Part("equal", "停了")


def test_sentences_are_compared_whole_with_the_blanks_between_them() -> None:
    found = diff_sentences("It rains. It pours. He sleeps.", "It rains. It snows. He sleeps.")

    assert found == (
        Part("equal", "It rains."), Part("delete", " It pours."), Part("insert", " It snows."),
        Part("equal", " He sleeps."),
    )  # fmt: skip


@given(st.lists(st.sampled_from(["It rains. ", "No. ", "雨停了。", "Dr. No came! "])))
def test_the_old_sentences_are_all_there(pieces: list[str]) -> None:
    old, new = "".join(pieces), "".join(reversed(pieces))
    found = diff_sentences(old, new)

    assert "".join(part.text for part in found if part.kind != "insert") == old


def test_changed_words_with_blanks_between_read_as_one_phrase() -> None:
    found = diff_words("see the old grey house now", "see a new white house now")

    assert [part.text for part in found] == ["see ", "the old grey", "a new white", " house now"]


@given(BLOCKS, BLOCKS)
def test_both_texts_can_be_read_from_the_diff(old: list[str], new: list[str]) -> None:
    blocks = diff_paragraphs(old, new).blocks

    assert [block.old for block in blocks if block.kind != "insert"] == old
    assert [block.new for block in blocks if block.kind != "delete"] == new


@given(st.text("ab \n,雨", max_size=30), st.text("ab \n,雨", max_size=30))
def test_both_paragraphs_can_be_read_from_the_parts(old: str, new: str) -> None:
    parts = diff_words(old, new)

    assert "".join(part.text for part in parts if part.kind != "insert") == old
    assert "".join(part.text for part in parts if part.kind != "delete") == new
