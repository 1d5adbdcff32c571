"""The few things that templates of the desk cannot say by themselves."""

from collections.abc import Iterable, Mapping
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A shape of the sprite; hidden from screen readers unless it has a label."""
    href = f"{_sprite()}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, href
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>', href)


@cache
def _sprite() -> str:
    return static("icons.svg")


@register.filter
def of(table: Mapping[str, str], name: str) -> str:
    """The entry of a table whose name is known only at rendering."""
    return table.get(name, "")


@register.filter
def thousands(number: int) -> str:
    """A count as people write it: 61,200."""
    return f"{number:,}"


@register.filter
def percent_of(part: int, whole: int) -> int:
    """How much of the whole is there, from 0 to 100."""
    return min(100, round(100 * part / whole)) if whole else 0


@register.filter
def listed(sentences: Iterable[str]) -> str:
    """Sentences as one list of clauses."""
    return "; ".join(sentence.strip().removesuffix(".") for sentence in sentences)


@register.filter(name="and")
def and_(one: object, other: object) -> tuple[object, object]:
    """Two things, to be shown alike."""
    return one, other
