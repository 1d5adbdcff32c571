"""What its author has open: the steps that read it wait, and start by themselves afterwards."""

from datetime import timedelta

from studio.actions import claims, drafting, open_edits, readiness
from studio.actions.drafting import Typed
from studio.models import Project
from tests.building import NOW, Book

SPRING, BED = "draft/s1/spring", "draft/s2/bed"
BOOK = {
    "outline": """
    s1 Water establishes claim-1
        - spring
    s2 Stone
        - bed
"""
}


def reason(book: Book, key: str, minutes: int = 0) -> object:
    now = NOW + timedelta(minutes=minutes)
    return claims.claim(book.unit(key).pk, worker="one", now=now)


def ready(book: Book, minutes: int = 0) -> list[str]:
    found = readiness.ready(book.project, now=NOW + timedelta(minutes=minutes))
    return [unit.key for unit in book.project.units.filter(pk__in=found).order_by("place")]


def test_a_step_waits_while_its_author_edits_what_it_reads(book: Book) -> None:
    open_edits.begin(book.project_id, "brief", now=NOW)

    assert reason(book, SPRING) == "edited"
    assert ready(book) == []
    assert book.unit(SPRING).work == "pending", "it is still wanted"


def test_what_does_not_read_it_goes_on(book: Book) -> None:
    open_edits.begin(book.project_id, "section/s2", now=NOW)

    assert ready(book) == [SPRING]
    assert reason(book, BED) == "edited"
    assert not isinstance(reason(book, SPRING), str)


def test_what_was_confirmed_does_not_wait_for_what_is_typed_beside_it(book: Book) -> None:
    book.project.units.filter(key=BED).update(is_granted=True)

    open_edits.begin(book.project_id, "section/s2", now=NOW)

    assert ready(book) == [SPRING, BED]
    assert not isinstance(reason(book, BED), str)


def test_letting_go_rings_for_what_waited(book: Book) -> None:
    open_edits.begin(book.project_id, "brief", now=NOW)
    book.project.units.update(rung_at=None)

    open_edits.end(book.project_id, "brief", now=NOW)

    assert book.unit(SPRING).rung_at == NOW
    assert not isinstance(reason(book, SPRING), str)


def test_without_a_sign_of_life_it_goes_on_by_itself(book: Book) -> None:
    open_edits.begin(book.project_id, "brief", now=NOW)
    open_edits.begin(book.project_id, "brief", now=NOW + timedelta(minutes=4))

    assert reason(book, SPRING, minutes=8) == "edited"
    assert ready(book, minutes=10) == [SPRING, BED]
    assert not isinstance(reason(book, SPRING, minutes=10), str)


def test_saving_ends_the_edit(book: Book) -> None:
    open_edits.begin(book.project_id, "plan/claim-1", now=NOW)
    open_edits.begin(book.project_id, "section/s2", now=NOW)
    claim = book.state().entry("object/claim-1")
    assert claim is not None

    book.commit({"object/claim-1": {**claim, "fields": {"text": "Water stays."}}})

    assert list(book.project.open_edits) == ["section/s2"]


def test_a_draft_is_an_open_edit_until_it_is_discarded(book: Book) -> None:
    typed = Typed("My own words.", base="", tab="a", sequence=1)
    revision = drafting.keep(book.project_id, "s1", typed, user_id=book.owner_id, now=NOW)
    assert reason(book, SPRING) == "edited"

    drafting.discard(book.project_id, "s1", user_id=book.owner_id, seen=revision, now=NOW)

    assert not isinstance(reason(book, SPRING), str)


def test_taking_the_words_back_ends_it_too(book: Book) -> None:
    for sequence, text in enumerate(("My own words.", ""), 1):
        typed = Typed(text, base="", tab="a", sequence=sequence)
        drafting.keep(book.project_id, "s1", typed, user_id=book.owner_id, now=NOW)

    assert book.project.open_edits == {}


def test_a_book_that_is_not_to_pause_does_not(book: Book) -> None:
    Project.objects.filter(pk=book.project_id).update(pauses_while_editing=False)
    open_edits.begin(book.project_id, "brief", now=NOW)

    assert ready(book) == [SPRING, BED]
    assert not isinstance(reason(book, SPRING), str)


def test_what_is_no_name_of_an_edit_holds_nothing(book: Book) -> None:
    for name in ("", "text/draft", "brief/x", "plan/", "section/../x", "brief\n"):
        open_edits.begin(book.project_id, name, now=NOW)

    assert book.project.open_edits == {}


def test_what_is_being_written_comes_to_its_end(book: Book) -> None:
    claimed = book.claim(SPRING)
    open_edits.begin(book.project_id, "brief", now=NOW)

    assert not book.project.runs.get(pk=claimed.run_id).is_stop_asked
