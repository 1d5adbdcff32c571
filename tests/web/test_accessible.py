"""What every page owes to those who do not see it, or not as it was drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from studio.env import CHECKOUT

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book

TOKENS = (CHECKOUT / "static/css/tokens.css").read_text(encoding="utf-8")
NAMING = ("aria-label", "aria-labelledby", "title")
VOID = ("input", "meta", "link", "br", "img", "hr", "use", "rect")


@dataclass
class Node:
    tag: str
    attrs: dict[str, str]
    words: str = ""


@dataclass
class Tree(HTMLParser):
    """The elements of a page, each with the words in it."""

    nodes: list[Node] = field(default_factory=list)
    open: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.nodes.append(node)
        for outer in self.open:
            outer.words += f" {node.attrs.get('aria-label', '')}"
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {node.tag for node in self.open}:
            return
        while self.open and self.open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for node in self.open:
            node.words += data


def complaints(html: str) -> list[str]:
    """What a page lacks."""
    tree = Tree()
    tree.feed(html)
    ids = [node.attrs["id"] for node in tree.nodes if "id" in node.attrs]
    labelled = {node.attrs.get("for", "") for node in tree.nodes if node.tag == "label"}
    found = [f"id {i} twice" for i in set(ids) if ids.count(i) > 1]
    for tag in ("h1", "main", "header"):
        n = sum(node.tag == tag for node in tree.nodes)
        if n != 1 and not (tag == "header" and n):
            found.append(f"{n} {tag}")
    for node in tree.nodes:
        found += _of_one(node, labelled, set(ids))
    return found


def _of_one(node: Node, labelled: set[str], ids: set[str]) -> list[str]:
    said = any(node.attrs.get(name) for name in NAMING)
    if node.tag in ("a", "button", "summary") and not said and not node.words.strip():
        return [f"a {node.tag} without a name: {node.attrs}"]
    if node.tag == "nav" and not said:
        return ["a nav without a name"]
    is_shown = "hidden" not in node.attrs and node.attrs.get("type") not in ("hidden", "submit")
    if node.tag in ("input", "textarea", "select") and is_shown and not said:
        is_named = node.attrs.get("id", "") in labelled or _has_choice(node)
        return [] if is_named else [f"a field without a label: {node.attrs}"]
    pointed = [node.attrs[a] for a in ("aria-describedby", "aria-labelledby") if a in node.attrs]
    lost = [name for names in pointed for name in names.split() if name not in ids]
    return [f"{lost} is nowhere"] if lost else []


def _has_choice(node: Node) -> bool:
    """A box or a look inside its label."""
    return node.attrs.get("type") in ("radio", "checkbox") or "data-look" in node.attrs


def test_every_page_of_a_book_has_names_labels_and_one_heading(desk: Client, book: Book) -> None:
    from tests.web import browsers
    from tests.web.test_review import propose_again

    propose_again(book, "draft/s1/mouth", "Water reaches the ocean.")
    for address in browsers.addresses(book):
        if address.is_page and not address.name.startswith("export_"):
            html = desk.get(address.url, follow=True).text
            if html.lstrip().startswith("<!doctype"):
                assert complaints(html) == [], address.url


@pytest.mark.parametrize(
    "name", ["library", "new_book", "help", "model", "sign_in", "settings", "about"]
)
def test_so_have_the_pages_without_a_book(desk: Client, name: str) -> None:
    assert complaints(desk.get(reverse(name), follow=True).text) == []


# --- colours, computed from the tokens

SURFACES = ("paper", "sheet", "sunk")
INKS = (
    "ink", "ink-soft", "ink-faint", "rubric", "none", "pending", "active", "review", "held",
    "accepted", "reopened", "stale", "distrusted", "locked", "error",
)  # fmt: skip


def colours(theme: str) -> dict[str, str]:
    pairs = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)", TOKENS)
    if theme == "sepia":
        (own,) = re.findall(r':root\[data-theme="sepia"\] \{(.*?)\}', TOKENS, re.DOTALL)
        found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", own))
        assert set(found) == {name for name, *_ in pairs}, "sepia has every colour"
        return found
    return {name: dark if theme == "dark" else light for name, light, dark in pairs}


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "sepia", "dark"])
def test_every_ink_is_read_on_every_surface(theme: str) -> None:
    found = colours(theme)
    faint = {
        (ink, surface): round(ratio, 2)
        for ink in INKS
        for surface in SURFACES
        if (ratio := contrast(found[ink], found[surface])) < 4.5
    }

    assert faint == {}
    assert contrast(found["on-ink"], found["ink"]) >= 4.5
    assert contrast(found["ink"], found["added"]) >= 4.5
    assert contrast(found["ink"], found["removed"]) >= 4.5
    assert contrast(found["line-strong"], found["sheet"]) >= 3


def test_targets_are_large_enough_and_larger_for_a_finger() -> None:
    fine, coarse = re.findall(r"--target: ([0-9.]+)rem", TOKENS)

    assert float(fine) * 16 >= 24
    assert float(coarse) * 16 >= 44


def test_what_a_page_lacks_is_found() -> None:
    bad = (
        '<header></header><main><h1>A</h1><nav></nav><a href="/"><svg><use/></svg></a>'
        '<input id="x"><p id="x" aria-describedby="gone">b</p></main>'
    )

    found = " ".join(complaints(bad))

    for lack in ("x twice", "a nav without", "a a without", "field without", "gone"):
        assert lack in found
