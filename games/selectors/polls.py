"""What open pages ask most often: is there anything new?"""

from django.db import connection
from django.utils.crypto import constant_time_compare, salted_hmac

# As text: building this query anew for every question would cost more than all the rest of the answer.
UNCHANGED = "SELECT is_private FROM games_game WHERE code = %s AND version = %s"


def poll_key(code: str) -> str:
    """Return what the page of a private table shows when it asks: whoever has it was let in. It opens nothing else."""
    return salted_hmac("games.polls", code).hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell in one indexed read whether this table still has this version. False sends one to look.

    A private table needs its key: nobody else learns that it exists.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNCHANGED, [code, version])
        found = cursor.fetchone()
    return found is not None and (not found[0] or constant_time_compare(key, poll_key(code)))
