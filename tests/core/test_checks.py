import pytest

from studio.core.checks import OUTCOME_WORDS, Checked, check_prose

STORY = """The rain had not stopped since Tuesday, and the cellar smelled of wet stone.

Marta counted the jars on the shelf twice. There were eleven, and yesterday there had been twelve.

She took the lamp and went down the last four steps, where nobody had been since her father died.
"""
FRENCH = """La pluie n'avait pas cessé depuis mardi, et la cave sentait la pierre mouillée. Marta
compta deux fois les bocaux sur l'étagère. Il y en avait onze, et la veille il y en avait douze.
Elle prit la lampe et descendit les dernières marches, où personne n'était venu depuis des années.
"""
CHINESE = "雨从星期二起就没有停过，地窖里有一股潮湿石头的气味。玛尔塔把架子上的罐子数了两遍。" * 2
PROMPT = """You write one passage of a novel. The passage is called "The Cellar".

# The Cellar

Write about 60 words. Keep to the voice of the sample, and name no year. The reader must learn that
a jar is missing, that somebody has been in the cellar, and that Marta is not afraid of the dark.
"""


def check(
    reply: str,
    *,
    prompt: str = PROMPT,
    target: int = 60,
    language: str = "en",
    finish: str = "stop",
    title: str = "",
    base: str = "",
) -> Checked:
    return check_prose(
        reply,
        prompt=prompt,
        target_words=target,
        language=language,
        finish=finish,
        title=title,
        base=base,
    )


def kinds(checked: Checked) -> list[str]:
    return [remark.kind for remark in checked.remarks]


def test_plain_prose_passes_untouched() -> None:
    assert check(STORY) == Checked(STORY, "", ())


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


def test_the_words_before_are_cut_when_the_reply_begins_with_them() -> None:
    before = (
        "The road to the mill was closed that winter, and the carts went round by the old quarry."
    )
    checked = check(f"{before}\n\n{STORY}", prompt=f"{PROMPT}\n{before}")

    assert (checked.text, kinds(checked)) == (STORY, ["cut"])


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
