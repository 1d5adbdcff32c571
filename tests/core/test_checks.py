"""What blocks a reply, and what is only said of it."""

import pytest

from studio.core.checks import OUTCOME_WORDS, Checked, check_prose
from tests.core.checked import CHINESE, FRENCH, PROMPT, STORY, check, kinds


def test_plain_prose_passes_untouched() -> None:
    assert check(STORY) == Checked(STORY, "", ())


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot help with that request.",
        "I'm sorry, but I can't assist with that.",
        "As an AI language model, I do not have memories of cellars. " + STORY,
        "I apologize, but I am unable to write this scene.",
        "Je suis désolé, mais je ne peux pas écrire cela.",
        "Es tut mir leid, aber ich kann dabei nicht helfen.",
        "Lo siento, pero no puedo ayudar con eso.",
        "Извините, но я не могу помочь с этим.",
        "对不起，我无法提供帮助。",
        "申し訳ありませんが、お手伝いできません。",
    ],
)
def test_a_refusal_blocks(reply: str) -> None:
    assert check(reply).outcome == "refusal"


def test_repeating_the_prompt_blocks() -> None:
    assert check(PROMPT.split("\n\n")[2]).outcome == "echo"


def test_a_revision_may_repeat_its_base() -> None:
    prompt = f"{PROMPT}\n{STORY}"

    assert check(STORY, prompt=prompt).outcome == "echo"
    assert check(STORY, prompt=prompt, base=STORY).outcome == ""


@pytest.mark.parametrize(
    ("text", "language", "outcome"),
    [
        (STORY, "en", ""),
        (STORY, "English", ""),
        (STORY, "fr", "language"),
        (STORY, "de-AT", "language"),
        (STORY, "zh-Hans", "language"),
        (FRENCH, "fr", ""),
        (FRENCH, "en", "language"),
        (FRENCH, "German", "language"),
        (CHINESE, "zh", ""),
        (CHINESE, "ja", "language"),
        (CHINESE, "en", "language"),
        (STORY, "sr", ""),
        (STORY, "x-elvish", ""),
        ("La pluie tombait.", "en", ""),
    ],
)
def test_only_a_certainly_wrong_language_blocks(text: str, language: str, outcome: str) -> None:
    assert check(text, language=language).outcome == outcome


@pytest.mark.parametrize(
    "reply",
    [
        '{"text": "The rain had not stopped."}',
        '{"text": "The rain had not stopped.", "title": "and it',
        '```json\n{"text": "The rain."}\n```',
        '[{"text": "The rain"}]',
        "<html><body><p>The rain</p></body></html>",
        "<p>The rain had not stopped.</p>\n\n<p>It fell.</p>",
        "# The Rain\n\n## The Jar\n\n## The Lamp",
        STORY + "\n```python\nprint(1)\n",
    ],
)
def test_something_else_than_prose_blocks(reply: str) -> None:
    assert check(reply).outcome == "structure"


@pytest.mark.parametrize("reply", ["", " \n\n ", "\ufeff\x00"])
def test_no_text_blocks(reply: str) -> None:
    assert check(reply).outcome == "empty"


def test_a_text_that_met_its_limit_is_cut_after_its_last_sentence() -> None:
    checked = check(STORY + "\nBehind the door somebody was", finish="length")

    assert (checked.text, checked.outcome) == (STORY, "")
    assert [remark.quote for remark in checked.remarks] == ["Behind the door somebody was"]


def test_a_text_that_met_its_limit_early_is_truncated() -> None:
    assert check(STORY + "\nBehind the", finish="length", target=300).outcome == "truncated"
    assert check("The rain had not", finish="length").outcome == "truncated"


def test_length_far_off_advises() -> None:
    assert kinds(check(STORY, target=20)) == ["length"]
    assert kinds(check(STORY, target=200)) == ["length"]
    assert kinds(check(STORY, target=0)) == []


def test_repetition_only_advises() -> None:
    sentence = "The jar was missing from its shelf."
    checked = check(f"{STORY}\n" + f"{sentence} " * 3, target=80)

    assert (checked.outcome, kinds(checked)) == ("", ["repetition"])
    assert checked.remarks[0].quote == sentence


def test_phrases_that_come_again_and_again_advise() -> None:
    lines = [f"She went down into the dark and cold cellar on day {n}." for n in range(12)]

    assert kinds(check(" ".join(lines), target=140)) == ["repetition"]


def test_a_last_sentence_that_breaks_off_advises() -> None:
    checked = check(
        STORY + "\nShe waited. Behind the door somebody was moving the jars one by one and then"
    )

    assert (checked.outcome, kinds(checked)) == ("", ["cut"])


def test_every_outcome_has_plain_words() -> None:
    outcomes = "empty truncated echo refusal reasoning preamble language structure"

    assert set(OUTCOME_WORDS) == {"", *outcomes.split()}
    assert all(words.endswith(".") for words in OUTCOME_WORDS.values())


def test_a_reply_past_its_length_without_a_sentence_is_cut_after_its_last_whole_line() -> None:
    lines = ["the river remembers where it went"] * 12

    found = check_prose(
        "\n".join(lines) + "\nthe river rem",
        prompt="Write.",
        target_words=40,
        language="en",
        finish="length",
    )

    assert found.is_usable
    assert found.text.rstrip().endswith("where it went")
    assert "cut" in {remark.kind for remark in found.remarks}
