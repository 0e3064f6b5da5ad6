"""The poll of an open page: whether its table has changed."""

from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import sql


def poll_key(code: str) -> str:
    """Return the key with which the page of a private table polls. It gives access to nothing else."""
    return salted_hmac("games.polls", code).hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell whether this table still has this version.

    Return False for a private table without its key, so that the view decides whether the viewer may see it.
    """
    is_private = sql.is_private(code, version)
    return is_private is False or (is_private is True and constant_time_compare(key, poll_key(code)))
