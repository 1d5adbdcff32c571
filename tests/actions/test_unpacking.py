"""A folder brought in is the book that it was written from, to the byte."""

from datetime import timedelta

import pytest

from studio.actions import judging, planned, unpacking
from studio.core import prose
from studio.core.intent import Intent
from studio.formats.folder.contents import BadFolder
from studio.formats.folder.pack import pack
from studio.formats.folder.unpack import unpack
from studio.models import Finding, Project, Unit
from studio.queries import planning
from studio.queries.folder import contents
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book

LATER = NOW + timedelta(days=1)


def out(project: Project) -> dict[str, bytes]:
    return pack(contents(project))


def bring_in(files: dict[str, bytes], book: Book) -> Project:
    return unpacking.unpack(unpack(files), owner_id=book.owner_id, now=LATER)


def do(book: Book, intent: Intent) -> None:
    digest = planning.plan(book.project, intent).digest
    planned.carry_out(book.project_id, intent, digest=digest, actor_id=book.owner_id, now=NOW)


def facts(project: Project) -> list[tuple[object, ...]]:
    """What stands at each step: its state, whose words it has, and what it says."""
    names = ("key", "standing", "is_stale", "is_pinned", "current__digest", "current__origin",
             "current__paragraphs", "accepted_by")  # fmt: skip
    return list(Unit.objects.in_project(project.pk).order_by("place", "key").values_list(*names))


def test_a_book_goes_out_and_comes_in_as_it_stands() -> None:
    book = building.book(is_written=True, is_running=False)
    judging.remark(book.unit("draft/s1/spring").pk, "p1", "Water comes", "Whence?", now=NOW)
    Finding.objects.update(kind="unsupported")
    do(book, Intent("pin", units=("draft/s1/mouth",)))
    do(book, Intent("distrust", units=("draft/s2/bed",), includes_own=True))
    do(book, Intent("set", sets={"object/claim-1": {"text": "Water leaves: its course."}}))
    files = out(book.project)

    made = bring_in(files, book)

    assert out(made) == files
    assert Finding.objects.get(project=made).kind == "unsupported"
    assert facts(made) == facts(book.project)
    assert verify(made) == []


ODD = (
    "---\n\nAfter a break.\n",
    "---\ntitle: no head\n---\n\n```\n\n---\n\n```\n\nÜber é\n",
    "~~~\nleft open\n\n# not a head\n",
)


def test_odd_texts_and_an_edited_plan_come_in_to_the_byte() -> None:
    book = building.book(is_running=False)
    keys = ("draft/s1/spring", "draft/s1/mouth", "draft/s2/bed")
    book.write({k: prose.normalise(text) for k, text in zip(keys, ODD, strict=True)})
    section = book.state().entry("section/s1") or {}
    said = {**section, "title": "No: 1 \u2028 “x”", "synopsis": "- a\n\n  b: #c", "rank": 2.5}
    book.commit({"section/s1": said, "front/s1": {"text": "tags: [a, b] # mine\n"}})
    files = out(book.project)

    made = bring_in(files, book)

    assert out(made) == files
    assert facts(made) == facts(book.project)
    assert verify(made) == []


def text_file(files: dict[str, bytes], stem: str) -> str:
    return next(path for path in files if path.startswith("text/") and stem in path)


def test_what_was_edited_in_the_folder_is_its_author_s_in_the_new_book() -> None:
    book = building.book(is_written=True, is_running=False)
    files = out(book.project)
    path = text_file(files, "water")
    files[path] = files[path].replace(b"Water comes up", b"New first.\r\n\r\nWater comes up")
    files[path] = (
        files[path].replace(b"reaches", b"meets").replace(b"---\n\n", b"tags: x\n---\n\n", 1)
    )

    made = Book(bring_in(files, book).pk, book.owner_id)

    assert made.body_of("draft/s1/spring") == "New first.\n\nWater comes up from below.\n"
    assert made.body_of("draft/s1/mouth") == "Water meets the sea.\n"
    current = made.unit("draft/s1/spring").current
    assert current is not None
    assert (current.origin, current.cause) == ("person", "Edited outside")
    assert b"\ntags: x\n---\n\nNew first." in out(made.project)[path]
    assert verify(made.project) == []


def test_a_folder_made_by_hand_is_a_book() -> None:
    book = building.begin()
    files = {
        "book.yaml": b"format: 1\ntitle: By hand\nlanguage: en\nwords: 900\n",
        "outline.yaml": b"sections:\n- {id: a, title: One, sections: [{id: b, title: Two}]}\n",
        "text/b.md": b"---\nid: b\n---\nIt was.\n\nIt is.\n",
    }

    made = Book(bring_in(files, book).pk, book.owner_id)

    assert made.body_of("draft/b/text") == "It was.\n\nIt is.\n"
    assert verify(made.project) == []


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        ("book.yaml", b"", "not the folder of a book"),
        ("book.yaml", b"format: 2\n", "reads format 1"),
        ("book.yaml", b"a: &x 1\nb: *x\n", "alias"),
        ("outline.yaml", b"sections: [\n", "is no YAML"),
        ("outline.yaml", b"sections: [{id: s1, title: A}, {id: s1, title: B}]", "twice"),
        ("outline.yaml", b"sections: [{id: ../x, title: A}]", "is no id"),
        ("outline.yaml", b"sections: [{id: s1}]", "has no title"),
        ("outline.yaml", b"sections: [{id: s1, title: A, uses: [claim-9]}]", "does not exist"),
        ("things/claim.yaml", b"kind: ghost\nthings: [{id: g-1}]", "nothing of that kind"),
        (".bookmeta/method.json", b"{", "is no JSON"),
        (".bookmeta/method.json", b'{"protocol": {"passes": [{}]}}', "cannot be worked by"),
        ("text/x.md", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_bad_folder_is_refused_in_words(path: str, data: bytes, words: str) -> None:
    book = building.begin()
    files = out(book.project) | {path: data}

    with pytest.raises((BadFolder, unpacking.CannotBringIn), match=words):
        bring_in(files, book)
    assert Project.objects.count() == 1
