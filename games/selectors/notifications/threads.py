"""The thread of an email: earlier emails about its table, sent to and received from its recipient."""

import re

from games.models import Channel, InboundMail, Notification, NotificationState

MAX_REFERENCES = 8  # enough for every email program without an endless header
MESSAGE_ID = re.compile(r"<[^<>\s]{1,240}>")  # received emails may have anything in this header


def thread_of(row: Notification) -> list[str]:
    """Return the Message-IDs of the latest emails of a row's thread, in the order in which they were sent.

    Every recipient has one thread for each table, and one for each kind of email that is about no table.
    """
    return [message_id for _at, message_id in sorted([*_sent_by_site(row), *_sent_by_player(row)])][-MAX_REFERENCES:]


def _sent_by_site(row: Notification) -> list[tuple[object, str]]:
    sent = Notification.objects.filter(
        user=row.user, email=row.email, game=row.game, channel=Channel.EMAIL, state=NotificationState.SENT
    )
    if row.game is None:
        sent = sent.filter(kind=row.kind)
    ids = sent.exclude(pk=row.pk).exclude(message_id="").order_by("-sent_at").values_list("sent_at", "message_id")
    return list(ids[:MAX_REFERENCES])


def _sent_by_player(row: Notification) -> list[tuple[object, str]]:
    if row.user is None or row.game is None:
        return []
    mails = InboundMail.objects.filter(user=row.user, game=row.game).order_by("-received_at")
    ids = mails.values_list("received_at", "message_id")[:MAX_REFERENCES]
    return [(at, message_id) for at, message_id in ids if MESSAGE_ID.fullmatch(message_id)]
