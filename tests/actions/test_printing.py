"""Files that a worker makes: ordered, made, stopped, interrupted, removed."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from studio.actions import printing, shelf
from studio.models import Export
from studio.worker.printing import print_export
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db


@pytest.fixture
def book(settings: Any, tmp_path: Path) -> Book:
    """A written book whose files are kept in a folder of its own."""
    from dataclasses import replace

    settings.STUDIO = replace(settings.STUDIO, data=tmp_path)
    return building.book(is_written=True)


def ordered(book: Book, *formats: str, part: str = "") -> Export:
    """The first of the files that somebody wants."""
    return printing.order(book.project_id, printing.Order(formats, part), now=NOW)[0]


def goes_on() -> bool:
    return False


def test_an_order_rings_and_is_not_taken_twice(book: Book) -> None:
    before = ProcrastinateJob.objects.count()

    export = ordered(book, "pdf", "epub")

    assert ProcrastinateJob.objects.count() == before + 2
    with pytest.raises(printing.AlreadyOrdered):
        ordered(book, "pdf")
    assert printing.begin(export.pk, now=NOW) is not None
    assert printing.begin(export.pk, now=NOW) is None


def test_a_file_is_made_of_the_book_as_it_was_ordered(book: Book) -> None:
    export = ordered(book, "epub")
    number = export.commit_number
    building.begin(title="Another")

    print_export(export.pk, goes_on)

    export.refresh_from_db()
    assert (export.state, export.commit_number) == ("ready", number)
    assert Path(export.path).name == f"{export.digest}.epub"
    assert Path(export.path).stat().st_size == export.n_bytes
    assert export.n_words > 0


def test_a_part_is_a_file_of_its_own(book: Book) -> None:
    export = ordered(book, "docx", part="s1")

    print_export(export.pk, goes_on)

    export.refresh_from_db()
    assert export.state == "ready"
    assert "-s1-" in export.name


def test_a_part_that_is_gone_is_said_to_be(book: Book) -> None:
    export = ordered(book, "epub", part="s99")

    print_export(export.pk, goes_on)

    export.refresh_from_db()
    assert export.state == "failed"
    assert "no longer in the book" in export.reason


def test_a_worker_that_leaves_gives_the_file_back(book: Book) -> None:
    export = ordered(book, "pdf")

    print_export(export.pk, lambda: True)

    export.refresh_from_db()
    assert (export.state, export.token) == ("waiting", 0)


def test_a_file_that_was_stopped_is_not_kept(book: Book) -> None:
    export = printing.begin(ordered(book, "pdf").pk, now=NOW)
    assert export is not None

    printing.stop(book.project_id, export.pk)

    assert not export.is_ours(until=NOW)
    assert not export.finish(digest="x")
    export.refresh_from_db()
    assert export.state == "stopped"


def test_what_nobody_makes_any_more_is_rung_for_and_made_by_another(book: Book) -> None:
    export = ordered(book, "pdf")
    first = printing.begin(export.pk, now=NOW)
    later = NOW + timedelta(hours=1)

    assert first is not None
    assert printing.ring_forgotten(now=NOW) == 0
    assert printing.ring_forgotten(now=later) == 1
    assert printing.begin(export.pk, now=later) is not None
    assert not first.is_ours(until=later)


def test_what_is_interrupted_again_and_again_is_given_up_in_words(book: Book) -> None:
    export = ordered(book, "pdf")

    taken = [printing.begin(export.pk, now=NOW + timedelta(hours=n)) for n in range(4)]

    export.refresh_from_db()
    assert [bool(one) for one in taken] == [True, True, True, False]
    assert (export.state, export.reason) == ("failed", printing.INTERRUPTED)


def test_a_file_is_deleted_with_the_last_that_is_the_same(book: Book) -> None:
    exports = [ordered(book, "epub") for _ in range(1)]
    print_export(exports[0].pk, goes_on)
    exports.append(ordered(book, "epub"))
    print_export(exports[1].pk, goes_on)
    path = Path(Export.objects.get(pk=exports[0].pk).path)

    printing.remove(book.project_id, exports[0].pk)
    assert path.exists()
    printing.remove(book.project_id, exports[1].pk)

    assert not path.exists()


def test_the_files_of_a_book_go_with_it(book: Book) -> None:
    export = ordered(book, "epub")
    print_export(export.pk, goes_on)
    path = Path(Export.objects.get(pk=export.pk).path)
    begun = ordered(book, "docx")

    shelf.delete(book.project_id, typed=book.project.slug)
    print_export(begun.pk, goes_on)

    assert not path.exists()
    assert not path.parent.exists()


def test_a_file_elsewhere_is_nobodys_to_delete(book: Book, tmp_path: Path) -> None:
    own = tmp_path / "mine.epub"
    own.write_text("x")
    export = ordered(book, "epub")
    Export.objects.filter(pk=export.pk).update(path=str(own), state="ready")

    printing.remove(book.project_id, export.pk)

    assert own.exists()
    assert not Export.objects.exists()
