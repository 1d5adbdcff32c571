"""Writes that are laid over a book's entries are found in groups, and are looked through once."""

from collections.abc import Iterator

import pytest

from studio.core import doubt
from studio.core.digest import digest
from studio.core.state import Body
from studio.management.benches import grown
from studio.queries import consequences
from studio.queries.state import DbState
from tests import building
from tests.building import Book


@pytest.fixture
def book(db: None) -> Book:
    return building.book()


class Counted(dict[str, Body | None]):
    """Writes that count how often they are gone through."""

    n_times = 0

    def __iter__(self) -> Iterator[str]:
        self.n_times += 1
        return super().__iter__()


def test_what_is_laid_over_later_is_found_as_well(book: Book) -> None:
    state = DbState(book.project_id)
    before = dict(state.group("section", ""))
    body = dict(before["section/s1"])

    state.overlay["section/new"] = {**body, "parent": None}
    assert state.group("section", "").keys() == {*before, "section/new"}

    state.overlay["section/new"] = {**body, "parent": "s1"}
    assert state.group("section", "").keys() == before.keys()
    assert "section/new" in state.group("section", "s1")

    state.overlay |= {"section/s1": None, "map/s1": None}
    assert state.group("section", "").keys() == before.keys() - {"section/s1"}
    assert state.outline().keys() == {key.split("/")[1] for key in before} - {"s1"} | {"new"}


def test_an_object_that_is_written_leads_where_it_says(book: Book) -> None:
    state = DbState(book.project_id)
    assert "object/o1" not in state.linking("far")

    state.overlay["object/o1"] = {
        "kind": "claim", "fields": {}, "relations": [{"name": "supports", "to": "far"}],
    }  # fmt: skip

    assert state.linking("far").keys() == {"object/o1"}
    assert "object/o1" in state.group("object", "claim")


def test_many_writes_of_another_kind_are_gone_through_once(book: Book) -> None:
    state = DbState(book.project_id)
    state.overlay = writes = Counted({f"map/s{n}": None for n in range(50)})

    for n in range(20):
        state.group("section", f"s{n}")
        state.linking(f"claim-{n}")

    assert writes.n_times == 1


def test_many_cells_are_compared_some_sections_at_a_time(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = grown.grow(100, title="Grown")
    state = DbState(book.project_id)
    writes: dict[str, Body | None] = {
        key: doubt.marked(body, key, ["m2"]) for key, body in state.kind("map").items()
    }
    writes["text/draft/s1/m4"] = {**(state.entry("text/draft/s1/m4") or {}), "blob": digest("New.")}

    def changed() -> dict[str, tuple[str, str]]:
        after = DbState(book.project_id).with_writes(writes)
        after.know(digest("New."), "New.")
        return consequences.changed_cells(book.project, writes, after)

    at_once = changed()
    assert {"movement/s1/m2", "before/s1/m5"} <= at_once.keys()
    monkeypatch.setattr(consequences, "AT_ONCE", 7)
    assert changed() == at_once
