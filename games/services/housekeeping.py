"""Daily deletion of old rows."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends.db import SessionStore

from accounts.services import purge_unconfirmed

from . import heartbeat
from .notifications import inbound_mail
from .tables import presence

DAY = timedelta(days=1)


def delete_old_rows_daily(now: datetime) -> None:
    """Delete expired sessions, unconfirmed accounts, old presence rows and old incoming emails once a day."""
    if not heartbeat.is_time_for("clear-up", DAY, now):
        return
    SessionStore.clear_expired()
    purge_unconfirmed(now)
    presence.delete_old_presence(now)
    inbound_mail.delete_old_mail(now)
