"""The alert to the administrators when nobody checks the senders of incoming emails."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Heartbeat, InboundMail, InboundReason

from ... import heartbeat
from .administrators import mail_administrators

DAY = timedelta(days=1)
WATCH = "inbound-checks"  # since this heartbeat incoming emails are watched
ALERT = "inbound-unchecked"  # this heartbeat exists while no email is checked


@transaction.atomic
def alert_about_unchecked_mail(now: datetime) -> bool:
    """Send an email if emails came in for a day and none was checked. Return True if it was sent."""
    watch, _is_new = Heartbeat.objects.get_or_create(name=WATCH, defaults={"at": now})
    if not settings.INBOUND_ADDRESS or now - watch.at < DAY:
        return False
    mails = InboundMail.objects.filter(received_at__gte=now - DAY)
    if mails.filter(is_checked=True).exists():
        heartbeat.end(ALERT)
        return False
    if not mails.exclude(reason=InboundReason.CANARY).exists() or not heartbeat.begin(ALERT, now):
        return False
    mail_administrators(
        _("No one checks the senders of incoming emails"),
        _("Emails have come in within the last day, but none has a result of your email server’s checks."),
        _("Set INBOUND_AUTHSERV_ID to the name in its Authentication-Results fields, or turn the checks on there."),
        _("Until then, anyone who knows a reply address and the player’s address can play that turn."),
    )
    return True
