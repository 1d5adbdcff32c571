"""The example book: restored to its first state, as the commits of an author would have made it."""

import functools
import tomllib
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from studio.actions import acceptance, artifacts, books, commits, shelf
from studio.actions.books import Statement
from studio.actions.commits import Change
from studio.actions.refusals import Refused
from studio.core import keys, proposals, prose
from studio.core.proposals import Operation
from studio.core.state import Body
from studio.models import Artifact, Blob, Finding, Project, Review, Unit
from studio.models.commit import By
from studio.models.finding import Severity
from studio.models.review import Verdict
from studio.queries import candidates
from studio.queries.products import numbered


class ThereAlready(Refused):
    """The example book is there already. If you put it away, the settings take it back."""


FOLDER = Path(settings.BASE_DIR) / "fixtures" / "example"
MODEL = "a larger model"
CAUSE = "Came with the example"


@functools.cache
def slug() -> str:
    """The short name by which the example book is told from an author's own."""
    return str(_book()["brief"]["slug"])


def _book() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "book.toml").read_text(encoding="utf-8"))


def restore(owner_id: int, *, now: datetime) -> Project:
    """Makes the example book anew; one that was there is removed first."""
    book = _book()
    with transaction.atomic():
        remove(slug())
        began = now - timedelta(days=2)
        project = books.begin(_statement(book["brief"]), owner_id=owner_id, slug=slug(), now=began)
        _accept_plan(project, book, owner_id, began)
        _accept_maps(project, book["maps"], began)
        titles = {section["id"]: section["title"] for section in book["sections"]}
        for section_id, texts in _by_section(book["texts"]).items():
            _accept_texts(project, titles[section_id], texts, owner_id, now)
        _offer_rest(project, book["texts"], now)
        _invite(project, book["invitation"], now)
    project.refresh_from_db()
    return project


def open_again(owner_id: int, *, now: datetime) -> Project:
    """The example book for who has none; what somebody made of one is never replaced."""
    if Project.objects.filter(slug=slug()).exists():
        raise ThereAlready
    return restore(owner_id, now=now)


def ensure(owner_id: int, *, now: datetime) -> None:
    """Puts the example book on a shelf that has never held any."""
    if not Project.objects.exists():
        restore(owner_id, now=now)


def remove(slug: str) -> None:
    """Removes a book with all that belongs to it."""
    found = Project.objects.filter(slug=slug).first()
    if found is None:
        return
    shelf.remove(found)


def _statement(brief: dict[str, Any]) -> Statement:
    return Statement(
        title=brief["title"],
        intention=brief["intention"].strip(),
        audience=brief["audience"],
        language=brief["language"],
        words=brief["words"],
        voice=brief["voice"],
        protocol=brief["protocol"],
    )


def _accept_plan(project: Project, book: dict[str, Any], owner_id: int, now: datetime) -> None:
    objects: dict[str, Body] = {
        keys.object_(o["id"]): {f: o[f] for f in ("kind", "fields", "relations")}
        for o in book["objects"]
    }
    sections: dict[str, Body] = {
        keys.section(s["id"]): {"parent": None} | {k: v for k, v in s.items() if k != "id"}
        for s in book["sections"]
    }
    # Rules are the author's own: the argument is proposed under them and does not bring them.
    rules = {key: body for key, body in objects.items() if body["kind"] == "constraint"}
    with _change(project, By.PERSON, "Set rules for the prose", owner_id, now) as change:
        for key, body in rules.items():
            change.put(key, body)
    objects = {key: body for key, body in objects.items() if key not in rules}
    for slug, bodies in (("argument", objects), ("outline", sections)):
        with _change(project, By.PERSON, f"Accepted the {slug}", owner_id, now) as change:
            _accept_structure(change, slug, bodies)


def _accept_maps(project: Project, maps: list[dict[str, Any]], now: datetime) -> None:
    for entry in maps:
        section_id = entry["section"]
        with _change(project, By.POLICY, "Accepted by rule: the passages", None, now) as change:
            body: Body = {"movements": entry["movements"]}
            _accept_structure(
                change, keys.unit(keys.MAP, section_id), {keys.map_of(section_id): body}
            )


def _accept_structure(change: Change, unit_key: str, bodies: dict[str, Body]) -> None:
    unit = Unit.objects.get(project=change.project, key=unit_key)
    operations = [
        Operation(key, proposals.expected(change.state.entry(key)), body)
        for key, body in bodies.items()
    ]
    artifact = artifacts.given(
        change.project,
        unit,
        text=candidates.as_text(operations),
        paragraphs=[],
        origin="model",
        made_by=MODEL,
        cause="Written",
        state=change.state,
        now=change.now,
    )
    acceptance.accept_into(change, unit, artifact)


def _by_section(texts: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for text in texts:
        if text["accepted"] != "none":
            found.setdefault(text["section"], []).append(text)
    return found


def _accept_texts(
    project: Project, title: str, texts: list[dict[str, Any]], owner_id: int, now: datetime
) -> None:
    """Accepts the texts of a section in order, each as its author or a rule did."""
    for text in texts:
        is_person = text["accepted"] == "person"
        by, actor = (By.PERSON, owner_id) if is_person else (By.POLICY, None)
        words = "Accepted" if is_person else "Accepted by rule"
        with _change(project, by, f"{words}: {title}", actor, now) as change:
            unit = Unit.objects.get(project=project, key=_unit_key(text))
            artifact = _text(change, unit, text)
            change.state.know(artifact.digest, _content(text))
            _pass(unit, artifact)
            acceptance.accept_into(change, unit, artifact)


def _offer_rest(project: Project, texts: list[dict[str, Any]], now: datetime) -> None:
    """What nobody has judged yet waits as a proposal."""
    for text in texts:
        if text["accepted"] == "none":
            with _change(project, By.POLICY, "", None, now) as change:
                unit = Unit.objects.get(project=project, key=_unit_key(text))
                artifact = _text(change, unit, text)
                _pass(unit, artifact)
                unit.offer(artifact.pk)
                unit.save()
                change.concern(unit)


def _text(change: Change, unit: Unit, text: dict[str, Any]) -> Artifact:
    body = _content(text)
    origin = text["by"]
    return artifacts.given(
        change.project,
        unit,
        text=body,
        paragraphs=[[p.id, origin] for p in numbered(prose.paragraphs(body))],
        origin=origin,
        made_by="you" if origin == "person" else MODEL,
        cause=CAUSE,
        state=change.state,
        now=change.now,
    )


def _pass(unit: Unit, artifact: Artifact) -> None:
    """The example comes with its check on record."""
    Review.objects.create(
        project_id=unit.project_id,
        unit=unit,
        artifact=artifact,
        gate="challenge",
        digest=artifact.digest,
        verdict=Verdict.PASSED,
    )


def _invite(project: Project, invitation: dict[str, str], now: datetime) -> None:
    """A remark at the paragraph that should not be trusted, for the reader to find."""
    key = keys.unit(keys.DRAFT, invitation["section"], invitation["movement"])
    unit = Unit.objects.select_related("current").get(project=project, key=key)
    assert unit.current is not None, "the invitation names an accepted passage"
    body = _content_of(unit)
    paragraph = next(p for p in numbered(prose.paragraphs(body)) if invitation["quote"] in p.text)
    Finding.objects.create(
        project=project,
        unit=unit,
        artifact=unit.current,
        source="person",
        severity=Severity.SHOULD,
        words=f"{invitation['title']}. {invitation['reason']} {invitation['note']}",
        paragraph_id=paragraph.id,
        quote=invitation["quote"],
        made_at=now,
    )


def _content_of(unit: Unit) -> str:
    assert unit.current is not None, "only accepted units are asked for"
    return Blob.objects.values_list("body", flat=True).get(pk=unit.current.digest)


def _content(text: dict[str, Any]) -> str:
    path = FOLDER / text["file"]
    whole = prose.normalise(path.read_text(encoding="utf-8")).strip()
    return prose.join(prose.paragraphs(whole))


def _unit_key(text: dict[str, Any]) -> str:
    return keys.unit(keys.DRAFT, text["section"], text["movement"])


def _change(
    project: Project, by: str, reason: str, actor_id: int | None, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project.pk, kind="accept", reason=reason, by=by, actor_id=actor_id, now=now
    )
