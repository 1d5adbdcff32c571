import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import schemas
from studio.core.schemas import SHORTEST, Schema, array, choice, fit, longest, record, text, whole

PLAN = record(
    {
        "title": text(3, 90),
        "parts": array(
            record({"name": text(3, 300), "n": whole(1, 9), "uses": choice(["a", "bb"], 2)}), 1, 6
        ),
    }
)


@pytest.mark.parametrize(
    ("schema", "most"),
    [
        (text(0, 10), 13),
        (whole(1, 9), 12),
        ({"type": "boolean"}, 12),
        ({"enum": ["a", "new"]}, 6),
        ({"enum": [1, 20]}, 5),
        (array(text(0, 10), 0, 3), 44),
        (record({}), 2),
        (record({"ab": text(0, 10)}), 21),
    ],
)
def test_the_longest_reply_is_known(schema: Schema, most: int) -> None:
    assert longest(schema) == most


@pytest.mark.parametrize("high", [0, 1, 2, 9])
def test_a_choice_offers_no_more_than_there_is(high: int) -> None:
    found = choice(["a", "b"], high)

    assert found["maxItems"] == min(2, high)
    assert found["items"]["enum"] == ["a", "b"]


def test_a_record_takes_nothing_else() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"a": "x", "b": 1}, record({"a": text(0, 9)}))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, record({"a": text(0, 9)}))


def test_what_fits_is_left_as_it_is() -> None:
    assert fit(PLAN, longest(PLAN)) == PLAN


def test_fitting_leaves_the_schema_itself_alone() -> None:
    before = json.dumps(PLAN)

    fit(PLAN, 10)

    assert json.dumps(PLAN) == before


def test_texts_become_shorter_before_items_become_fewer() -> None:
    found = fit(PLAN, longest(PLAN) * 2 // 3)

    assert found["properties"]["parts"]["maxItems"] == 6
    assert found["properties"]["title"]["maxLength"] <= 90
    assert found["properties"]["parts"]["items"]["properties"]["name"]["maxLength"] < 300


def test_what_cannot_fit_asks_for_the_least() -> None:
    found = fit(PLAN, 1)

    assert _is_least(found)
    assert found["properties"]["parts"]["maxItems"] == 1


schemas_ = st.recursive(
    st.one_of(
        st.tuples(st.integers(0, 60), st.integers(0, 500)).map(lambda t: text(t[0], sum(t))),
        st.just(whole(1, 9)),
        st.just({"type": "boolean"}),
        st.lists(st.sampled_from(["a", "claim-1", "new"]), min_size=1, max_size=3).map(
            lambda ids: choice(ids, 2)
        ),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.integers(0, 3), st.integers(0, 6)).map(
            lambda t: array(t[0], t[1], t[1] + t[2])
        ),
        st.dictionaries(st.sampled_from(["a", "bb", "ccc"]), inner, min_size=1).map(record),
    ),
    max_leaves=8,
)


@given(schemas_, st.integers(0, 8000))
def test_a_fitted_schema_is_within_its_bound_or_asks_for_the_least(
    schema: Schema, most: int
) -> None:
    found = fit(schema, most)

    assert longest(found) <= most or _is_least(found)
    assert longest(found) <= longest(schema)


@given(schemas_, st.integers(0, 8000))
def test_a_fitted_schema_can_be_satisfied(schema: Schema, most: int) -> None:
    for part in schemas._all(fit(schema, most)):
        assert part.get("minLength", 0) <= part.get("maxLength", 0)
        assert part.get("minItems", 0) <= part.get("maxItems", 0)


@given(schemas_, st.integers(0, 3000), st.data())
def test_a_reply_that_fits_the_fitted_schema_fits_the_first_and_the_bound(
    schema: Schema, most: int, data: st.DataObject
) -> None:
    fitted = fit(schema, most)
    reply = data.draw(_replies(fitted))

    jsonschema.validate(reply, fitted)
    written = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
    assert len(written) <= longest(fitted)


def test_the_least_schema_asks_for_what_must_be_and_no_more() -> None:
    claim = schemas.record({"text": schemas.text(3, 300), "because": schemas.text(3, 90)})
    asked = schemas.record({"claims": schemas.array(claim, 2, 7), "ids": schemas.choice(["a"], 4)})

    found = schemas.least(asked)

    claims, ids = found["properties"]["claims"], found["properties"]["ids"]
    assert (claims["minItems"], claims["maxItems"]) == (2, 2)
    assert (ids["minItems"], ids["maxItems"]) == (0, 1)
    fields = claims["items"]["properties"]
    assert (fields["text"]["maxLength"], fields["because"]["maxLength"]) == (160, 90)


def _replies(schema: Schema) -> st.SearchStrategy[Any]:
    """Replies that use all the room there is."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "string":
        return st.just("x" * schema["maxLength"])
    if schema["type"] == "array":
        low, high = schema["minItems"], schema["maxItems"]
        return st.lists(_replies(schema["items"]), min_size=low, max_size=high)
    if schema["type"] == "object":
        return st.fixed_dictionaries({k: _replies(v) for k, v in schema["properties"].items()})
    return st.just(True) if schema["type"] == "boolean" else st.just(schema["maximum"])


def _is_least(schema: Schema) -> bool:
    parts = list(schemas._all(schema))
    texts = [p["maxLength"] for p in parts if p.get("type") == "string"]
    lists = [p["maxItems"] - p["minItems"] for p in parts if p.get("type") == "array"]
    return all(n <= SHORTEST for n in texts) and not any(lists)
