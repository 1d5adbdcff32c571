"""A plan that is distrusted: nothing later is written from it, and it comes back without a call.

Every text of the plan holds a word of its own; what later steps would be told is searched for it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from studio.actions import artifacts, judging, planned, running
from studio.core import doubt, keys
from studio.core.blanks import Filling, Order, Place, Reader
from studio.core.cells import UNTRUSTED, compute
from studio.core.intent import Intent
from studio.core.intent_words import parse
from studio.core.proposals import Operation, expected
from studio.core.protocol import parse as protocol_of
from studio.models import Entry, Run, Unit
from studio.queries import activity, briefs, candidates, planning
from studio.queries.products import Product
from studio.queries.state import DbState
from studio.queries.values.change_plan import ChangePlan
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db
OBJECTS = """
    thesis-1: Zqthesis is true.
    claim-1 to thesis-1: Zqclaim is true.
    premise-1 to claim-1: Zqpremise is true.
    term-1 Zqterm: Zqdefinition
"""
OUTLINE = """
    s1 Zqmeadow establishes claim-1 uses term-1
        - zqspring
    s2 Zqquarry uses premise-1 depends_on s1
        - zqbed
"""
SPRING, BED = "draft/s1/zqspring", "draft/s2/zqbed"
OF_ARGUMENT = {"zqthesis", "zqclaim", "zqpremise", "zqterm", "zqdefinition"}
OF_OUTLINE = {"zqmeadow", "zqquarry"}
OF_MAPS = {"zqspring", "zqbed"}
STEPS = ("argument", "outline", "map/s1", "map/s2", SPRING, BED)


@pytest.fixture(scope="module")
def drawn_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Book]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield proposed()
        transaction.set_rollback(True)


@pytest.fixture
def book(drawn_once: Book, db: None) -> Book:
    return drawn_once


def proposed() -> Book:
    """A book whose plan a model proposed, accepted as it was."""
    found = building.begin()
    running.resume(found.project_id, now=NOW)
    drawn = building.drawn(OUTLINE)
    sections = {k: b for k, b in drawn.items() if keys.kind(k) == "section"}
    propose(found, "argument", building.things(OBJECTS))
    propose(found, "outline", sections)
    for key in ("map/s1", "map/s2"):
        propose(found, key, {key: drawn[key]})
    found.write({SPRING: "Water comes up from below.\n", BED: "Stone lies still.\n"})
    assert found.stale() == set()
    return found


def propose(book: Book, unit_key: str, writes: Mapping[str, Any]) -> None:
    """Has a model propose writes; nobody goes on with the next step."""
    claimed, now = book.claim(unit_key), DbState(book.project_id)
    Run.objects.filter(pk=claimed.run_id).update(model="scripted")
    found = [Operation(k, expected(now.entry(k)), body) for k, body in writes.items()]
    building.hand_in(claimed, Product(candidates.as_text(found)), worker="")


def does(book: Book, change: str | Intent) -> ChangePlan:
    intent = parse(change) if isinstance(change, str) else change
    digest = planning.plan(book.project, intent).digest
    return planned.carry_out(
        book.project_id, intent, digest=digest, actor_id=book.owner_id, now=timezone.now()
    )


def told(book: Book, unit_key: str) -> set[str]:
    """The marked words in all that a step and its checks would be told now."""
    state = book.state()
    slug, _, place = unit_key.partition("/")
    section_id, _, movement_key = place.partition("/")
    method = protocol_of(state.entry(keys.PROTOCOL) or {})
    filling = Filling(Reader(state), Place(section_id, movement_key), Order(), method)
    gates = [name for gate in method.passes[slug].gates for name in (gate, f"{gate}-revise")]
    said = [
        message.content
        for name in (slug, *gates)
        for message in briefs.messages_of((state.entry(keys.step(name)) or {})["prompt"],
                                          filling.value)
    ]  # fmt: skip
    return set(re.findall(r"zq[a-z]+", "\n".join(said).casefold()))


def all_told(book: Book) -> set[str]:
    return {word for step in STEPS for word in told(book, step)}


def test_everything_of_the_plan_is_told_while_it_is_trusted(book: Book) -> None:
    assert all_told(book) == OF_ARGUMENT | OF_OUTLINE | OF_MAPS


@pytest.mark.parametrize(
    ("layer", "gone"),
    [("argument", OF_ARGUMENT), ("outline", OF_OUTLINE), ("map", OF_MAPS)],
)
def test_nothing_of_a_distrusted_plan_is_told_to_any_step(
    book: Book, layer: str, gone: set[str]
) -> None:
    does(book, f"distrust {layer}")

    assert all_told(book) & gone == set()
    assert verify(book.project) == []


@pytest.mark.parametrize("layer", ["argument", "outline", "map"])
@pytest.mark.parametrize("back", ["trust", "undo"])
def test_trusting_it_again_restores_every_digest_without_a_call(
    book: Book, layer: str, back: str
) -> None:
    before, n_runs = _digests(book), Run.objects.count()
    does(book, f"distrust {layer}")
    assert book.stale()

    does(book, f"trust {layer}" if back == "trust" else f"undo {book.project.commit_number}")

    assert book.stale() == set()
    assert (_digests(book), all_told(book)) == (before, OF_ARGUMENT | OF_OUTLINE | OF_MAPS)
    assert Run.objects.count() == n_runs
    assert verify(book.project) == []


def _digests(book: Book) -> dict[str, str]:
    return dict(Entry.objects.current().filter(kind__in=doubt.KINDS).values_list("key", "digest"))


def test_the_value_of_a_cell_over_it_is_untrusted(book: Book) -> None:
    for layer in ("argument", "outline", "map"):
        does(book, f"distrust {layer}")

    names = ("object/claim-1", "section/s1", "conclusions/s1", "map/s1", "movement/s1/zqspring")
    assert [compute(name, book.state()).value for name in names] == [UNTRUSTED] * 5
    lists = ("thesis/book", "objects-of/s1", "objects-of/book", "terms-for/s1", "terms-of/s1")
    assert [compute(name, book.state()).value for name in lists] == [[]] * 5


def test_people_go_on_reading_what_is_distrusted(book: Book) -> None:
    does(book, "distrust argument --reason 'It proves nothing.'")

    body = book.state().entry("object/claim-1") or {}
    assert body["fields"]["text"] == "Zqclaim is true."
    assert doubt.doubted_by(body) == "argument"


def test_what_its_author_put_into_other_words_stays_trusted_word_for_word(book: Book) -> None:
    does(book, "set 'object/term-1.definition=what stays, zqmine'")

    does(book, "distrust argument")

    assert all_told(book) & (OF_ARGUMENT | {"zqmine"}) == {"zqmine"}
    term = compute("object/term-1", book.state()).value
    assert term["fields"] == {"definition": "what stays, zqmine"}


def test_the_authors_own_words_go_with_it_if_they_are_ticked(book: Book) -> None:
    does(book, "set 'object/claim-1.text=Zqmine is true.'")
    does(book, "distrust argument")
    assert "zqmine" in all_told(book)

    does(book, "distrust argument --mine-too")

    assert "zqmine" not in all_told(book)


def test_a_section_that_was_only_moved_is_still_the_models(book: Book) -> None:
    does(book, "move section/s2 up")

    does(book, "distrust outline")

    assert all_told(book) & OF_OUTLINE == set()


def test_an_author_who_edited_the_proposal_before_accepting_it_can_distrust_the_rest(
    book: Book,
) -> None:
    does(book, "recompose argument")
    book.project.__class__.objects.update(autonomy="ask")
    propose(book, "argument", building.things(OBJECTS.replace("Zqclaim is", "Zqsecond is")))
    does(book, "set 'object/premise-1.text=Zqmine is true.'")
    judging.accept_plan(book.project_id, actor_id=book.owner_id, now=NOW)

    plan = does(book, "distrust argument")

    assert [row.key for row in plan.distrusted] == ["argument"]
    assert all_told(book) & {"zqsecond", "zqthesis"} == set()
    assert "zqmine" in all_told(book)


@pytest.mark.parametrize(
    ("origin", "is_meant"),
    [("scripted", True), ("somebody", False), ("before:2999-01-01", True),
     ("before:2001-01-01", False)],
)  # fmt: skip
def test_a_plan_is_distrusted_by_origin_too(book: Book, origin: str, is_meant: bool) -> None:
    plan = planning.plan(book.project, parse(f"distrust map --origin {origin}"))

    assert bool(plan.distrusted) is is_meant


def test_an_edit_of_a_distrusted_thing_is_its_authors_word(book: Book) -> None:
    does(book, "distrust argument")

    does(book, "set 'object/claim-1.text=Zqmine is true.'")

    assert "zqmine" in told(book, SPRING)


def test_a_single_thing_is_trusted_again_while_the_rest_is_not(book: Book) -> None:
    does(book, "distrust argument")

    does(book, "trust object/claim-1")

    assert all_told(book) & OF_ARGUMENT == {"zqclaim"}
    assert verify(book.project) == []


def test_a_proposal_that_waited_can_still_be_accepted_and_is_trusted(book: Book) -> None:
    book.project.__class__.objects.update(autonomy="ask")
    does(book, "recompose argument")
    propose(book, "argument", building.things(OBJECTS.replace("Zqclaim is", "Zqsecond is")))
    does(book, "distrust argument")

    judging.accept_plan(book.project_id, actor_id=book.owner_id, now=NOW)

    assert all_told(book) & OF_ARGUMENT == OF_ARGUMENT - {"zqclaim"}
    assert doubt.MARK not in json.dumps(
        list(Entry.objects.current().values_list("body", flat=True))
    )
    assert verify(book.project) == []


def test_keys_that_a_distrusted_map_gave_are_not_offered_again(book: Book) -> None:
    does(book, "distrust map --scope s1 --rewrite")

    brief = building.brief_of(book.claim("map/s1"))

    assert "zqspring" not in f"{brief.sent}{brief.prompt.schema}"


def test_a_change_that_only_distrusts_says_so_in_the_history(book: Book) -> None:
    does(book, "distrust argument")

    page = activity.commit_page(book.project, book.project.commit_number)

    said = [block.parts[0].text for part in page.parts for block in part.blocks]
    assert any("istrusted" in words for words in said)
    assert all(part.blocks for part in page.parts)


# Facts taken from prose ---------------------------------------------------------------------------

FACTS = {
    "slug": "facts", "title": "Facts", "layer": "facts", "kind": "composing", "scope": "book",
    "produces": "objects", "needs": ["draft"], "prompt": "facts.md", "objects": [],
}  # fmt: skip


@pytest.fixture
def noted(book: Book) -> Book:
    """The same with a step that comes after the prose, and a premise that it took from both."""
    protocol = book.state().entry(keys.PROTOCOL) or {}
    instructions = {"prompt": "# user\n{{all_objects}}", "schema_version": 1}
    book.commit({
        keys.PROTOCOL: {**protocol, "passes": [*protocol["passes"], FACTS]},
        keys.step("facts"): instructions,
    })  # fmt: skip
    fact = building.things("premise-9: Zqfact is true.")
    with book.change("Noted facts", by="policy") as change:
        unit = Unit.objects.get(key="facts")
        text = candidates.as_text([Operation(k, "", body) for k, body in fact.items()])
        read = {name: compute(name, change.state).digest for name in ("text/s1", "text/s2")}
        artifact = artifacts._create(
            unit, text=text, paragraphs=[], origin="model", made_by="scripted", cause="Written",
            remarks=[], now=NOW,
        )  # fmt: skip
        artifacts.record(change.project, artifact, read, change.state)
        change.put(keys.text("facts"), candidates.text_entry(artifact, "policy"))
        change.state.overlay.update(fact)
        unit.settle()
        unit.save()
    assert book.stale() == {"outline"}, "it would know the fact too"
    return book


def test_facts_taken_from_distrusted_prose_are_withdrawn_in_the_same_commit(noted: Book) -> None:
    number = noted.project.commit_number
    assert "zqfact" in told(noted, "facts")

    does(noted, f"distrust {SPRING} --mine-too")

    assert noted.project.commit_number == number + 1
    assert "zqfact" not in all_told(noted) | told(noted, "facts")
    assert noted.stale() >= {"facts"}
    assert verify(noted.project) == []


def test_facts_come_back_when_all_that_they_were_taken_from_is_trusted(noted: Book) -> None:
    before = _digests(noted)
    does(noted, f"distrust {SPRING} {BED} --mine-too")

    does(noted, f"trust {SPRING}")
    assert "zqfact" not in told(noted, "facts")

    does(noted, f"trust {BED}")
    assert "zqfact" in told(noted, "facts")
    assert _digests(noted) == before
    assert noted.stale() == {"outline"}
