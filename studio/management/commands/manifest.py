from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from studio.core.states import Standing, Work
from studio.management import printing
from studio.queries.manifest import Manifest, manifest


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Says where a book is: counts, what is written now, what is next, and why not the rest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, slug: str, json: bool, **options: object) -> None:
        found = manifest(printing.book(slug), now=timezone.now())
        self.stdout.write(printing.as_json(found) if json else _lines(found))


def _lines(m: Manifest) -> str:
    state = "complete" if m.is_complete else _going(m)
    lines = [f"{m.title} ({m.slug}): {state}, change {m.commit_number}. {m.pause_reason}".rstrip()]
    lines += [f"  goes on by itself at {m.resumes_at:%Y-%m-%d %H:%M:%S %Z}"] if m.resumes_at else []
    lines += [
        f"  {c.step:10} {c.standing:9} {c.work:8} {c.n:6}"
        + (f"  basis changed: {c.n_stale}" if c.n_stale else "")
        for c in m.counts
    ]
    lines += [f"  writing now: {a.unit} ({a.kind})" for a in m.active]
    lines += [f"  next: {key}" for key in m.next]
    lines += [
        f"  waits: {w.unit}: {w.words}" + (f" ({', '.join(w.needs)})" if w.needs else "")
        for w in m.waiting
    ]
    lines += [f"  in review: {key}" for key in m.in_review]
    lines += [f"  needs you: {w.unit}: {w.words}" for w in m.held]
    lines += _settled_by_you(m)
    lines.append(f"  remarks: {m.n_open_findings} open, {m.n_must_fix} must be fixed")
    lines.append(f"  spent: {m.spent or 'nothing'}")
    return "\n".join(lines)


def _going(m: Manifest) -> str:
    if not m.is_running:
        return "stopped"
    return "running" if m.active or m.next or m.waiting else "at rest"


def _settled_by_you(m: Manifest) -> list[str]:
    """What nobody works at until its author says what becomes of it, and how to say it."""
    n_stale = sum(c.n_stale for c in m.counts if c.work == Work.IDLE)
    n_open = sum(c.n for c in m.counts if c.standing == Standing.REOPENED and c.work == Work.IDLE)
    found = []
    if n_stale:
        found.append(f"{n_stale} whose basis changed: recompose them, or keep LAYER if they hold")
    if n_open:
        found.append(f"{n_open} that are distrusted: recompose LAYER, or trust LAYER again")
    return [f"  waits for you: {words}" for words in found]
