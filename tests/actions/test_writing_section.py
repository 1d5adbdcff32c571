"""Done, and what is unfinished."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from studio.actions import drafting, wording, writing_section
from studio.actions.drafting import OtherDraft, TooMuch, Typed
from studio.actions.refusals import Empty
from studio.actions.writing_section import TextMoved
from studio.core import keys
from studio.core.reviews import Verdict
from studio.core.states import Standing, Work
from studio.models import Commit, Draft, Unit
from studio.queries import writing
from studio.queries.products import Product
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book
from tests.web import browsers

BOOK = {"is_written": True, "autonomy": "ahead", "is_running": False}
SPRING, MOUTH = "Water comes up from below.", "Water reaches the sea."


@pytest.fixture(autouse=True)
def _keeps_all_invariants(book: Book) -> Iterator[None]:
    yield
    assert verify(book.project) == []


def typed(book: Book, text: str, section: str = "s1", **more: object) -> Typed:
    base = writing.base_of(writing.passages(book.project_id, section))
    return Typed(text, base, **more)  # type: ignore[arg-type]


def save(book: Book, told: Typed | str, *, section: str = "s1", is_whole: bool = False) -> int:
    sent = typed(book, told, section) if isinstance(told, str) else told
    return writing_section.save_section(
        book.project_id, section, sent, actor_id=book.owner_id, now=NOW, is_whole=is_whole
    )


def merge(book: Book, told: Typed, over: str, **choices: str) -> None:
    writing_section.save_merged(
        book.project_id,
        "s1",
        told,
        over=over,
        choices={},
        actor_id=book.owner_id,
        now=NOW,
        **choices,
    )


def keep(book: Book, text: str, *, tab: str = "one", sequence: int = 1, seen: int = 0) -> int:
    told = typed(book, text, tab=tab, sequence=sequence, seen=seen)
    return drafting.keep(book.project_id, "s1", told, user_id=book.owner_id, now=NOW)


def numbers(book: Book) -> list[int]:
    units = Unit.objects.in_project(book.project_id).filter(section_id="s1")
    return [u.artifacts.count() for u in units.exclude(movement_key="").order_by("place")]


def test_only_the_passage_that_changed_gets_a_version(book: Book) -> None:
    commits = Commit.objects.filter(project=book.project_id).count()

    assert save(book, f"{SPRING} And it sings.\n\n{MOUTH}") == 1

    assert book.body_of("draft/s1/spring") == f"{SPRING} And it sings.\n"
    assert numbers(book) == [2, 1]
    assert Commit.objects.filter(project=book.project_id).count() == commits + 1


def test_an_unchanged_text_is_no_change(book: Book) -> None:
    number = book.project.commit_number

    assert save(book, f"{SPRING}  \r\n\r\n\r\n{MOUTH}") == 0

    assert book.project.commit_number == number


def test_a_new_paragraph_joins_the_passage_before_it(book: Book) -> None:
    save(book, f"{SPRING}\n\nNobody knows why.\n\n{MOUTH}")

    assert book.body_of("draft/s1/spring") == f"{SPRING}\n\nNobody knows why.\n"
    assert numbers(book) == [2, 1]


def test_an_emptied_passage_is_empty_and_locked(book: Book) -> None:
    save(book, SPRING)

    mouth = book.unit("draft/s1/mouth")
    assert mouth.current is not None
    assert (mouth.current.paragraphs, mouth.current.origin) == ([], "person")
    assert (mouth.is_pinned, mouth.standing, mouth.work) == (True, Standing.ACCEPTED, Work.IDLE)


def test_an_emptied_passage_can_be_written_again_and_taken_back(book: Book) -> None:
    first = book.unit("draft/s1/mouth").current
    assert first is not None
    save(book, SPRING)

    wording.restore(first.pk, actor_id=book.owner_id, now=NOW)

    assert book.body_of("draft/s1/mouth") == f"{MOUTH}\n"


def test_a_text_that_is_empty_is_refused(book: Book) -> None:
    with pytest.raises(Empty):
        save(book, " \n\n ")


def test_the_book_is_never_written_over_by_what_began_before(book: Book) -> None:
    early = typed(book, f"{SPRING} Mine.\n\n{MOUTH}")
    save(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    with pytest.raises(TextMoved):
        save(book, early)

    assert book.body_of("draft/s1/spring") == f"{SPRING} Theirs.\n"


def test_two_texts_are_put_together_and_both_are_kept(book: Book) -> None:
    early = typed(book, f"{SPRING} Mine.\n\n{MOUTH}")
    save(book, f"{SPRING} Theirs.\n\n{MOUTH} It is wide.")

    merge(book, early, typed(book, "").base)

    assert book.body_of("draft/s1/spring") == f"{SPRING} Mine.\n\n{SPRING} Theirs.\n"
    assert book.body_of("draft/s1/mouth") == f"{MOUTH} It is wide.\n"


def test_one_of_two_texts_is_chosen(book: Book) -> None:
    early = typed(book, f"{SPRING} Mine.\n\n{MOUTH}")
    save(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    merge(book, early, typed(book, "").base, otherwise="mine")

    assert book.body_of("draft/s1/spring") == f"{SPRING} Mine.\n"


def test_a_proposal_beside_the_text_stays_as_it_is(book: Book) -> None:
    with book.change() as change:
        unit = book.unit("draft/s1/spring")
        unit.want(now=NOW)
        unit.grant()
        unit.save()
        change.concern(unit)
    browsers.offer(book, "draft/s1/spring", "Another water.")
    proposed = book.unit("draft/s1/spring").candidate_id
    assert proposed

    save(book, f"{SPRING} By me.\n\n{MOUTH}")

    spring = book.unit("draft/s1/spring")
    assert (spring.candidate_id, spring.work) == (proposed, Work.REVIEW)
    assert book.body_of("draft/s1/spring") == f"{SPRING} By me.\n"


def test_distrust_goes_along_with_a_paragraph_that_moves(book: Book) -> None:
    with book.change() as change:
        key = keys.trust("draft/s1/mouth")
        change.put(key, {"whole": False, "paragraphs": ["p1"], "reason": "Says who?"})

    save(book, f"{MOUTH}\n\n{SPRING}")

    spring = book.unit("draft/s1/spring")
    assert spring.standing == Standing.REOPENED
    assert spring.current is not None
    assert book.state().entry(keys.trust("draft/s1/spring")) == {
        "whole": False, "paragraphs": [spring.current.paragraphs[0][0]], "reason": "Says who?",
    }  # fmt: skip


def test_who_wrote_a_paragraph_stays_known_when_it_moves() -> None:
    book = building.book(autonomy="ahead")
    claimed = book.compose("draft/s1/spring", SPRING, "It stays cold all summer long.")
    while claimed is not None and claimed.unit_id == book.unit("draft/s1/spring").pk:
        claimed = building.hand_in(claimed, Product("", verdict=Verdict((), (), 0)))
    if claimed is None:
        book.compose("draft/s1/mouth", MOUTH)
    else:
        building.hand_in(claimed, building.prose_of(MOUTH))

    save(book, f"{MOUTH}\n\n{SPRING}\n\nIt stays cold all summer long.")

    spring = book.unit("draft/s1/spring").current
    assert spring is not None
    assert [by for _, by in spring.paragraphs] == ["model"] * 3


def test_a_section_without_passages_is_written_by_hand() -> None:
    book = building.book("    s1 Water establishes claim-1\n    s2 Stone uses claim-1\n")

    assert save(book, "Mine alone.") == 1

    unit = book.unit("draft/s1/text")
    assert (unit.is_pinned, unit.standing) == (True, Standing.ACCEPTED)


def test_the_passages_that_were_not_written_are_left_to_the_model_or_not() -> None:
    book = building.book(autonomy="ahead", is_running=False)

    save(book, SPRING)
    assert book.unit("draft/s1/mouth").work == Work.PENDING
    save(book, f"{SPRING} All of it.", is_whole=True)

    mouth = book.unit("draft/s1/mouth")
    assert (mouth.work, mouth.is_pinned) == (Work.IDLE, True)


# --- what is unfinished


def test_what_is_typed_is_kept_and_changes_nothing(book: Book) -> None:
    before = list(Unit.objects.order_by("pk").values()), book.project.commit_number

    assert keep(book, "Unfinished") == 1
    assert keep(book, "Unfinished business", sequence=2) == 2

    assert Draft.objects.get().text == "Unfinished business"
    assert (list(Unit.objects.order_by("pk").values()), book.project.commit_number) == before


def test_a_late_message_does_not_replace_what_is_newer(book: Book) -> None:
    keep(book, "Newer", sequence=5)

    assert keep(book, "Older", sequence=4) == 1

    assert Draft.objects.get().text == "Newer"


def test_text_of_another_window_is_not_written_over_unseen(book: Book) -> None:
    keep(book, "Of the first")

    with pytest.raises(OtherDraft):
        keep(book, "Of the second", tab="two")
    assert keep(book, "Of the second", tab="two", seen=1) == 2
    with pytest.raises(OtherDraft):
        keep(book, "Of the first, again", sequence=9, seen=1)


def test_what_is_the_text_of_the_book_again_need_not_be_kept(book: Book) -> None:
    keep(book, "Something")

    assert keep(book, f"{SPRING}\n\n{MOUTH}\n", sequence=2) == 0

    assert not Draft.objects.exists()


def test_done_forgets_its_own_draft_and_leaves_that_of_another_window(book: Book) -> None:
    keep(book, "Of another device", tab="far")
    save(book, typed(book, f"{SPRING} Here.\n\n{MOUTH}", tab="near"))
    assert Draft.objects.get().text == "Of another device"

    save(book, typed(book, f"{SPRING} Far.\n\n{MOUTH}", tab="far"))
    assert not Draft.objects.exists()


def test_what_cannot_be_kept_is_left_out_or_refused(book: Book) -> None:
    keep(book, "a\x00b\ud800c")

    assert Draft.objects.get().text == "abc"
    with pytest.raises(TooMuch):
        keep(book, "x" * 2_000_001, sequence=2)


def test_words_of_today_are_told_apart(book: Book) -> None:
    page = writing.write_page(book.project, "s1", book.owner_id, now=NOW)
    before = page.your_words_today

    save(book, f"{SPRING} Five more words of mine.\n\n{MOUTH}")

    page = writing.write_page(book.project, "s1", book.owner_id, now=NOW)
    assert (page.your_words_today - before, page.model_words_today) == (5, 0)
    later = writing.write_page(book.project, "s1", book.owner_id, now=NOW + timedelta(days=1))
    assert later.your_words_today == 0
