"""The alert to the administrators when many emails fail: one email an hour at most."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.emails import FlowedMail
from games.core import jobs

from .models import Channel, Notification, NotificationState

MAX_FAILURES = 5  # in an hour: a few addresses always fail
HOUR = timedelta(hours=1)
ALERT = "mail-failures"  # the heartbeat of the last alert
ATTEMPTS_UNNOTICED = 1  # many servers refuse an unknown sender's first attempt
MAX_REASONS = 5


def mail_administrators(
    subject: str, *sentences: str, to: Collection[str] = (), reply_to: Collection[str] = ()
) -> None:
    """Queue an email to all administrators, or ``to`` others: the sentences, and the address of the site."""
    addresses = to or [address for _name, address in settings.ADMINS]
    text = "\n\n".join([*sentences, settings.SITE_URL]) + "\n"
    headers = {"Auto-Submitted": "auto-generated"}
    title, sender = f"[{settings.SITE_NAME}] {subject}", settings.SERVER_EMAIL
    FlowedMail(title, text, sender, addresses, headers=headers, reply_to=reply_to).send()


@transaction.atomic
def alert_about_failures(now: datetime) -> bool:
    """Send an email if more than MAX_FAILURES emails have failed in the last hour. Return True if it was sent."""
    failed = failed_since(now - HOUR)
    count = failed.count()
    if count <= MAX_FAILURES or not jobs.is_time_for(ALERT, HOUR, now):
        return False
    answers = Counter(failed.values_list("detail", flat=True)).most_common(MAX_REASONS)
    mail_administrators(
        _("Emails are failing"),
        ngettext("%(count)d email failed in the last hour.", "%(count)d emails failed in the last hour.", count)
        % {"count": count},
        _("The most frequent errors:"),
        "\n".join(f"{times} x {detail}" for detail, times in answers),
        _("Each email is tried again for a day. The outbox in the administration lists them."),
    )
    return True


def failed_since(moment: datetime) -> QuerySet[Notification]:
    """Return the emails that have failed since then: for good, or more than once."""
    failed = Notification.objects.filter(channel=Channel.EMAIL, failed_at__gte=moment)
    again = failed.filter(state=NotificationState.QUEUED, attempts__gt=ATTEMPTS_UNNOTICED)
    return failed.filter(state=NotificationState.FAILED) | again
