"""How many pictures of positions somebody may have drawn: one takes as long as a hundred pages."""

from accounts import rate_limits
from games.errors import TooMany

BURST, PER_SECOND = 30, 1 / 4  # of one player, or of all strangers at one address


def count_drawing(who: str) -> None:
    """Count one picture that must be drawn for somebody; what is kept costs nothing. Raises TooMany."""
    if wait := rate_limits.seconds_to_wait(f"picture:{who}", BURST, PER_SECOND):
        raise TooMany(wait)
