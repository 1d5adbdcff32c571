"""What edits of the plan write, in tables: the edit, and what it leaves."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from studio.core import arranging, edits, keys
from studio.core.editing import Edit, Placed, Plan
from studio.core.intent import BadIntent
from studio.core.intent_words import parse
from studio.core.outline import ordered
from studio.core.state import Body, DictState
from tests import building

OUTLINE = """
    s1 Water
        s2 Springs establishes claim-1
            - spring: Water comes up. // It is cold.
            - mouth: Water reaches the sea.
        s3 Mills uses claim-1 depends_on s2
            - wheel: It turns.
    s4 Stone uses term-1 depends_on s3
        - bed: Stone lies still.
    s7 Dust
"""


def plan() -> Plan:
    """The drawing as the plan of a book, in which two slashes divide paragraphs."""
    state = building.state(OUTLINE)
    written = dict(state._entries)
    blobs = {k: text.replace(" // ", "\n\n") for k, text in state._blobs.items()}
    spring = "text/draft/s2/spring"
    written[spring] = {**written[spring], "paragraphs": ["p1", "p2"]}
    found = DictState(written, blobs)
    sections = {keys.rest(k): b for k, b in written.items() if keys.kind(k) == "section"}
    used = frozenset({*written, "section/s9", "object/claim-4"})
    return Plan(found, sections, building.argument(), used)


def edit(words: str) -> Edit:
    return edits.edit(parse(words), plan())


def after(words: str) -> dict[str, Body]:
    """The sections that an edit leaves, by id."""
    found: dict[str, Body | None] = {**plan().sections}
    found |= {keys.rest(k): b for k, b in edit(words).writes.items() if keys.kind(k) == "section"}
    return {i: b for i, b in found.items() if b is not None}


def tree(words: str) -> str:
    return " ".join(f"{n.number}:{n.id}" for n in ordered(after(words)))


TREES = {
    "add section Ice": "1:s1 1.1:s2 1.2:s3 2:s4 3:s7 4:s10",
    "add section Ice --under s1": "1:s1 1.1:s2 1.2:s3 1.3:s10 2:s4 3:s7",
    "add section Ice --after section/s2": "1:s1 1.1:s2 1.2:s10 1.3:s3 2:s4 3:s7",
    "add section Ice --before s1": "1:s10 2:s1 2.1:s2 2.2:s3 3:s4 4:s7",
    "add section Ice --under s4": "1:s1 1.1:s2 1.2:s3 2:s4 2.1:s10 3:s7",
    "remove section/s1": "1:s4 2:s7",
    "remove section/s2": "1:s1 1.1:s3 2:s4 3:s7",
    "move section/s3 up": "1:s1 1.1:s3 1.2:s2 2:s4 3:s7",
    "move section/s4 up": "1:s4 2:s1 2.1:s2 2.2:s3 3:s7",
    "move section/s1 down": "1:s4 2:s1 2.1:s2 2.2:s3 3:s7",
    "move section/s4 in": "1:s1 1.1:s2 1.2:s3 1.3:s4 2:s7",
    "move section/s2 out": "1:s1 1.1:s3 2:s2 3:s4 4:s7",
    "move section/s7 --under s1 --after s2": "1:s1 1.1:s2 1.2:s7 1.3:s3 2:s4",
    "move section/s7 --before s2": "1:s1 1.1:s7 1.2:s2 1.3:s3 2:s4",
    "move section/s2 --under top": "1:s1 1.1:s3 2:s4 3:s7 4:s2",
    "move section/s1 --after s1": "1:s4 2:s7 3:s1 3.1:s2 3.2:s3",
    "split section/s2 --at mouth": "1:s1 1.1:s2 1.2:s10 1.3:s3 2:s4 3:s7",
    "merge section/s2": "1:s1 1.1:s2 2:s4 3:s7",
}
REFUSED = {
    "add section ''": "Give it a title",
    "add section Ice words=many": "“many” is no number",
    "add section Ice words=99999": "up to 20,000",
    "add section Ice colour=blue": "has no field colour",
    "add section Ice --under s8": "no section “s8”",
    "add section Ice --under s4 --after s2": "does not stand there",
    "add object claim": "must not be empty",
    "add object dragon text=x": "does not keep track of “dragon”; it does of: thesis, claim",
    "add object claim text=x wings=2": "claim has no field wings; it has: text",
    "add object thesis text=x": "a book has one",
    "add object term name=x definition=y --to claim-9": "nothing under object/claim-9",
    "add object claim text=x --to premise-1": "A claim has no such relation",
    "add relation object/claim-1 supports claim-1": "not related to itself",
    "add relation object/term-1 supports claim-1": "there is: clarifies",
    "add relation section/s3 loves claim-1": "A section establishes, uses or depends_on",
    "add relation section/s3 uses claim-9": "nothing under object/claim-9",
    "add relation section/s3 depends_on s8": "no section “s8”",
    "add relation brief/words uses claim-1": "Only objects and sections are related",
    "remove section/s8": "no section “s8”",
    "remove object/claim-9": "nothing under object/claim-9",
    "move section/s1 --under s2": "cannot be moved into itself",
    "move section/s1 up": "cannot be moved further",
    "move section/s1 in": "nothing above it",
    "move section/s1 out": "stands at the top already",
    "set section/s2.rank=1": "has no field rank",
    "set section/s2.title=": "Give it a title",
    "set object/claim-1.text=": "must not be empty",
    "set protocol.title=x": "cannot be set",
    "split section/s7 --at x": "not planned in passages yet",
    "split section/s2 --at spring": "after its first passage",
    "split section/s2 --at spring/p1": "after its first passage",
    "split section/s2 --at mouth/p7": "no paragraph “p7”",
    "merge section/s1": "has sections of its own",
    "merge section/s3": "No section follows “Mills”",
    "merge section/s2 --with s4": "stand beside one another",
    "merge section/s4": "“Dust” is not planned in passages yet",
}


@pytest.mark.parametrize(("words", "left"), TREES.items(), ids=list(TREES))
def test_an_edit_leaves_this_outline(words: str, left: str) -> None:
    assert tree(words) == left


@pytest.mark.parametrize(("words", "said"), REFUSED.items(), ids=list(REFUSED))
def test_what_cannot_be_says_why(words: str, said: str) -> None:
    with pytest.raises(BadIntent, match=said):
        edit(words)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ("set section/s2.title=", "title"),
        ("set section/s2.words=x", "words"),
        ("set object/term-1.definition=", "definition"),
    ],
)
def test_what_is_wrong_with_a_field_is_said_there(words: str, field: str) -> None:
    with pytest.raises(BadIntent) as bad:
        edit(words)

    assert bad.value.field == field


def test_a_section_that_leaves_is_depended_on_no_more() -> None:
    assert after("remove section/s2")["s3"]["depends_on"] == []
    assert after("remove section/s3")["s4"]["depends_on"] == []


def test_a_section_at_the_top_is_a_chapter() -> None:
    assert after("move section/s2 out")["s2"]["role"] == "chapter"
    assert after("add section Ice")["s10"]["role"] == "chapter"
    assert after("add section Ice --under s1")["s10"]["role"] == "section"


def test_lines_of_a_list_stand_below_one_another() -> None:
    intent = parse("add section A --after s1")
    more = ({"title": "B", "depth": 1}, {"title": "C", "depth": 2}, {"title": "D", "depth": 0})
    intent = replace(intent, items=(*intent.items, *more))

    writes = edits.edit(intent, plan()).writes

    sections = {**plan().sections}
    sections |= {keys.rest(k): b for k, b in writes.items() if b is not None}
    order = [f"{n.number} {n.body['title']}" for n in ordered(sections)]
    assert order == [
        "1 Water", "1.1 Springs", "1.2 Mills", "2 A", "2.1 B", "2.1.1 C", "3 D", "4 Stone",
        "5 Dust",
    ]  # fmt: skip


def test_a_new_thing_gets_an_id_that_was_never_used_and_its_relation() -> None:
    writes = edit("add object claim text='Ice is water.' --to thesis-1").writes

    assert writes == {
        "object/claim-5": {
            "kind": "claim", "fields": {"text": "Ice is water."},
            "relations": [{"name": "supports", "to": "thesis-1"}],
        }
    }  # fmt: skip


def test_a_thing_that_leaves_is_named_nowhere() -> None:
    writes = edit("remove object/claim-1").writes

    assert writes["object/claim-1"] is None
    assert _body(writes, "object/premise-1")["relations"] == []
    assert _body(writes, "section/s2")["establishes"] == []
    assert _body(writes, "section/s3")["uses"] == []


def test_relations_come_and_go() -> None:
    more = edit("add relation section/s4 uses claim-1").writes
    less = edit("remove relation object/premise-1 supports claim-1").writes

    assert _body(more, "section/s4")["uses"] == ["term-1", "claim-1"]
    # What is used is read where it is established.
    assert _body(more, "section/s4")["depends_on"] == ["s3", "s2"]
    assert _body(less, "object/premise-1")["relations"] == []


def test_a_split_takes_texts_along_and_shares_the_words() -> None:
    found = edit("split section/s2 --at mouth --title Sea")

    assert found.placed == (Placed("draft/s2/mouth", "draft/s10/mouth"),)
    assert found.stated == ("s2", "s10")
    assert _keys_of(found, "map/s2") == ["spring"]
    assert _keys_of(found, "map/s10") == ["mouth"]
    assert found.writes["text/draft/s2/mouth"] is None
    new = _body(found.writes, "section/s10")
    assert (new["title"], new["words"], new["establishes"]) == ("Sea", 100, [])


def test_a_passage_is_divided_between_its_paragraphs() -> None:
    found = edit("split section/s2 --at spring/p2")

    assert [(p.place, p.paragraphs) for p in found.placed] == [
        ("draft/s10/spring", ("p2",)), ("draft/s10/mouth", ()), ("draft/s2/spring", ("p1",)),
    ]  # fmt: skip
    texts = {
        key: found.texts[body["blob"]]
        for key, body in found.writes.items()
        if body and keys.kind(key) == "text" and body["blob"] in found.texts
    }
    assert texts == {
        "text/draft/s2/spring": "Water comes up.\n", "text/draft/s10/spring": "It is cold.\n",
    }  # fmt: skip
    assert [m["words"] for m in _movements(found, "map/s10")] == [50, 100]


def test_joining_two_sections_joins_what_is_said_of_them() -> None:
    found = edit("merge section/s2")

    joined = _body(found.writes, "section/s2")
    assert _keys_of(found, "map/s2") == ["spring", "mouth", "wheel"]
    assert (joined["words"], joined["uses"], joined["depends_on"]) == (400, ["claim-1"], [])
    assert _body(found.writes, "section/s4")["depends_on"] == ["s2"]
    assert found.writes["map/s3"] is None


def test_sections_before_what_they_depend_on_are_found() -> None:
    assert arranging.before_what_they_need(plan().sections) == set()
    assert arranging.before_what_they_need(after("move section/s3 up")) == {("s3", "s2")}


def _body(writes: Mapping[str, Body | None], key: str) -> Body:
    body = writes[key]
    assert body is not None
    return body


def _movements(found: Edit, key: str) -> list[dict[str, Any]]:
    return list(_body(found.writes, key)["movements"])


def _keys_of(found: Edit, key: str) -> list[str]:
    return [m["key"] for m in _movements(found, key)]
