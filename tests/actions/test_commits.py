import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F

from studio.core.digest import digest_of
from studio.models import Artifact, Blob, Commit, Entry, Unit
from studio.queries.state import DbState
from tests import building
from tests.building import Book


def commits_of(book: Book) -> list[Commit]:
    return list(Commit.objects.filter(project=book.project_id).order_by("number"))


def test_commits_are_numbered_from_one_without_gaps(book: Book) -> None:
    book.commit({"brief/voice": {"value": "Plain."}})
    book.commit({"brief/voice": {"value": "Plain."}})
    book.commit({"brief/voice": {"value": "Rich."}})

    numbers = [c.number for c in commits_of(book)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert book.project.commit_number == numbers[-1]


def test_each_commit_carries_the_digest_of_the_one_before(book: Book) -> None:
    book.commit({"section/s2": None, "brief/voice": {"value": "Plain."}})

    before = ""
    for commit in commits_of(book):
        facts = [book.project_id, commit.number, commit.kind, commit.by, commit.reason]
        assert commit.predecessor == before
        assert commit.digest == digest_of([*facts, commit.changes, before])
        before = commit.digest
    assert book.project.commit_digest == before


def test_a_commit_says_what_it_changed(book: Book) -> None:
    old = book.state().entry("section/s2")

    commit = book.commit({"section/s2": None, "object/claim-2": {"kind": "claim"}}, "Because")

    assert commit is not None
    assert commit.reason == "Because"
    assert commit.changes == [
        ["object/claim-2", "", digest_of({"kind": "claim"})],
        ["section/s2", digest_of(old), ""],
    ]


@pytest.mark.parametrize("is_empty", [True, False])
def test_equal_content_makes_no_commit(book: Book, is_empty: bool) -> None:
    writes = {} if is_empty else {"section/s1": book.state().entry("section/s1"), "map/gone": None}
    before = book.project

    assert book.commit(writes) is None
    assert book.project.commit_number == before.commit_number
    assert not Entry.objects.filter(project=book.project_id, since__gt=before.commit_number)


def test_of_several_writes_only_the_real_ones_are_in_the_commit(book: Book) -> None:
    same = book.state().entry("section/s1")

    commit = book.commit({"section/s1": same, "brief/voice": {"value": "Plain."}})

    assert commit is not None
    assert [key for key, *_ in commit.changes] == ["brief/voice"]


def test_an_entry_holds_from_one_commit_to_another(book: Book) -> None:
    first = book.commit({"brief/voice": {"value": "Plain."}})
    second = book.commit({"brief/voice": {"value": "Rich."}})
    third = book.commit({"brief/voice": None})
    assert first
    assert second
    assert third

    rows = Entry.objects.filter(project=book.project_id, key="brief/voice", since__gt=1)
    assert list(rows.order_by("since").values_list("since", "until")) == [
        (first.number, second.number),
        (second.number, third.number),
    ]
    assert not rows.current()


def test_the_book_as_of_any_commit_is_one_query(book: Book) -> None:
    before = book.project.commit_number
    was = book.state()._entries
    book.commit({"section/s2": None, "brief/voice": {"value": "Plain."}})
    book.commit({"section/s3": building.drawn("s3 Sea")["section/s3"]})

    rows = Entry.objects.filter(project=book.project_id).as_of(before)

    assert dict(rows.values_list("key", "body")) == was


def test_what_led_to_a_thing_is_found_then_although_it_ended(book: Book) -> None:
    premise = {
        "kind": "premise",
        "fields": {},
        "relations": [{"name": "supports", "to": "claim-9"}],
    }
    then = book.commit({"object/premise-9": premise})
    book.commit({"object/premise-9": None})
    assert then is not None

    assert DbState(book.project_id).linking("claim-9") == {}
    before = DbState(book.project_id, as_of=then.number)
    assert before.linking("claim-9") == {"object/premise-9": premise}


def test_a_refused_change_leaves_nothing_behind(book: Book) -> None:
    before = book.project

    def refuse() -> None:
        with book.change() as change:
            change.put("brief/voice", {"value": "Plain."})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        refuse()

    assert book.project.change_number == before.change_number
    assert len(commits_of(book)) == before.commit_number


def test_the_name_of_the_book_follows_its_brief(book: Book) -> None:
    book.commit({"brief/title": {"value": "Rivers " * 50}})

    assert book.project.title == ("Rivers " * 50)[:200]


def test_the_change_number_only_grows_and_stamps_what_changed(book: Book) -> None:
    before = book.project.change_number

    book.commit({"map/s2": {"movements": [building.movement("shore")]}})

    assert book.project.change_number > before
    for key in ("draft/s2/shore", "draft/s2/bed", "map/s2"):
        is_new = book.unit(key).change > before
        assert is_new == (key != "map/s2" or book.unit("map/s2").is_stale), key


@pytest.mark.parametrize("model", [Artifact, Commit])
def test_artifacts_and_commits_are_written_once(
    book: Book, model: type[Artifact] | type[Commit]
) -> None:
    row = model.objects.order_by("-pk")[0]

    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        model.objects.filter(pk=row.pk).update(number=F("number") + 100)
    row.number += 100
    with pytest.raises((TypeError, DatabaseError)), transaction.atomic():
        row.save()
    assert model.objects.get(pk=row.pk).number == row.number - 100


def test_an_account_that_is_removed_takes_its_name_off_what_it_did(book: Book) -> None:
    commit = commits_of(book)[-1]

    Commit.objects.filter(pk=commit.pk).update(actor=None)

    assert Commit.objects.get(pk=commit.pk).actor is None


def test_no_entry_has_two_current_versions(book: Book) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(
            project=book.project, key="section/s1", kind="section", body={}, digest="", since=99
        )


def test_a_text_is_kept_once_under_its_digest(book: Book) -> None:
    book.write({"draft/s1/spring": "Same.\n", "draft/s2/bed": "Same.\n"})

    one, other = book.unit("draft/s1/spring").current, book.unit("draft/s2/bed").current
    assert one
    assert other
    assert one.digest == other.digest
    assert Blob.objects.get(pk=one.digest).body == "Same.\n"


def test_what_a_commit_costs_does_not_grow_with_the_book() -> None:
    small = building.book(is_written=True)
    lines = [f"s{n} Section {n}\n    - one: Text {n}.\n    - two: More." for n in range(3, 25)]
    large = building.book(building.OUTLINE + "\n".join(lines), is_written=True)

    counts = [_n_queries(b, {"brief/voice": {"value": "Plain."}}) for b in (small, large)]
    edits = [_n_queries(b, {"object/term-1": None}) for b in (small, large)]

    # Cells that a write feeds are computed one by one; nothing else may grow with the book.
    n_styles = Unit.objects.in_project(large.project_id).filter(movement_key="").count()
    assert counts[1] - counts[0] <= 3 * n_styles
    assert edits[1] - edits[0] <= 0


def _n_queries(book: Book, writes: dict[str, building.Body | None]) -> int:
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        book.commit(writes)
    return len(captured)
