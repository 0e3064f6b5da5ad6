"""How often somebody may take all of their games at once."""

from accounts import rate_limits
from accounts.models import User
from games.errors import TooMany

BURST, PER_SECOND = 6, 6 / 3600


def count_download(user: User) -> None:
    """Count one download of everything. Raises TooMany."""
    if wait := rate_limits.seconds_to_wait(f"zip:{user.pk}", BURST, PER_SECOND):
        raise TooMany(wait)
