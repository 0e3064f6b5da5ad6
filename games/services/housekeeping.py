"""What is cleared up once a day."""

from datetime import datetime

from accounts.services import purge_unconfirmed

from . import presence


def clear_up(now: datetime) -> None:
    """Delete accounts that nobody has confirmed, and signs of presence that mean nothing any more."""
    purge_unconfirmed(now)
    presence.forget(now)
