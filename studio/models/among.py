"""Membership in lists of any length: one parameter, whatever they hold."""

from collections.abc import Iterable

from django.db.models.expressions import RawSQL


def among(keys: Iterable[str]) -> RawSQL:
    """For `key__in`: these texts. A statement takes 65,535 parameters, and a large book has more
    steps than that."""
    return RawSQL("SELECT unnest(%s::text[])", [list(keys)])


def among_ids(ids: Iterable[int]) -> RawSQL:
    """For `pk__in`: these ids."""
    return RawSQL("SELECT unnest(%s::bigint[])", [list(ids)])
