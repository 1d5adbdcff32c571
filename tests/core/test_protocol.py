import copy
from typing import Any

import pytest

from studio import protocols
from studio.core.blanks import _BLANKS
from studio.core.prompts import blanks
from studio.core.prompts import parse as parse_prompt
from studio.core.protocol import Protocol, parse, pass_entries

SMALL: dict[str, Any] = {
    "slug": "small",
    "title": "Small",
    "kinds": [{"slug": "term", "title": "term", "name_field": "name", "fields": {"name": {}}}],
    "passes": [
        {
            "slug": "draft", "title": "Draft", "layer": "draft", "kind": "composing",
            "scope": "book", "produces": "prose", "prompt": "draft.md",
        },
        {
            "slug": "publish", "title": "Publish", "layer": "files", "kind": "publishing",
            "scope": "book", "produces": "files", "judged_by": "rule",
        },
    ],
    "gates": [{"slug": "check", "title": "Check", "prompt": "c.md", "revise": "r.md"}],
}  # fmt: skip


def test_what_is_not_said_has_a_default() -> None:
    found = parse(SMALL)

    assert found.version == 1
    assert found.kinds["term"].plural == "terms"
    assert found.kinds["term"].fields[0].max == 400
    assert not found.kinds["term"].one
    assert found.passes["draft"].judged_by == "author"
    assert found.passes["draft"].needs == found.passes["draft"].gates == ()
    assert found.gates["check"].revisions == 2


@pytest.mark.parametrize("missing", ["slug", "title", "kinds", "passes"])
def test_what_is_missing_is_named(missing: str) -> None:
    body = {k: v for k, v in SMALL.items() if k != missing}

    with pytest.raises(KeyError, match=missing):
        parse(body)


@pytest.mark.parametrize("missing", ["layer", "kind", "scope", "produces"])
def test_a_pass_says_what_it_does(missing: str) -> None:
    body = copy.deepcopy(SMALL)
    del body["passes"][0][missing]

    with pytest.raises(KeyError, match=missing):
        parse(body)


def test_only_composing_passes_make_units() -> None:
    assert [p.slug for p in parse(SMALL).composing] == ["draft"]


def test_the_book_gets_its_own_copy_of_each_prompt() -> None:
    found = pass_entries(SMALL, {"draft.md": "D", "c.md": "C", "r.md": "R"})

    assert {key: body["prompt"] for key, body in found.items()} == {
        "pass/draft": "D",
        "pass/check": "C",
        "pass/check-revise": "R",
    }


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"kind": "term", "fields": {"name": " Oral MEMORY "}}, "oral memory"),
        ({"kind": "term", "fields": {}}, ""),
        ({"kind": "term"}, ""),
        ({"kind": "unknown", "fields": {"name": "x"}}, ""),
        ({}, ""),
    ],
)
def test_an_object_has_the_name_that_its_kind_says(body: dict[str, Any], name: str) -> None:
    assert parse(SMALL).name_of(body) == name


@pytest.fixture(params=protocols.slugs())
def template(request: pytest.FixtureRequest) -> tuple[Protocol, dict[str, str]]:
    body, files = protocols.load(request.param)
    entries = pass_entries(body, files)
    return parse(body), {key: entry["prompt"] for key, entry in entries.items()}


def test_templates_name_only_what_exists(template: tuple[Protocol, dict[str, str]]) -> None:
    found, _ = template
    before: set[str] = set()

    for step in found.passes.values():
        assert set(step.needs) <= before, "a pass needs passes before it only"
        assert set(step.gates) <= set(found.gates)
        assert {w.kind for w in step.objects} | set(step.establishes) <= set(found.kinds)
        assert {w.under for w in step.objects if w.under} <= {w.kind for w in step.objects}
        before.add(step.slug)
    for relation in found.relations:
        assert {*relation.from_, *relation.to} <= set(found.kinds)


def test_prompts_of_templates_ask_for_blanks_that_exist(
    template: tuple[Protocol, dict[str, str]],
) -> None:
    _, texts = template

    for key, text in texts.items():
        assert set(blanks(parse_prompt(text))) <= set(_BLANKS), key


def test_prompts_of_templates_tell_of_the_last_failure(
    template: tuple[Protocol, dict[str, str]],
) -> None:
    _, texts = template

    assert [key for key, text in texts.items() if "{{last_failure}}" not in text] == []
