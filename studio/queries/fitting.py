"""Which earlier version of a stale text was written from all that stands today."""

from collections.abc import Iterable

from django.db.models import F, OuterRef, Subquery

from studio.core import keys
from studio.models import Artifact, Cell, Entry, Project, Read
from studio.queries.book_units import UnitFacts


def fitting(project: Project, units: Iterable[UnitFacts]) -> dict[int, int]:
    """By unit the number of the last version that was accepted once and would be fresh today."""
    by_key = {keys.text(u.key): u for u in units if u.is_stale}
    if not by_key:
        return {}
    rows = Entry.objects.filter(project=project, key__in=by_key).exclude(until=None)
    once = dict(rows.values_list("body__artifact", "key"))
    now = Cell.objects.filter(project=project, key=OuterRef("key")).values("digest")
    reads = Read.objects.filter(artifact_id__in=list(once)).annotate(now=Subquery(now[:1]))
    differing = set(reads.exclude(now=F("digest")).values_list("artifact_id", flat=True))
    fits = Artifact.objects.filter(pk__in=set(once) - differing).order_by("number")
    return {by_key[once[a.pk]].pk: a.number for a in fits if a.paragraphs}
