"""What was edited in the folder of a book comes back as its author's word, after it was shown."""

from collections.abc import Mapping

import pytest

from studio.actions import bringing_back, wording
from studio.actions.refusals import Invalid, Moved, Unchanged
from studio.core.digest import digest
from studio.formats.folder.pack import pack
from studio.formats.folder.unpack import Unpacked, unpack
from studio.models import Commit, Named
from studio.queries import bringing_back as plans
from studio.queries.folder import contents
from studio.queries.values.bringing_back import BackPlan
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book
from tests.drawn import drawn_once

OUTLINE = """
    s1 Water establishes claim-1
        - spring: Water comes up from below.
        - mouth: Water reaches the sea.
    s2 Stone uses claim-1 depends_on s1
        - bed: Stone lies still.
    s3 Later
"""


@drawn_once
def book() -> Book:
    """A book of which two sections are written and one is not planned yet."""
    return building.book(OUTLINE, is_written=True, is_running=False)


def files_of(book: Book) -> dict[str, str]:
    return {path: data.decode() for path, data in pack(contents(book.project)).items()}


def edited(files: Mapping[str, str], **changes: tuple[str, str]) -> Unpacked:
    """The folder with one thing replaced in each file that is named by a part of its path."""
    found = dict(files)
    for part, (old, new) in changes.items():
        path = next(p for p in found if part in p and p[:1] not in ".m")
        assert old in found[path], found[path]
        found[path] = found[path].replace(old, new)
    return unpack({path: text.encode() for path, text in found.items()})


def plan(book: Book, found: Unpacked) -> BackPlan:
    return plans.back_plan(book.project, plans.back(book.project, found))


def take(book: Book, found: Unpacked) -> None:
    seen = plan(book, found).digest
    bringing_back.bring_back(book.project_id, found, digest=seen, actor_id=book.owner_id, now=NOW)


def edit(book: Book, key: str, text: str) -> None:
    wording.edit_text(book.unit(key).pk, text, actor_id=book.owner_id, cause="x", now=NOW)


def test_a_folder_that_was_not_touched_changes_nothing_whatever_the_book_says_since(
    book: Book,
) -> None:
    files = files_of(book)
    edit(book, "draft/s1/spring", "Other words.")

    assert plan(book, edited(files)).is_nothing
    with pytest.raises(Unchanged):
        take(book, edited(files))


def test_texts_and_plan_come_back_in_one_change_in_their_author_s_words(book: Book) -> None:
    found = edited(
        files_of(book),
        water=("reaches the sea", "meets the sea"),
        claim=("Water keeps its course.", "Water leaves its course."),
        outline=("title: Stone", "title: Rock"),
        stone=("title: Stone", "title: Stone\nmood: calm"),
    )
    n_before = book.project.commit_number
    shown = plan(book, found)

    assert [(t.name, t.is_merged) for t in shown.texts] == [("1 Water", False)]
    assert [part.what for part in shown.parts] == ["added", "changed", "changed"]
    assert "the head of the file of “Rock”" in {part.name for part in shown.parts}
    stale = {row.key for row in shown.stale}
    assert "draft/s2/bed" in stale

    take(book, found)

    assert book.body_of("draft/s1/mouth") == "Water meets the sea.\n"
    current = book.unit("draft/s1/mouth").current
    assert current is not None
    assert (current.origin, current.cause) == ("person", "Edited outside")
    assert book.project.commit_number == n_before + 1
    assert (
        Commit.objects.get(number=n_before + 1).reason == "Edited outside, brought back: 4 places"
    )
    assert Named.objects.get().commit_number == n_before
    assert stale - {"argument", "outline"} <= book.stale()
    assert (book.state().entry("front/s2") or {})["text"] == "mood: calm\n"
    assert verify(book.project) == []


def test_where_both_were_edited_nobody_loses_a_word(book: Book) -> None:
    files = files_of(book)
    edit(book, "draft/s1/spring", "Water rises.")
    book.commit({"brief/audience": {"value": "Everybody"}})
    found = edited(files, water=("comes up from below", "comes up"), stone=("lies", "lay"))
    found.contents.entries["brief/audience"] = {"value": "Nobody"}  # type: ignore[index]
    found.edited |= {"brief/audience"}

    shown = plan(book, found)
    take(book, found)

    assert [(t.name, t.is_merged) for t in shown.texts] == [("1 Water", True), ("2 Stone", False)]
    assert shown.kept == ("brief: audience",)
    assert book.body_of("draft/s1/spring") == "Water comes up.\n\nWater rises.\n"
    assert (book.state().entry("brief/audience") or {})["value"] == "Everybody"
    assert verify(book.project) == []


def test_sections_that_are_added_moved_and_removed_in_the_folder(book: Book) -> None:
    files = files_of(book)
    outline = files["outline.yaml"]
    head, water, stone, later = (
        outline[: outline.index("  - id: s1")],
        outline[outline.index("  - id: s1") : outline.index("  - id: s2")],
        outline[outline.index("  - id: s2") : outline.index("  - id: s3")],
        "  - id: s9\n    title: New\n",
    )
    files["outline.yaml"] = head + stone + water + later
    files["text/x.md"] = "---\nid: s9\n---\n\nNewly said.\n"

    take(book, edited(files))

    assert [key for key in book.units() if key.startswith("draft")] == [
        "draft/s2/bed", "draft/s1/spring", "draft/s1/mouth", "draft/s9/text",
    ]  # fmt: skip
    assert book.body_of("draft/s9/text") == "Newly said.\n"
    assert verify(book.project) == []


def test_a_text_in_a_section_without_passages_is_written_as_by_hand(book: Book) -> None:
    found = edited(files_of(book), later=("---\n\n", "---\n\nIt was late.\n"))

    take(book, found)

    assert book.body_of("draft/s3/text") == "It was late.\n"
    assert verify(book.project) == []


def test_what_would_contradict_the_book_is_told_and_refused(book: Book) -> None:
    found = edited(files_of(book), outline=("uses: [claim-1]", "uses: [claim-7]"))

    assert "does not exist" in plan(book, found).problems[0]
    with pytest.raises(Invalid, match="does not exist"):
        take(book, found)


def test_a_plan_that_was_seen_holds_only_while_the_book_says_the_same(book: Book) -> None:
    found = edited(files_of(book), water=("reaches", "meets"))
    seen = plan(book, found).digest
    edit(book, "draft/s1/mouth", "Other words.")

    for said in (seen, digest("nonsense")):
        with pytest.raises(Moved):
            bringing_back.bring_back(
                book.project_id, found, digest=said, actor_id=book.owner_id, now=NOW
            )
