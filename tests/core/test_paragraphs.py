from hypothesis import given
from hypothesis import strategies as st

from studio.core.paragraphs import align, match

BLOCKS = st.lists(
    st.sampled_from(["* * *", "Rain fell.", "She counted jars.", "a b c d e"]), max_size=7
)


def new_id(position: int) -> str:
    return f"new{position}"


def named(texts: list[str]) -> list[tuple[str, str]]:
    return [(f"p{n}", text) for n, text in enumerate(texts)]


def ids(old: list[str], new: list[str]) -> str:
    return " ".join(key for key, _ in match(named(old), new, new_id))


A = "The rain had not stopped since Tuesday and the cellar smelled of stone."
B = "Marta counted the jars on the shelf twice, and there were only eleven."
C = "She took the lamp and went down the last four steps alone."


def test_an_unchanged_text_keeps_its_ids() -> None:
    assert ids([A, B, C], [A, B, C]) == "p0 p1 p2"


def test_an_edited_paragraph_keeps_its_id() -> None:
    assert ids([A, B, C], [A, B.replace("eleven", "ten"), C]) == "p0 p1 p2"


def test_an_inserted_paragraph_gets_a_new_id() -> None:
    assert ids([A, B], [A, C, B]) == "p0 new1 p1"


def test_a_moved_paragraph_takes_its_id_along() -> None:
    assert ids([A, B, C], [C, A, B]) == "p2 p0 p1"


def test_a_rewritten_paragraph_is_a_new_one() -> None:
    assert ids([A, B, C], [A, "Nothing of it is left here.", C]) == "p0 new1 p2"


def test_the_larger_half_of_a_divided_paragraph_keeps_the_id() -> None:
    assert ids([A + " " + B], [A + " And", B]) in ("p0 new1", "new0 p0")


def test_scene_breaks_around_an_edit_keep_their_ids() -> None:
    assert ids([A, "* * *", B, "* * *", C], [A, "* * *", "* * *", C]) == "p0 p1 p3 p4"


def test_paragraphs_without_words_are_compared_by_their_signs() -> None:
    assert ids(["***"], ["****"]) == "p0"


def test_a_rewritten_chapter_is_matched_in_bounded_time() -> None:
    old = [f"{A} {n} {n * 7} {n * 13}" for n in range(300)]
    new = [text.replace("Tuesday", "Friday") for text in old]

    assert align(old, new) == [(n, n) for n in range(300)]


@given(BLOCKS, BLOCKS)
def test_every_id_is_used_once_and_every_text_arrives(old: list[str], new: list[str]) -> None:
    found = match(named(old), new, new_id)

    assert [text for _, text in found] == new
    assert len({key for key, _ in found}) == len(new)


@given(st.integers(0, 5), st.integers(0, 5), BLOCKS, BLOCKS)
def test_a_local_edit_leaves_all_other_ids_alone(
    n_before: int, n_after: int, old: list[str], new: list[str]
) -> None:
    head = [f"Before {n} comes." for n in range(n_before)]
    tail = [f"After {n} comes." for n in range(n_after)]
    before = named([*head, *old, *tail])

    after = match(before, [*head, *new, *tail], new_id)

    assert after[:n_before] == before[:n_before]
    assert after[len(after) - n_after :] == before[len(before) - n_after :]


@given(BLOCKS, BLOCKS)
def test_aligned_pairs_rise(old: list[str], new: list[str]) -> None:
    pairs = align(old, new)

    assert pairs == sorted(pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
