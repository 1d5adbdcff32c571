"""Signing in: accounts, and links that work once."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from studio.actions.refusals import Refused
from studio.core.digest import digest
from studio.models import SignInLink

LIFETIME = timedelta(hours=24)


class LinkSpent(Refused):
    """This link was used already, or is too old. Start the program again to get a new one."""


def owner() -> User:
    """The first account of this installation, made where there is none."""
    found = User.objects.filter(is_superuser=True).order_by("pk").first()
    return found or User.objects.create_superuser(_free_name())


def _free_name() -> str:
    taken = set(User.objects.values_list("username", flat=True))
    names = ("owner", *(f"owner-{n}" for n in range(2, 1000)))
    return next(name for name in names if name not in taken)


def one_time_link(base_url: str, *, now: datetime | None = None) -> str:
    """A new link that signs the owner in once; only its digest is kept."""
    secret, now = secrets.token_urlsafe(24), now or timezone.now()
    SignInLink.objects.create(
        user=owner(), digest=digest(secret), made_at=now, expires_at=now + LIFETIME
    )
    return f"{base_url.rstrip('/')}/sign-in/{secret}/"


def use_link(secret: str, *, now: datetime) -> User:
    """The account of a link, which is spent by this."""
    with transaction.atomic():
        links = SignInLink.objects.select_for_update(of=("self",)).select_related("user")
        link = links.filter(digest=digest(secret), used_at=None, expires_at__gt=now).first()
        if link is None:
            raise LinkSpent
        link.used_at = now
        link.save(update_fields=["used_at"])
        return link.user
