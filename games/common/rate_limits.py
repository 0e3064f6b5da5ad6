"""Rate limits of players' actions."""

from typing import NamedTuple

from accounts import rate_limits
from accounts.models import User

from .errors import TooMany

HOUR, DAY = 3600, 86400


class Rate(NamedTuple):
    """At most ``burst`` at once, then ``per_second``."""

    burst: int
    per_second: float


RATES = {
    "challenge": Rate(20, 20 / DAY),  # standing ones: each is a row that stays
    "chat": Rate(10, 1 / 10),
    "claim": Rate(20, 20 / HOUR),
    "feedback": Rate(5, 10 / DAY),  # of one player, or from one address
    "film": Rate(12, 12 / HOUR),
    "gift": Rate(20, 20 / HOUR),
    "holidays": Rate(20, 20 / DAY),  # all opponents are notified of each change
    "guest": Rate(10, 20 / HOUR),  # new guests from one address
    "hours": Rate(10, 10 / DAY),  # each change is a row that stays
    "invite": Rate(20, 20 / HOUR),
    "unblock": Rate(3, 3 / DAY),  # of the player's own address
    "notes": Rate(20, 1 / 3),
    "picture": Rate(30, 1 / 4),  # drawing a position takes as long as rendering a hundred pages
    "proposal": Rate(10, 10 / DAY),
    "recipient": Rate(20, 20 / DAY),  # emails that one player causes to one other
    "report": Rate(5, 10 / DAY),
    "robots": Rate(20, 20 / HOUR),  # games against robots
    "study": Rate(60, 1),
    "table": Rate(60, 60 / HOUR),
    "webhook": Rate(5, 1 / 30),  # tests: players must not use the site to flood other servers
    "zip": Rate(6, 6 / HOUR),  # downloads of all of a player's games
}


def count(action: str, actor: object) -> None:
    """Count one action of a player, or of the address of a visitor. Raises TooMany."""
    if wait := rate_limits.seconds_to_wait(f"{action}:{actor}", *RATES[action]):
        raise TooMany(wait)


def count_recipient(actor: User, recipient: object) -> None:
    """Count one email that a player causes to one recipient: the id of an account, or an address. Raises TooMany."""
    count("recipient", f"{actor.pk}:{recipient}")


def may_reach(actor: User, recipient: User) -> bool:
    """Count like ``count_recipient``, and return False instead: what has happened stays, only the email is left out.

    A second or less is the wait for another request of the same moment, which is no reason to lose an email.
    """
    return rate_limits.seconds_to_wait(f"recipient:{actor.pk}:{recipient.pk}", *RATES["recipient"]) <= 1
