"""Browsers of people, and every address that there is."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from studio import urls
from studio.core.reviews import Verdict
from studio.models import Artifact, Export, Finding, Run, Unit
from studio.models.finding import Severity
from studio.queries.products import Product
from tests.building import NOW, Book, hand_in

HTMX = {"HX-Request": "true"}


def of(name: str, **options: bool) -> Client:
    """A browser in which somebody is signed in."""
    user, _ = User.objects.get_or_create(username=name)
    client = Client(**options)  # type: ignore[arg-type]
    client.force_login(user)
    return client


@dataclass(frozen=True, slots=True)
class Address:
    """One address of a book, with what a form there sends."""

    name: str
    url: str
    sends: dict[str, str]
    is_page: bool


# What is sent where something is changed; the others are pages.
_SENT = {
    "resume": {}, "stop": {}, "pause": {}, "mend": {}, "editing": {"what": "brief"},
    "outline_add": {"titles": "New"}, "outline_move": {"to": "up"},
    "plan_add": {"kind": "claim"}, "plan_remove": {}, "plan_relate": {"name": "x"},
    "outline_rearrange": {"act": "merge"}, "outline_bring_in": {"file": ""},
    "plan_accept": {}, "plan_send_back": {"note": "Why?"}, "accept_section": {},
    "send_back_section": {"note": "Why?"}, "stop_section": {}, "lock_section": {},
    "restore_version": {"version": "1"}, "settle_remark": {}, "accept_unit": {}, "rematch": {},
    "take_update": {}, "leave_update": {}, "copy_book": {},
    "send_back_unit": {"note": "Why?"}, "stop_unit": {},
    "go_on_unit": {}, "again_unit": {}, "discard_unit": {},
    "choose_section": {}, "rewrite_selection": {}, "review_choose": {"place": "s1"},
    "review_accept": {"place": "s1"}, "review_keep": {"place": "s1"},
    "review_retry": {"place": "s1"}, "review_defer": {"place": "s1"},
    "review_send_back": {"place": "s1", "note": "Why?"}, "review_again": {},
    "read_accept": {"section": "s1:"}, "read_mark": {"section": "s1:"},
    "read_remark": {"section": "s1", "words": "Why?"}, "set_remarks_aside": {},
    "rewrite_remarks": {}, "stop_attempt": {}, "retry_attempt": {}, "write_merge": {},
    "write_comment": {"comment": "Why?"}, "write_rewrite": {},
    "demonstrate": {}, "book_models": {}, "put_away": {}, "delete_book": {}, "raise_limit": {},
    "book_due": {},
    "replace": {"q": "Water"}, "undo": {}, "restore_paragraph": {"version": "1"},
    "stop_export": {}, "again_export": {}, "remove_export": {},
    "forget_name": {}, "fix_remarks": {}, "confirm_remarks": {}, "reopen_remarks": {},
    "folder_take": {"sent": "0123456789abcdef"}, "folder_again": {"sent": "0123456789abcdef"},
}  # fmt: skip


def addresses(book: Book) -> list[Address]:
    """Every address of a book that the desk knows, with places of this book in it."""
    places = _places(book)
    found = []
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern | URLResolver)
        name, arguments = str(getattr(pattern, "name", "")), pattern.pattern.regex.groupindex
        if "book" in arguments:
            url = reverse(name, kwargs={a: places[a] for a in arguments})
            found.append(Address(name, url, _SENT.get(name, {}), name not in _SENT))
    return found


def choose(desk: Client, book: Book, answer: Any, value: str, **told: str) -> Any:
    """Sends the form of a plan as a browser does when a button is pressed."""
    sent = {"intent": answer.context["packed"], "next": answer.context["next"], "choice": value}
    for choice in answer.context["page"].choices:
        sent[f"digest-{choice.value}"] = choice.digest
        sent[f"n-{choice.value}"] = str(choice.n_concerned)
    return desk.post(reverse("change", args=[book.project.slug]), sent | told)


def remark(book: Book, unit_key: str = "draft/s1/spring") -> Finding:
    """A remark that must be settled."""
    unit = book.unit(unit_key)
    text = unit.candidate or unit.current
    assert text is not None
    return Finding.objects.create(
        project_id=book.project_id, unit=unit, artifact=text, source="challenge",
        severity=Severity.MUST_FIX, words="Says who?", made_at=NOW,
    )  # fmt: skip


def offer(book: Book, unit_key: str, *paragraphs: str) -> None:
    """Has a model propose the prose of a passage, and its checks find nothing."""
    check = book.compose(unit_key, *paragraphs)
    assert check is not None, "prose is checked"
    hand_in(check, Product("", verdict=Verdict((), (), 0)), worker="")


def attempt(book: Book) -> Run:
    """An attempt that came to nothing."""
    unit = book.unit("draft/s2/bed")
    token = (Run.objects.filter(unit=unit).aggregate(last=Max("token"))["last"] or 0) + 1
    return Run.objects.create(
        project_id=book.project_id, unit=unit, kind="compose", token=token, state="failed",
        worker="one", lease_until=NOW, base_commit=book.project.commit_number, started_at=NOW,
        ended_at=NOW, outcome="timeout", words="The model said nothing for two minutes.",
    )  # fmt: skip


def paragraph(book: Book, unit_key: str = "draft/s1/spring") -> str:
    """The id that pages give to the first paragraph of a passage."""
    unit = book.unit(unit_key)
    text = unit.candidate or unit.current
    assert text is not None
    return f"{unit.pk}-{text.paragraphs[0][0]}"


def _places(book: Book) -> dict[str, object]:
    artifact = Artifact.objects.filter(project=book.project_id).first()
    export = Export.objects.create(
        project_id=book.project_id, format="md", name="x.md", path="/nowhere/x.md",
        commit_number=1, is_complete=True, n_words=1, n_bytes=1,
    )  # fmt: skip
    unit = Unit.objects.get(project=book.project_id, key="map/s1")
    assert artifact is not None
    return {
        "book": book.project.slug, "section": "s1", "paragraph": paragraph(book),
        "item": "claim-1", "unit": unit.key, "remark": remark(book).pk, "file": export.pk,
        "step": "draft", "number": 1, "older": 0, "newer": 1, "chapter": "s1",
        "attempt": attempt(book).pk, "named": 1,
    }  # fmt: skip
