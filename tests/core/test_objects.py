from typing import Any

import jsonschema
import pytest

from studio.core.digest import digest_of
from studio.core.objects import objects_operations, objects_schema, one_id
from studio.core.proposals import Operation
from studio.core.state import DictState
from tests import building

PROTOCOL = building.argument()
STEP = PROTOCOL.passes["argument"]
EMPTY = DictState({}, {})


def reply(*claims: dict[str, Any], terms: tuple[str, ...] = ("memory",), **more: Any) -> Any:
    return {
        "thesis": {"text": "Rivers remember.", "claim": list(claims), **more},
        "objection": [],
        "term": [{"name": name, "definition": "what stays"} for name in terms],
    }


def claim(text: str, *premises: str, **more: Any) -> dict[str, Any]:
    grounds = [{"text": p, "grounds": "a case"} for p in premises]
    return {"text": text, "premise": grounds, "objection": [], **more}


def written(
    said: Any, state: DictState = EMPTY, used: tuple[str, ...] = ()
) -> dict[str, Operation]:
    return {o.key: o for o in objects_operations(said, STEP, PROTOCOL, state, used)}


def body(found: dict[str, Operation], object_id: str) -> Any:
    return found[f"object/{object_id}"].body


def test_new_objects_get_ids_by_code_and_lead_to_what_they_are_nested_in() -> None:
    found = written(reply(claim("Water stays.", "Old beds fill."), claim("Stone stays.")))

    assert list(found) == [
        "object/thesis-1", "object/claim-1", "object/premise-1", "object/claim-2", "object/term-1",
    ]  # fmt: skip
    assert body(found, "premise-1") == {
        "kind": "premise",
        "fields": {"text": "Old beds fill.", "grounds": "a case"},
        "relations": [{"name": "supports", "to": "claim-1"}],
    }
    assert body(found, "thesis-1")["relations"] == []


@pytest.mark.parametrize(
    ("same_as", "key"),
    [
        ("claim-4", "object/claim-4"),
        ("new", "object/claim-8"),
        ("claim-99", "object/claim-8"),
        ("term-1", "object/claim-8"),
        ("", "object/claim-8"),
    ],
)
def test_an_existing_object_keeps_its_id_if_the_reply_says_so(same_as: str, key: str) -> None:
    state = DictState(building.things("claim-4: Old.\nclaim-7: Older.\nterm-1 salt: x"), {})

    found = written(reply(claim("New.", same_as=same_as)), state)

    assert body(found, key.removeprefix("object/"))["fields"]["text"] == "New."


def test_one_id_is_not_given_to_two_objects() -> None:
    state = DictState(building.things("claim-1: Old."), {})

    found = written(reply(claim("A.", same_as="claim-1"), claim("B.", same_as="claim-1")), state)

    assert body(found, "claim-1")["fields"]["text"] == "A."
    assert body(found, "claim-2")["fields"]["text"] == "B."


def test_what_the_proposal_leaves_out_ends() -> None:
    things = building.things("claim-1: Old.\nclaim-2: Older.\nconstraint-1: Brief.")

    found = written(reply(claim("New.", same_as="claim-1")), DictState(things, {}))

    assert found["object/claim-2"] == Operation(
        "object/claim-2", digest_of(things["object/claim-2"]), None
    )
    assert "object/constraint-1" not in found, "the pass does not propose rules"


@pytest.mark.parametrize(
    ("existing", "used", "new"),
    [
        ("claim-2: x", (), "object/claim-3"),
        ("claim-2: x", ("claim-2", "claim-9"), "object/claim-10"),
        ("claim-2: x", ("term-9", "claims"), "object/claim-3"),
        ("", ("claim-5",), "object/claim-6"),
    ],
)
def test_an_id_that_was_ever_used_names_nothing_new(
    existing: str, used: tuple[str, ...], new: str
) -> None:
    found = written(reply(claim("New.")), DictState(building.things(existing), {}), used)

    assert [k for k, o in found.items() if k.startswith("object/claim") and o.body] == [new]


def test_a_term_that_is_defined_twice_is_defined_once() -> None:
    found = written(reply(terms=("memory", " Memory", "salt")))

    names = [o.body["fields"]["name"] for o in found.values() if o.body and "term" in o.key]
    assert names == ["memory", "salt"]


def test_a_book_has_one_thesis_whatever_the_reply_calls_it() -> None:
    state = DictState(building.things("thesis-4: Old."), {})

    found = written(reply(claim("Water stays."), same_as="new"), state)

    assert list(found) == ["object/thesis-4", "object/claim-1", "object/term-1"]
    assert body(found, "claim-1")["relations"][0]["to"] == "thesis-4"
    assert one_id(STEP, []) == "thesis-1"


def test_words_are_taken_without_blanks_around_them() -> None:
    found = written(reply(claim("  Water.\n")))

    assert body(found, "claim-1")["fields"]["text"] == "Water."


def test_the_schema_offers_the_ids_that_exist_and_bounds_everything() -> None:
    state = DictState(building.things("claim-2: x\nclaim-1: y"), {})

    schema = objects_schema(STEP, PROTOCOL, state)

    claims = schema["properties"]["thesis"]["properties"]["claim"]
    assert (claims["minItems"], claims["maxItems"]) == (3, 7)
    assert claims["items"]["properties"]["same_as"] == {"enum": ["claim-1", "claim-2", "new"]}
    assert "same_as" not in schema["properties"]["term"]["items"]["properties"]


def test_the_schema_takes_the_reply_that_it_asks_for_and_no_invented_id() -> None:
    state = DictState(building.things("claim-1: y"), {})
    schema = objects_schema(STEP, PROTOCOL, state)
    claims = [claim(f"Claim {n}.", "Since.", same_as="new") for n in range(3)]
    said = reply(*claims)
    del said["objection"]

    jsonschema.validate(said, schema)
    claims[0]["same_as"] = "claim-9"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(said, schema)
