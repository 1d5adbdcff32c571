import pytest

from studio.actions import judging, returning, running, wording
from studio.actions.refusals import Empty, Gone, NothingToAccept, Refused, Unchanged
from studio.core.states import Standing, Work
from studio.models import Artifact, Finding, Review, Run
from tests import building
from tests.building import NOW, Book

SPRING, BED = "draft/s1/spring", "draft/s2/bed"
PASS = '{"findings": []}'


@pytest.fixture
def offered(book: Book) -> Book:
    """With a candidate of a model, of three paragraphs, waiting for a word on it."""
    book.write({SPRING: "My own words.\n"})
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()
    check = book.compose(SPRING, "Water comes up.", "It is always cold.", "Nobody drinks of it.")
    assert check is not None
    building.hand_in(check, PASS)
    return book


@pytest.fixture
def written(book: Book) -> Book:
    """With an accepted text of a model, of three paragraphs."""
    check = book.compose(SPRING, "Water comes up.", "It is always cold.", "Nobody drinks of it.")
    assert check is not None
    building.hand_in(check, PASS)
    return book


def edit(book: Book, text: str, key: str = SPRING) -> Artifact:
    wording.edit_text(
        book.unit(key).pk, text, actor_id=book.owner_id, cause="Edited by hand", now=NOW
    )
    current = book.unit(key).current
    assert current is not None
    return current


def send_back(book: Book, note: str = "Less water.") -> None:
    judging.send_back(book.unit(SPRING).pk, note=note, actor_id=book.owner_id, now=NOW)


# Sending back -------------------------------------------------------------------------------------


def test_what_is_sent_back_becomes_a_remark_in_the_next_prompt(offered: Book) -> None:
    send_back(offered)

    unit = offered.unit(SPRING)
    assert (unit.work, unit.candidate) == (Work.PENDING, None)
    claimed = offered.claim(SPRING)
    assert Run.objects.get(pk=claimed.run_id).order["findings"] == ["Less water."]
    assert "Less water." in building.brief_of(claimed).sent


def test_rejected_prose_is_in_no_later_prompt(offered: Book) -> None:
    send_back(offered)

    assert "always cold" not in building.brief_of(offered.claim(SPRING)).sent


def test_a_remark_is_settled_by_the_version_that_is_accepted(offered: Book) -> None:
    send_back(offered)
    check = offered.compose(SPRING, "Less of it comes up.")
    assert check is not None
    building.hand_in(check, PASS)

    judging.accept(
        offered.project_id, [offered.unit(SPRING).pk], actor_id=offered.owner_id, reason="Yes",
        now=NOW,
    )  # fmt: skip

    assert [f.state for f in Finding.objects.filter(words="Less water.")] == ["fixed"]


def test_without_a_note_nothing_is_remarked(offered: Book) -> None:
    send_back(offered, note="  ")

    assert not Finding.objects.exists()
    assert offered.unit(SPRING).work == Work.PENDING


def test_the_text_of_the_book_stays_while_its_candidate_is_sent_back(offered: Book) -> None:
    send_back(offered)

    assert offered.body_of(SPRING) == "My own words.\n"
    assert offered.unit(SPRING).standing == Standing.ACCEPTED


def test_where_nothing_waits_nothing_can_be_refused(book: Book) -> None:
    with pytest.raises(NothingToAccept):
        send_back(book)
    with pytest.raises(NothingToAccept):
        judging.keep_current(book.unit(SPRING).pk, now=NOW)
    with pytest.raises(NothingToAccept):
        returning.send_back_all(
            book.project_id, "s1", note="", seen="", actor_id=book.owner_id, now=NOW
        )


def test_keeping_the_text_discards_the_candidate(offered: Book) -> None:
    judging.keep_current(offered.unit(SPRING).pk, now=NOW)

    unit = offered.unit(SPRING)
    assert (unit.work, unit.candidate) == (Work.IDLE, None)
    assert offered.body_of(SPRING) == "My own words.\n"


# Editing ------------------------------------------------------------------------------------------


def test_an_edit_is_accepted_by_its_author_in_one_commit(written: Book) -> None:
    before = written.project.commit_number

    edited = edit(written, "Water comes up.\n\nIt is cold.\n\nNobody drinks of it.")

    unit = written.unit(SPRING)
    assert (unit.standing, unit.accepted_by) == (Standing.ACCEPTED, "person")
    assert (edited.origin, edited.made_by, edited.number) == ("person", "owner", 2)
    assert written.project.commit_number == before + 1
    waived = Review.objects.get(unit=unit, digest=edited.digest)
    assert waived.verdict == "waived"


def test_paragraphs_that_were_not_touched_keep_their_id_and_origin(written: Book) -> None:
    edited = edit(written, "Water comes up.\n\nIt is always cold here.\n\nNobody drinks of it.")

    assert edited.paragraphs == [["p1", "model"], ["p2", "person"], ["p3", "model"]]


def test_a_new_paragraph_gets_an_id_that_was_never_used(written: Book) -> None:
    first = edit(written, "Water comes up.\n\nAltogether new.\n\nIt is always cold.")
    second = edit(written, "Water comes up.\n\nIt is always cold.\n\nQuite something else.")

    ids = [i for i, _ in [*first.paragraphs, *second.paragraphs]]
    assert ids == ["p1", ids[1], "p2", "p1", "p2", ids[5]]
    assert len({"p1", "p2", "p3", ids[1], ids[5]}) == 5


def test_an_edit_inherits_the_reads_of_its_base_with_its_digests(written: Book) -> None:
    base = written.unit(SPRING).current
    assert base is not None
    written.commit({"brief/intention": {"value": "Else."}})

    edited = edit(written, "Other words.")

    assert dict(edited.reads.values_list("key", "digest")) == dict(
        base.reads.values_list("key", "digest")
    )
    assert written.unit(SPRING).is_stale


def test_one_paragraph_is_edited_and_the_others_stay_byte_for_byte(written: Book) -> None:
    unit = written.unit(SPRING)

    wording.edit_paragraph(
        unit.pk, "p2", "In May\r\nit is cold. ", actor_id=written.owner_id, now=NOW
    )

    assert written.body_of(SPRING) == (
        "Water comes up.\n\nIn May\nit is cold.\n\nNobody drinks of it.\n"
    )


def test_a_paragraph_that_is_emptied_goes(written: Book) -> None:
    unit = written.unit(SPRING)

    wording.edit_paragraph(unit.pk, "p2", "", actor_id=written.owner_id, now=NOW)

    assert written.body_of(SPRING) == "Water comes up.\n\nNobody drinks of it.\n"
    assert [p.id for p in building.paragraphs_of(written.unit(SPRING).current)] == ["p1", "p3"]


def test_editing_a_candidate_accepts_it_with_the_edits(offered: Book) -> None:
    edited = edit(offered, "Water comes up.\n\nIt is always cold.\n\nI drink of it.")

    unit = offered.unit(SPRING)
    assert (unit.current, unit.candidate, unit.work) == (edited, None, Work.IDLE)
    assert [origin for _, origin in edited.paragraphs] == ["model", "model", "person"]


def test_a_person_may_write_where_nothing_was_written_yet(book: Book) -> None:
    edit(book, "By hand.", BED)

    unit = book.unit(BED)
    assert (unit.standing, unit.work, book.body_of(BED)) == ("accepted", "idle", "By hand.\n")


def test_a_text_that_is_typed_in_is_made_from_what_the_book_says_then(book: Book) -> None:
    edit(book, "By hand.", BED)

    book.commit({"object/claim-1": building.things("claim-1: Else.")["object/claim-1"]})

    assert BED in book.stale()


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", Empty),
        (" \n\t\n", Empty),
        ("\ufeff", Empty),
        ("Water comes up.\n\nIt is always cold.\n\nNobody drinks of it.", Unchanged),
        ("Water comes up.  \r\n\r\n\r\nIt is always cold.\n\nNobody drinks of it.\n", Unchanged),
    ],
)
def test_an_edit_that_is_none_is_refused(written: Book, text: str, refusal: type[Refused]) -> None:
    with pytest.raises(refusal):
        edit(written, text)


def test_a_place_that_is_gone_cannot_be_edited(written: Book) -> None:
    written.commit({"section/s1": None})

    with pytest.raises(Gone):
        edit(written, "Anything.")


def test_a_paragraph_that_is_gone_cannot_be_edited(written: Book) -> None:
    with pytest.raises(wording.NoSuchParagraph):
        wording.edit_paragraph(
            written.unit(SPRING).pk, "p9", "x", actor_id=written.owner_id, now=NOW
        )


def test_an_earlier_version_is_taken_back_as_what_it_is(written: Book) -> None:
    first = written.unit(SPRING).current
    edit(written, "Other words.")
    assert first is not None

    wording.restore(first.pk, actor_id=written.owner_id, now=NOW)

    current = written.unit(SPRING).current
    assert current is not None
    assert current == first
    assert written.unit(SPRING).standing == Standing.ACCEPTED


@pytest.mark.parametrize(
    ("distrusted", "text", "left"),
    [
        ({"whole": True, "paragraphs": []}, "Altogether\n\nmine.", None),
        ({"whole": True, "paragraphs": []}, "Water comes up.\n\nMine.", ["p1"]),
        ({"whole": False, "paragraphs": ["p2"]}, "Water comes up.\n\nMine.", None),
        ({"whole": False, "paragraphs": ["p2"]}, "Water comes up.\n\nIt is cold here.", None),
        ({"whole": False, "paragraphs": ["p2"]}, "Mine.\n\nIt is always cold.", ["p2"]),
    ],
)
def test_what_a_person_wrote_anew_is_trusted_and_what_was_left_is_not(
    written: Book, distrusted: building.Body, text: str, left: list[str] | None
) -> None:
    written.commit({f"trust/{SPRING}": {**distrusted, "reason": "It is dull."}})

    edit(written, text)

    entry = written.state().entry(f"trust/{SPRING}")
    assert (entry["paragraphs"] if entry else None) == left
    assert written.unit(SPRING).standing == ("reopened" if left else "accepted")


# Remarks ------------------------------------------------------------------------------------------


def test_a_remark_follows_its_words_through_an_edit(written: Book) -> None:
    judging.remark(written.unit(SPRING).pk, "p2", "always cold", "Says who?", now=NOW)

    edit(written, "Water comes up.\n\nNew.\n\nIt is nearly always cold.\n\nNobody drinks of it.")
    found = Finding.objects.get()
    assert (found.paragraph_id, found.is_anchored, found.state) == ("p2", True, "open")

    edit(written, "Water comes up.\n\nNobody drinks of it.")
    found.refresh_from_db()
    assert (found.is_anchored, found.state) == (False, "open")


def test_an_empty_remark_is_refused(written: Book) -> None:
    with pytest.raises(Empty):
        judging.remark(written.unit(SPRING).pk, "p2", "always cold", " ", now=NOW)


def test_a_remark_on_words_that_are_not_there_stands_without_a_place(written: Book) -> None:
    judging.remark(written.unit(SPRING).pk, "p2", "never written", "Hm.", now=NOW)

    assert not Finding.objects.get().is_anchored


def test_a_remark_of_a_person_does_not_take_its_text_out_of_the_book(written: Book) -> None:
    judging.remark(written.unit(SPRING).pk, "p2", "always cold", "Says who?", now=NOW)

    assert written.unit(SPRING).standing == Standing.ACCEPTED


def test_a_remark_is_set_aside_by_a_person(written: Book) -> None:
    judging.remark(written.unit(SPRING).pk, "p2", "always cold", "Says who?", now=NOW)

    judging.waive_finding(Finding.objects.get().pk, actor_id=written.owner_id, now=NOW)

    assert Finding.objects.get().state == "waived"


# The plan, by its steps ---------------------------------------------------------------------------


PLAN = {"argument", "outline"}


def _planned() -> Book:
    """A book whose argument and outline wait for their author."""
    found = building.begin(autonomy="ahead")
    running.resume(found.project_id, now=NOW)
    found.propose("argument", building.things(building.OBJECTS))
    sections = building.drawn("s1 Water establishes claim-1")
    found.propose("outline", sections)
    return found


@pytest.mark.parametrize(
    ("step", "again"),
    [("outline", {"outline"}), ("argument", PLAN), ("", PLAN)],
)
def test_only_what_is_sent_back_and_what_follows_from_it_is_proposed_again(
    db: None, step: str, again: set[str]
) -> None:
    planned = _planned()

    returning.send_back_all(
        planned.project_id, "", note="Shorter.", seen="", step=step, actor_id=planned.owner_id,
        now=NOW,
    )  # fmt: skip

    pending = {key for key in PLAN if planned.unit(key).work == Work.PENDING}
    assert pending == again
    noted = Finding.objects.open().values_list("unit__key", flat=True)
    assert set(noted) == ({step} if step else again)
