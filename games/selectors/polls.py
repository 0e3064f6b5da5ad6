"""The poll of an open page: whether its table has changed."""

from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game


def poll_key(code: str) -> str:
    """Return the key with which the page of a private table polls. It gives access to nothing else."""
    return salted_hmac("games.polls", code).hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell in one indexed query whether this table still has this version.

    Return False for a private table without its key, so that the view decides whether the viewer may see it.
    """
    is_private = Game.objects.filter(code=code, version=version).values_list("is_private", flat=True).first()
    return is_private is False or (is_private is True and constant_time_compare(key, poll_key(code)))
