"""What is cut off a reply before it is a text: talk around it, thoughts, fences, headings."""

import pytest

from studio.core.checks import Checked
from tests.core.checked import PROMPT, STORY, check, kinds


@pytest.mark.parametrize(
    "lead",
    [
        "Here is the generated chapter:\n\n",
        "Here's the passage: ",
        "Sure! Here is the passage you asked for:\n\n",
        "Sure! Here's a draft of the scene.\n\n",
        "Certainly, here's the section:\n\n---\n\n",
        "Certainly! Here is the chapter. ",
        "**Sure, here is the text:**\n\n",
        "Of course! I'll write the scene in the voice of the sample.\n\n",
        "Sure!\n\n",
        "Absolutely!\n\nBelow is the revised section:\n\n",
        "Here is the revised passage, based on your notes.\n\n",
        "Response:\n",
        "Voici le chapitre demandé :\n\n",
        "Bien sûr ! Voici le texte :\n\n",
        "Hier ist der Entwurf des Kapitels:\n\n",
        "Natürlich! Hier ist der Abschnitt:\n\n",
        "Aquí tienes el capítulo:\n\n",
        "¡Claro! Aquí está el texto:\n\n".removeprefix("¡"),
        "Ecco il capitolo:\n\n",
        "Claro! Aqui está o capítulo:\n\n",
        "Hier is de tekst van het hoofdstuk:\n\n",
        "Конечно! Вот текст главы:\n\n",
        "当然可以！以下是这一章的正文：\n\n",
        "以下は本文です：\n\n",
        "네, 다음은 초안입니다:\n\n",
        "بالتأكيد! إليك الفصل:\n\n",
    ],
)
def test_a_preamble_is_cut_and_the_cut_is_said(lead: str) -> None:
    checked = check(lead + STORY)

    assert (checked.text, checked.outcome) == (STORY, "")
    assert set(kinds(checked)) <= {"cut"}


@pytest.mark.parametrize(
    "opening",
    [
        "Here is the house where I was born:",
        "Here is the story of two brothers: one stayed, one left.",
        "Of course the rain had not stopped.",
        "Certainly, he had been here before.",
        "Certainly, I have never seen her again, and the chapter of my youth was closed.",
        "Sure enough, here came the postman.",
        "Voici la maison où je suis né.",
        "Voilà trois jours que la pluie tombait.",
        "Hier ist es kalt, und hier bleibe ich.",
        "Great is the text that nobody reads.",
        '"Sure! Here is the draft you wanted," said Tom.',
        "I cannot help feeling that the cellar has always been empty.",
        "I cannot help but count the jars.",
        "\"I'm sorry, but I can't help you,\" said the clerk.",
        "Let me know you, said the wall.",
        "This chapter is about patterns. By its end you will know how to read one.",
        "If you want the answer, look at the sea.",
    ],
)
def test_a_story_that_opens_like_a_preamble_keeps_every_word(opening: str) -> None:
    text = f"{opening}\n\n{STORY}"

    assert check(text) == Checked(text, "", ())


@pytest.mark.parametrize(
    "lead",
    [
        "Here is the passage that I mean:\n\n> Nobody came.",
        "Here are the topics we’ll cover in this chapter:\n\n- Rain\n- Jars",
    ],
)
def test_a_colon_before_a_quotation_or_a_list_belongs_to_the_text(lead: str) -> None:
    text = f"{lead}\n\n{STORY}"

    assert check(text).text == text


def test_nothing_but_a_preamble_is_no_text() -> None:
    assert check("Sure! Here is the chapter:").outcome == "preamble"


def test_a_preamble_that_runs_into_the_text_blocks() -> None:
    reply = (
        "Certainly! I'll begin by describing what Marta sees and feels, and the rain falls, "
        + STORY
    )

    assert check(reply).outcome == "preamble"


@pytest.mark.parametrize(
    "offer",
    [
        "Let me know if you'd like any changes!",
        "I hope this helps! Feel free to ask for revisions.",
        "Would you like me to continue with the next chapter?",
        "---\n\nLet me know if you want a different tone.",
        "*Word count: 61*",
        "(62 words)",
        "[End of chapter]",
        "**End of Chapter 3**",
        "N'hésitez pas à me dire si vous souhaitez des modifications.",
        "Lassen Sie mich wissen, ob ich etwas ändern soll.",
        "Avísame si quieres cambiar algo.",
        "如果您需要修改，请告诉我。",
    ],
)
def test_a_trailing_offer_is_cut(offer: str) -> None:
    checked = check(f"{STORY}\n{offer}")

    assert (checked.text, checked.outcome) == (STORY, "")
    assert set(kinds(checked)) == {"cut"}


@pytest.mark.parametrize(
    "ending",
    [
        "Let me know when the train leaves.",
        "Let me know when the train leaves.\n\nYour Marta",
        "I hope you sleep well tonight.",
        "If you want the answer, look at the sea.",
        "This chapter is a reference. By its end you know how patterns express a concept.",
        "Would you like another jar?",
    ],
)
def test_an_ending_that_speaks_to_somebody_is_not_an_offer(ending: str) -> None:
    text = f"{STORY}\n{ending}\n"

    assert check(text).text == text


@pytest.mark.parametrize(
    "thought",
    [
        "<think>\nThe user wants a cellar.\n</think>\n\n",
        "<thinking>I should begin with rain.</thinking>\n",
        "The user wants a cellar. Rain, then.\n</think>\n\n",
        "[THINK]Rain.[/THINK]",
        "<|channel|>analysis<|message|>Rain.<|end|><|start|>assistant<|channel|>final<|message|>",
    ],
)
def test_thinking_aloud_is_cut(thought: str) -> None:
    assert check(thought + STORY) == Checked(STORY, "", ())


def test_thinking_that_never_ends_blocks() -> None:
    assert check("<think>\nThe user wants a cellar.\n\n" + STORY).outcome == "reasoning"
    assert check("<think>All of it.</think>").outcome == "reasoning"


def test_a_tag_that_the_text_speaks_of_stays() -> None:
    text = STORY + "\nShe had written `<think>` on the wall, and under it `</think>`, years ago.\n"

    assert check(text).text == text


def test_control_tokens_end_the_text() -> None:
    assert check(STORY + "<|im_end|>\n<|im_start|>user\nMore!").text == STORY


@pytest.mark.parametrize("info", ["", "markdown", "md", "text"])
def test_a_fence_around_everything_is_taken_off(info: str) -> None:
    assert check(f"```{info}\n{STORY}```") == Checked(STORY, "", ())


def test_talk_around_a_fence_goes_with_it() -> None:
    reply = (
        f"Sure! Here is the chapter:\n\n```markdown\n{STORY}```\n\nLet me know if it needs changes."
    )

    assert check(reply).text == STORY


def test_a_fence_inside_a_wrapped_text_stays() -> None:
    inner = f"{STORY}\n```rust\nfn main() {{}}\n```\n\nThat was all that the machine had to say.\n"

    assert check(f"```markdown\n{inner}```").text == inner


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# The Cellar", ""),
        ("## Chapter 3: The Cellar", ""),
        ("**The Cellar**", ""),
        ("The Cellar\n==========", ""),
        ("Title: The Cellar", "The Cellar"),
        ("The Cellar", "the cellar"),
        ("### 2.1. A Missing Jar", "A Missing Jar"),
    ],
)
def test_a_heading_that_repeats_the_title_is_cut(heading: str, title: str) -> None:
    assert check(f"{heading}\n\n{STORY}", title=title) == Checked(STORY, "", ())


def test_a_heading_of_its_own_stays() -> None:
    text = f"## What the rain knew\n\n{STORY}"

    assert check(text).text == text


def test_the_words_before_are_cut_when_the_reply_begins_with_them() -> None:
    before = (
        "The road to the mill was closed that winter, and the carts went round by the old quarry."
    )
    checked = check(f"{before}\n\n{STORY}", prompt=f"{PROMPT}\n{before}")

    assert (checked.text, kinds(checked)) == (STORY, ["cut"])
