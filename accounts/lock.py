"""The lock on a user's row, for limits on what one user may have."""

from collections.abc import Iterable

from django.db import transaction

from .models import User


def lock_user(user: User) -> None:
    """Lock the user's row until the surrounding transaction ends, so that two requests are counted one after the other.

    SQLite takes the write lock with BEGIN IMMEDIATE, PostgreSQL with SELECT FOR NO KEY UPDATE, which lets other
    transactions insert rows of this user. Outside a transaction neither protects anything, so a call there is a
    programming error.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_user needs a transaction around it.")
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))


def lock_users(users: Iterable[User]) -> None:
    """Lock players in the order of their ids, so that two who lock the same ones never wait for each other."""
    for user in sorted(users, key=lambda one: one.pk):
        lock_user(user)
