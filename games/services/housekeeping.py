"""Daily deletion of old rows."""

from datetime import datetime, timedelta

from accounts.services import purge_unconfirmed

from . import heartbeat
from .notifications import inbound_mail
from .people import presence

DAY = timedelta(days=1)


def clear_up_daily(now: datetime) -> None:
    """Delete, once a day, unconfirmed accounts, old signs of presence and old incoming emails."""
    if not heartbeat.is_time_for("clear-up", DAY, now):
        return
    purge_unconfirmed(now)
    presence.delete_old_presence(now)
    inbound_mail.delete_old_mail(now)
