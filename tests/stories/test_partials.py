"""What arrived of a reply that did not come to its end is kept, and gone on from."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from studio.actions import endings, running
from studio.actions import partials as acts
from studio.actions.partials import Arrived, HasMoved, NothingKept
from studio.core.operation import MAX_ATTEMPTS, MOST_CONTINUED
from studio.models import Partial, Reply, Run
from studio.queries import partials
from studio.queries.verify import verify
from studio.worker.keeper import Keeper
from tests import building, turns
from tests.building import Book
from tests.scripted import Answer, Request, Server, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)
DRAFT = "draft/s1/spring"
OUTLINE = """
    s1 Water establishes claim-1
        - spring
    s2 Stone uses claim-1 depends_on s1
        - bed
"""
SENTENCES = [
    "Rain that falls on the high moor takes eleven days to reach the lowest of the springs.",
    "The miller of the upper village counted them by knots in a cord that hung behind his door.",
    "His daughter kept the cord when the mill was sold, and nobody asked her for it afterwards.",
    "In dry summers the spring gave less water, but it never once failed in her whole lifetime.",
    "Geologists came later with coloured salt and found that the old count was right to the day.",
    "What the stone lets through it lets through slowly, and it forgets nothing of its journey.",
    "So the village still waits eleven days after a storm before it opens the lower sluice gates.",
]
BEGUN = " ".join(SENTENCES[:3])
REST = " ".join(SENTENCES[3:])


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted_server() as found:
        yield found


@pytest.fixture
def keeper(transactional_db: None) -> Iterator[Keeper]:
    with turns.kept() as found:
        yield found


@pytest.fixture
def book(server: Server, keeper: Keeper) -> Book:
    return turns.book(server, outline=OUTLINE)


def is_draft(request: Request) -> bool:
    return request.schema is None


def broken_off(server: Server, n_pieces: int = 14) -> None:
    """The next draft breaks off after so many pieces of four words."""
    server.rule(is_draft, Answer(f"{BEGUN} {REST}", cut_after=n_pieces), times=1)


def text_of(book: Book) -> str:
    return book.body_of(DRAFT).strip()


def test_a_reply_that_broke_off_is_gone_on_from_and_joined(
    book: Book, server: Server, keeper: Keeper
) -> None:
    broken_off(server)

    unit = turns.turn(book, DRAFT, keeper)

    run = unit.runs.get()
    assert (unit.work, run.state, run.outcome) == ("pending", "failed", "unreachable")
    said = partials.kept(book.project_id)[unit.pk].said
    assert said == "Broke off after 56 words – kept as partial."
    assert unit.continues_id == run.pk

    server.rule(is_draft, REST, times=1)
    unit = turns.turn(book, DRAFT, keeper)

    asked = [r.prompt for r in server.requests if is_draft(r)]
    assert f"do not write it again:\n{BEGUN}" in asked[1]
    assert "Write about 48 words" in asked[1]
    assert text_of(book) == f"{BEGUN} {REST}"
    assert unit.continues_id is None
    assert partials.kept(book.project_id) == {}
    assert verify(book.project) == []


def test_a_model_that_says_its_beginning_again_does_not_double_it(
    book: Book, server: Server, keeper: Keeper
) -> None:
    broken_off(server)
    turns.turn(book, DRAFT, keeper)
    server.rule(is_draft, f"{BEGUN} {REST}", times=1)

    turns.turn(book, DRAFT, keeper)

    assert text_of(book) == f"{BEGUN} {REST}"


def test_a_reply_that_met_its_limit_is_gone_on_from(
    book: Book, server: Server, keeper: Keeper
) -> None:
    server.rule(is_draft, Answer(f"{BEGUN} In dry sum", finish="length"), times=1)
    server.rule(is_draft, Answer(f"{SENTENCES[3]} Geol", finish="length"), times=1)
    server._rules.reverse()

    first = turns.turn(book, DRAFT, keeper)
    assert (first.work, first.runs.get().outcome) == ("pending", "truncated")
    turns.turn(book, DRAFT, keeper)

    # With the second piece most of the passage is there: it is cut after its last whole sentence.
    assert text_of(book) == f"{BEGUN} {SENTENCES[3]}"
    assert Reply.objects.filter(unit=first, run__kind="compose").count() == 2


def test_a_model_that_never_comes_to_an_end_is_held_with_what_there_is(
    book: Book, server: Server, keeper: Keeper
) -> None:
    server.rule(is_draft, Answer("The water", finish="length"))

    for _ in range(6):
        unit = book.unit(DRAFT)
        if unit.work != "pending":
            break
        turns.turn(book, DRAFT, keeper)

    assert (unit.work, unit.held_reason) == ("held", "truncated")
    assert len(server.requests) == 4


def year(n: int) -> str:
    return (
        f"In the year {1700 + n} the miller tied {n + 3} knots into the cord behind his door. "
        f"That spring the water needed {11 + n} days from the moor, and he told nobody about it. "
        f"Of his {n + 2} neighbours only the widow at bridge number {n} guessed what he counted."
    )


def plan(book: Book, words: int) -> None:
    book.commit({"map/s1": {"movements": [building.movement("spring", words=words)]}})


def test_a_text_that_comes_in_many_short_pieces_is_gone_on_from_to_its_end(
    book: Book, server: Server, keeper: Keeper
) -> None:
    plan(book, 600)
    for n in reversed(range(9)):
        server.rule(is_draft, Answer(f"{year(n)} And the", finish="length"), times=1)

    for _ in range(9):
        turns.turn(book, DRAFT, keeper)
        book.project.units.filter(key=DRAFT).update(not_before=None)

    assert book.unit(DRAFT).standing == "accepted"
    assert text_of(book).startswith(year(0))
    assert text_of(book).endswith(year(7)), "with most of the planned words it is whole"


def test_a_text_that_grows_for_ever_is_held_and_says_what_to_do(
    book: Book, server: Server, keeper: Keeper, client: Client
) -> None:
    plan(book, 3000)
    for n in reversed(range(20)):
        server.rule(is_draft, Answer(f"{year(n)} And the", finish="length"), times=1)

    while book.unit(DRAFT).work == "pending":
        turns.turn(book, DRAFT, keeper)
        book.project.units.filter(key=DRAFT).update(not_before=None)

    assert book.unit(DRAFT).held_reason == "truncated"
    assert len(server.requests) == MOST_CONTINUED + MAX_ATTEMPTS
    client.force_login(User.objects.get(pk=book.owner_id))
    page = client.get(f"/b/{book.project.slug}/").content.decode()
    assert "kept as partial" in page
    assert "let it write more at once there, or ask for less." in page
    assert "Plan fewer words, or split the section" in page
    assert "Continue from here" in page


def test_a_beginning_that_leads_nowhere_is_not_gone_on_from_again(
    book: Book, server: Server, keeper: Keeper
) -> None:
    broken_off(server)
    turns.turn(book, DRAFT, keeper)
    server.rule(is_draft, "\n\n```json\n{", times=1)
    unit = turns.turn(book, DRAFT, keeper)
    assert (unit.work, unit.continues_id) == ("pending", None)
    server.rule(is_draft, REST, times=1)

    turns.turn(book, DRAFT, keeper)

    assert "The model sent something other than running text." in server.requests[2].prompt
    assert text_of(book) == REST


def stopped(book: Book, server: Server, keeper: Keeper) -> Run:
    """The draft was stopped by its author after its third sentence."""
    claimed = book.claim(DRAFT, now=timezone.now())
    reads = dict(building.brief_of(claimed).reads)
    running.stop_unit(claimed.unit_id, now=timezone.now())
    endings.stopped(claimed, now=timezone.now(), arrived=Arrived(f"{BEGUN} In dry su", reads))
    return Run.objects.get(pk=claimed.run_id)


def test_its_author_goes_on_from_what_arrived_before_the_stop(
    book: Book, server: Server, keeper: Keeper
) -> None:
    run = stopped(book, server, keeper)
    unit = book.unit(DRAFT)
    found = partials.kept(book.project_id)[unit.pk]
    assert (unit.work, found.run_id, found.can_go_on) == ("held", run.pk, True)
    assert found.said == "Stopped after 55 words – kept as partial."
    server.rule(is_draft, REST, times=1)

    acts.go_on(unit.pk, now=timezone.now())
    turns.turn(book, DRAFT, keeper)

    assert text_of(book) == f"{BEGUN} {REST}"
    assert Run.objects.filter(unit=unit, kind="compose").count() == 2


def test_its_author_has_it_written_again(book: Book, server: Server, keeper: Keeper) -> None:
    stopped(book, server, keeper)
    running.stop(book.project_id, now=timezone.now())
    server.rule(is_draft, REST, times=1)

    acts.again(book.unit(DRAFT).pk, now=timezone.now())
    turns.turn(book, DRAFT, keeper)

    assert BEGUN not in server.requests[0].prompt
    assert text_of(book) == REST


def test_its_author_puts_it_away(book: Book, server: Server, keeper: Keeper) -> None:
    stopped(book, server, keeper)
    unit = book.unit(DRAFT)

    acts.discard(unit.pk, now=timezone.now())

    assert not Partial.objects.exists()
    assert (book.unit(DRAFT).work, book.unit(DRAFT).continues_id) == ("held", None)
    with pytest.raises(NothingKept):
        acts.go_on(unit.pk, now=timezone.now())


def test_what_was_written_from_something_else_is_not_gone_on_from(
    book: Book, server: Server, keeper: Keeper
) -> None:
    stopped(book, server, keeper)
    book.commit({"map/s1": {"movements": [building.movement("spring", purpose="It begins.")]}})

    with pytest.raises(HasMoved):
        acts.go_on(book.unit(DRAFT).pk, now=timezone.now())

    running.resume(book.project_id, now=timezone.now())
    turns.turn(book, DRAFT, keeper)
    assert BEGUN not in server.requests[0].prompt


def test_resume_goes_on_from_what_was_stopped(book: Book, server: Server, keeper: Keeper) -> None:
    stopped(book, server, keeper)
    server.rule(is_draft, REST, times=1)

    running.resume(book.project_id, now=timezone.now())
    turns.turn(book, DRAFT, keeper)

    assert text_of(book) == f"{BEGUN} {REST}"
