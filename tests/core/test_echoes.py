"""Instructions and remarks are found in a reply; a light revision of its own text is none."""

import pytest

from studio.core import prompts
from studio.core.checks import check_prose
from studio.core.echoes import Told
from studio.protocols import load

BASE = (
    "The river kept the town alive for three hundred years, and the town kept no record of it. "
    "Each spring the logs came down from the hills, and nobody counted them."
)
REMARK = "[1] Say who counted the logs, and in which year. (“nobody counted them”)"
NOTE = "Keep it short, and name the harbour master."
INSTRUCTION = (
    "Rewrite each paragraph that a remark names, so that the remark no longer holds. If a "
    "statement has no support, take it out or say no more than the reasons allow."
)


def outcome(reply: str, *, step: str = "revise", base: str = BASE, note: str = NOTE) -> str:
    template = load("argument")[1][f"{step}.md"]
    fixed = prompts.fixed(prompts.parse(template))
    sent = "\n\n".join((*fixed, f"[1] {base}", f"- {REMARK}", note))
    return check_prose(
        reply, prompt=sent, target_words=40, language="en", finish="stop", base=base,
        told=Told(fixed, (REMARK, note)),
    ).outcome  # fmt: skip


@pytest.mark.parametrize(
    "reply",
    [
        INSTRUCTION,
        INSTRUCTION.split(". ", maxsplit=1)[0] + ".",
        f"{BASE} {INSTRUCTION}",
        f"{BASE} The remarks, each with the number of its paragraph:",
        "Its text, paragraph by paragraph, numbered: the logs.",
        "Say who counted the logs, and in which year.",
        f"{REMARK} {NOTE}",
        f"What the author asks for: {NOTE}",
        f"Leave out every paragraph that no remark names. {BASE}",
    ],
)
def test_what_was_told_is_found_in_a_revision(reply: str) -> None:
    assert outcome(reply) == "echo"


@pytest.mark.parametrize(
    "reply",
    [
        BASE,
        BASE.replace("nobody counted them", "the harbour master counted them in May"),
        BASE.split(". ", maxsplit=1)[0] + ".",
        f"{BASE} Say who counted the logs, and in which year.",
        "In May the river is cold.",
    ],
)
def test_a_light_revision_is_no_echo(reply: str) -> None:
    assert outcome(reply) == ""


def test_words_given_in_quotation_marks_are_given_to_be_used() -> None:
    given = "The harbour master counted every log that came down."

    assert outcome(given, note=f"Write just this: “{given}”") == ""
    assert outcome(f"Write just this. {given}", note=f"Write just this. {given}") == "echo"


@pytest.mark.parametrize("step", ["draft", "revise"])
def test_instructions_after_a_new_beginning_are_found(step: str) -> None:
    told = prompts.fixed(prompts.parse(load("argument")[1][f"{step}.md"]))[1].strip().splitlines()
    longest = max(told, key=len)

    assert outcome(f"The logs came down in May. {longest}", step=step, base="") == "echo"
