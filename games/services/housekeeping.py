"""What is cleared up once a day."""

from datetime import datetime

from accounts.services import purge_unconfirmed

from . import inbound, presence


def clear_up(now: datetime) -> None:
    """Delete accounts that nobody has confirmed, and what is known of presence and of mails from long ago."""
    purge_unconfirmed(now)
    presence.forget(now)
    inbound.forget(now)
