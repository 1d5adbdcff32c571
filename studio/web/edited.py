"""What is said when an author's own words became the text of the book."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from studio.models import Finding, Project
from studio.web import answers

SAID = "It is in your book."


@contextmanager
def saying(
    request: HttpRequest, project: Project, section_id: str, done: str = SAID
) -> Iterator[answers.Attempt]:
    """Says that it is done, with its undo, and which remarks the author's word set aside: these
    had to be fixed before anybody but its author could accept the text."""
    before = _n_must_fix(project, section_id)
    with answers.undoing(request) as attempt:
        yield attempt
        n_set_aside = before - _n_must_fix(project, section_id)
        attempt.words = f"{attempt.words or done}{_set_aside(n_set_aside)}"


def _n_must_fix(project: Project, section_id: str) -> int:
    found = Finding.objects.blocking().filter(project=project, unit__section_id=section_id)
    return found.count()


def _set_aside(n: int) -> str:
    if n < 1:
        return ""
    what, they = ("A remark", "it is") if n == 1 else (f"{n} remarks", "they are")
    return (
        f" {what} that had to be fixed gave way to your word; {they} kept under Remarks, set aside."
    )
