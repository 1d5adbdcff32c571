"""When an author was at a book last, and where, so that it can say what is new and go on there."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from studio.models import Project

MINUTE = timedelta(minutes=1)


def stamp(user_id: int, slug: str, *, where: str = "", now: datetime) -> None:
    """Keeps that somebody looked at their book now, and at which text; to the minute, so that
    pages write rarely. Who only looks never waits for a change that is being made."""
    is_old = Q(seen_at=None) | Q(seen_at__lt=now - MINUTE)
    is_news = is_old | ~Q(seen_where=where) if where else is_old
    with transaction.atomic():
        rows = Project.objects.of(user_id).filter(is_news, slug=slug)
        free = list(rows.select_for_update(no_key=True, skip_locked=True).values_list("pk"))
        if free:
            told = {"seen_where": where} if where else {}
            Project.objects.filter(pk=free[0][0]).update(seen_at=now, **told)
