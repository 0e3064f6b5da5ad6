"""Rate limits of what players do."""

from typing import NamedTuple

from accounts import rate_limits
from games.errors import TooMany

HOUR, DAY = 3600, 86400


class Rate(NamedTuple):
    """At most ``burst`` at once, then ``per_second``."""

    burst: int
    per_second: float


RATES = {
    "chat": Rate(10, 1 / 10),
    "film": Rate(12, 12 / HOUR),
    "invite": Rate(20, 20 / HOUR),
    "mend": Rate(3, 3 / DAY),  # unblocking one's own address
    "notes": Rate(20, 1 / 3),
    "picture": Rate(30, 1 / 4),  # drawing a position takes as long as a hundred pages
    "robots": Rate(20, 20 / HOUR),  # games against robots
    "study": Rate(60, 1),
    "table": Rate(60, 60 / HOUR),
    "webhook": Rate(5, 1 / 30),  # tests: the site must not be a tool to knock at other servers
    "zip": Rate(6, 6 / HOUR),  # downloads of all games of a player
}


def count(what: str, who: object) -> None:
    """Count one more of something for a player, or for the address of a stranger. Raises TooMany."""
    if wait := rate_limits.seconds_to_wait(f"{what}:{who}", *RATES[what]):
        raise TooMany(wait)
