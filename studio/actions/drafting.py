"""Unfinished text: kept as it is typed, it changes nothing of the book."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from studio.actions import open_edits
from studio.actions.refusals import Refused
from studio.core import prose
from studio.models import Draft
from studio.queries import writing

MOST_CHARACTERS = 2_000_000
_CANNOT_BE_KEPT = re.compile("[\x00\ud800-\udfff]")


class TooMuch(Refused):
    """This is too long for one section. Move a part of it to another one."""


class OtherDraft(Refused):
    """Another window or device left other text here. Nothing of it, or of yours, is lost."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a window holds: its text, what it was begun from, and what it knows to be kept."""

    text: str
    base: str
    tab: str = ""
    sequence: int = 0
    seen: int = 0


def keep(project_id: int, section_id: str, typed: Typed, *, user_id: int, now: datetime) -> int:
    """Keeps what was typed and returns its revision; 0 where nothing is left to be kept.

    Text of another window is never written over: OtherDraft, unless this window has seen it.
    """
    text = _CANNOT_BE_KEPT.sub("", typed.text)
    if len(text) > MOST_CHARACTERS:
        raise TooMuch
    revision = _keep(project_id, section_id, text, typed, user_id=user_id, now=now)
    touch = open_edits.begin if revision else open_edits.end
    touch(project_id, f"section/{section_id}", now=now)
    return revision


def _keep(
    project_id: int, section_id: str, text: str, typed: Typed, *, user_id: int, now: datetime
) -> int:
    with transaction.atomic():
        draft = _locked(project_id, section_id, user_id, now)
        is_own = draft.tab == typed.tab and typed.tab != ""
        if is_own and typed.sequence <= draft.sequence:
            # A late message: what is kept is newer.
            return draft.revision
        if draft.revision and not is_own and draft.revision != typed.seen and draft.text != text:
            raise OtherDraft
        if _says_the_same(text, writing.text_at(project_id, section_id, typed.base)):
            draft.delete()
            return 0
        draft.take(text, base=typed.base, tab=typed.tab, sequence=typed.sequence, now=now)
        draft.save()
        return draft.revision


def discard(project_id: int, section_id: str, *, user_id: int, seen: int, now: datetime) -> None:
    """Forgets what was left unfinished, if it is still what somebody has seen."""
    rows = Draft.objects.filter(project=project_id, section_id=section_id, user=user_id)
    rows.filter(revision=seen).delete()
    open_edits.end(project_id, f"section/{section_id}", now=now)


def settle(project_id: int, section_id: str, typed: Typed, *, user_id: int) -> None:
    """Forgets a draft whose text is in the book now; text of another window stays."""
    draft = writing.draft_of(project_id, section_id, user_id)
    if draft is None:
        return
    is_own = draft.tab == typed.tab and typed.tab != ""
    if is_own or draft.revision == typed.seen or _says_the_same(draft.text, typed.text):
        draft.delete()


def _locked(project_id: int, section_id: str, user_id: int, now: datetime) -> Draft:
    place = {"project_id": project_id, "section_id": section_id, "user_id": user_id}
    rows = Draft.objects.select_for_update()
    return rows.get_or_create(**place, defaults={"updated_at": now})[0]


def _says_the_same(one: str, other: str) -> bool:
    return prose.normalise(one) == prose.normalise(other)
