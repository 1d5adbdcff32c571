import pytest

from studio.core.beginnings import FEWEST_WORDS, beginning, joined

SENTENCE = "The rain had not stopped since Tuesday, and the cellar smelled of wet stone."
THREE = f"{SENTENCE} Marta counted the jars twice. There were eleven, and yesterday twelve. "
LONG = THREE + "She took the lamp and went down the last four steps, where nobody had been."


@pytest.mark.parametrize(
    ("arrived", "begun"),
    [
        (f"{LONG} Nobody ha", LONG),
        (f"{LONG}\n\nNobody had been th", f"{LONG}\n"),
        (LONG, LONG),
        (f"{LONG}\n\n## Down", f"{LONG}\n"),
        (f"<think>A cellar.</think>{LONG} Nobo", LONG),
        (f"Sure, here is the passage:\n\n{LONG} Nobo", LONG),
        (f"{LONG}\n\n```\ncode", f"{LONG}\n"),
        ("<think>A cellar, then a lamp, and", ""),
        ("I'm sorry, but I cannot write this. " + LONG, ""),
        (SENTENCE, ""),
        ("", ""),
    ],
)
def test_only_whole_sentences_are_gone_on_from(arrived: str, begun: str) -> None:
    assert beginning(arrived) == begun
    assert not begun or len(begun.split()) >= FEWEST_WORDS


@pytest.mark.parametrize(
    ("reply", "whole"),
    [
        ("Then she saw it.", f"{LONG} Then she saw it."),
        ("\n\nThen she saw it.", f"{LONG}\n\nThen she saw it."),
        ("where nobody had been. Then she saw it.", f"{LONG} Then she saw it."),
        (f"{LONG} Then she saw it.", f"{LONG} Then she saw it."),
        (f"{LONG}\n\nThen she saw it.", f"{LONG}\n\nThen she saw it."),
        (f"<think>On.</think>{LONG}\n\nThen she saw it.", f"{LONG}\n\nThen she saw it."),
        ("Here is the continuation:\n\nThen she saw it.", f"{LONG}\n\nThen she saw it."),
        ("had been.", f"{LONG} had been."),
        (LONG, LONG),
        ("", LONG),
    ],
)
def test_nothing_is_said_twice_at_the_seam(reply: str, whole: str) -> None:
    assert joined(LONG, reply) == whole


def test_a_paragraph_that_had_ended_is_followed_by_another() -> None:
    assert joined(f"{LONG}\n", "Then she saw it.") == f"{LONG}\n\nThen she saw it."


def test_without_a_beginning_a_reply_stays_as_it_came() -> None:
    assert joined("", "  As it came.\n") == "  As it came.\n"


def test_signs_without_spaces_between_are_joined_without_one() -> None:
    assert joined("雨停了。", "她下楼。") == "雨停了。她下楼。"
