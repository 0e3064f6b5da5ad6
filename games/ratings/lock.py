"""The lock on the current version of ratings: only one worker rates at a time."""

from django.db import transaction

from . import formula
from .models import RatingVersion


def current_for_update() -> RatingVersion:
    """Return the current version, a first one if there is none, locked until the surrounding transaction ends.

    SQLite takes the write lock with BEGIN IMMEDIATE, PostgreSQL with SELECT FOR UPDATE. Outside a transaction neither
    protects anything, so a call there is a programming error.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("current_for_update needs a transaction around it.")
    locked = RatingVersion.objects.select_for_update()
    current = locked.filter(is_current=True).first()
    if current is None:
        first = RatingVersion(number=1, is_current=True, formula=formula.VERSION)
        RatingVersion.objects.bulk_create([first], ignore_conflicts=True)  # another worker may do it now
        return current_for_update()
    return current
