"""When an author was at a book last, so that it can say what is new."""

from datetime import datetime, timedelta

from django.db.models import Q

from studio.models import Project

MINUTE = timedelta(minutes=1)


def stamp(user_id: int, slug: str, *, now: datetime) -> None:
    """Keeps that somebody looked at their book now; to the minute, so that pages write rarely."""
    is_old = Q(seen_at=None) | Q(seen_at__lt=now - MINUTE)
    Project.objects.of(user_id).filter(is_old, slug=slug).update(seen_at=now)
