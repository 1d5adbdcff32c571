import pytest

from studio import protocols
from studio.core import prompts
from studio.core.prompts import Template, blanks, fill, parse

FILE = """---
purpose: Writes: a passage
version: 3
---
# system
You write in {{language}}.

# user
Before:
{{before}}

Write {{ words }} words, {{language}}.
"""


def test_a_prompt_file_has_a_head_and_two_parts() -> None:
    assert parse(FILE) == Template(
        "Writes: a passage",
        "3",
        "You write in {{language}}.",
        "Before:\n{{before}}\n\nWrite {{ words }} words, {{language}}.",
    )


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("# user\nx", Template("", "1", "", "x")),
        ("before all\n# user\nx\n# system\ny\n", Template("", "1", "y", "x")),
        ("# user\n## user\n#user", Template("", "1", "", "## user\n#user")),
        ("---\n\n---\n# user\nx", Template("", "1", "", "x")),
    ],
)
def test_a_prompt_may_have_less(text: str, template: Template) -> None:
    assert parse(text) == template


@pytest.mark.parametrize("text", ["", "Write.", "# system\nx", "---\na: b\n---\n# User\nx"])
def test_a_prompt_without_a_user_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="# user"):
        parse(text)


def test_blanks_are_named_once_and_in_order() -> None:
    assert blanks(parse(FILE)) == ["language", "before", "words"]


@pytest.mark.parametrize(
    ("part", "filled"),
    [
        ("Plain.\n\n{{empty}}", "Plain."),
        ("Before:\n{{empty}}\n\nGo.", "Go."),
        ("{{empty}} and {{a}}", "and A"),
        ("{{empty}}{{none}}", ""),
        ("{{a}}\n   \n{{a}}", "A\n\nA"),
        ("{{ a }} {{a}}", "A A"),
        ("{a} {{a-b}} {{}}", "{a} {{a-b}} {{}}"),
        ("", ""),
    ],
)
def test_a_block_with_nothing_to_say_is_left_out(part: str, filled: str) -> None:
    assert fill(part, {"a": "A", "empty": "", "none": ""}.__getitem__) == filled


@pytest.mark.parametrize("said", ["{{secret}}", r"\1 \g<0>", "one\n\ntwo", "# user"])
def test_what_fills_a_blank_is_not_read_as_a_prompt(said: str) -> None:
    assert fill("Say: {{a}}", {"a": said}.__getitem__) == f"Say: {said}"


def test_each_blank_is_asked_for_where_it_stands() -> None:
    with pytest.raises(KeyError):
        fill("{{unknown}}", {"known": ""}.__getitem__)


@pytest.mark.parametrize("slug", protocols.slugs())
def test_prompts_that_come_with_the_program_can_be_read(slug: str) -> None:
    _, files = protocols.load(slug)

    assert all(prompts.parse(text).purpose for text in files.values())
