"""One item within a plan or an outline: found by its id, or put in the place of another."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from studio.queries.values import OutlineLine, PlanChapter, PlanField, PlanItem, PlanSection

Page = TypeVar("Page")
Item = TypeVar("Item", PlanItem, OutlineLine)


def find(page: object, kind: type[Item], item_id: str) -> Item:
    """The item of that id; LookupError where the page has none."""
    found = next((i for i in _all(page) if isinstance(i, kind) and i.id == item_id), None)
    if found is None:
        raise LookupError(item_id)
    return found


def is_section(page: object, item_id: str) -> bool:
    """Whether the item is a chapter or section, rather than a thing that the book knows."""
    places = (part for part in _all(page) if isinstance(part, PlanChapter | PlanSection))
    return any(place.item.id == item_id for place in places)


def put(page: Page, item: PlanItem | OutlineLine) -> Page:
    """The page with this item in the place of the one that has its id."""
    changed: Page = _put(page, item)
    return changed


def filled(item: Item, told: Mapping[str, str], errors: Mapping[str, str]) -> Item:
    """The item with what its author wrote into its form, and what is wrong with it."""
    fields: tuple[PlanField, ...] = tuple(
        dataclasses.replace(
            field, value=told.get(field.name, field.value), error=errors.get(field.name, "")
        )
        for field in item.fields
    )
    named = {field.name for field in fields}
    rest = " ".join(words for name, words in errors.items() if name not in named)
    if rest and fields:
        fields = (dataclasses.replace(fields[0], error=rest), *fields[1:])
    return dataclasses.replace(item, fields=fields, is_editing=True)


def told(item: PlanItem | OutlineLine, sent: Mapping[str, str]) -> dict[str, str]:
    """What a form sent for the fields of an item."""
    return {field.name: sent[field.name] for field in item.fields if field.name in sent}


def _all(part: Any) -> Iterator[Any]:
    yield part
    if isinstance(part, tuple):
        for each in part:
            yield from _all(each)
    elif dataclasses.is_dataclass(part) and not isinstance(part, PlanField):
        for field in dataclasses.fields(part):
            yield from _all(getattr(part, field.name))


def _put(part: Any, item: PlanItem | OutlineLine) -> Any:
    if isinstance(part, tuple):
        return tuple(_put(each, item) for each in part)
    if isinstance(part, type(item)) and part.id == item.id:
        return item
    if not dataclasses.is_dataclass(part) or isinstance(part, type):
        return part
    changed = {f.name: _put(getattr(part, f.name), item) for f in dataclasses.fields(part)}
    return dataclasses.replace(part, **changed)
