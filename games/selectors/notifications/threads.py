"""What a mail answers: the mails about its table that its reader has had, and those that they sent themselves."""

import re

from games.models import Channel, InboundMail, Notification, NotificationState

MOST = 8  # mails that are named besides the first: what every program needs, and no endless header
ID = re.compile(r"<[^<>\s]{1,240}>")  # others come from outside and may hold anything


def thread_of(row: Notification) -> list[str]:
    """Return the Message-IDs of the latest mails of a row's thread, in the order in which they were sent.

    The thread is the table as this reader sees it; mails about no table have one for each kind.
    """
    return [name for _at, name in sorted([*_received(row), *_written(row)])][-MOST:]


def _received(row: Notification) -> list[tuple[object, str]]:
    sent = Notification.objects.filter(
        user=row.user, email=row.email, game=row.game, channel=Channel.EMAIL, state=NotificationState.SENT
    )
    if row.game is None:
        sent = sent.filter(kind=row.kind)
    names = sent.exclude(pk=row.pk).exclude(message_id="").order_by("-sent_at").values_list("sent_at", "message_id")
    return list(names[:MOST])


def _written(row: Notification) -> list[tuple[object, str]]:
    if row.user is None or row.game is None:
        return []
    mails = InboundMail.objects.filter(user=row.user, game=row.game).order_by("-received_at")
    names = mails.values_list("received_at", "message_id")[:MOST]
    return [(at, name) for at, name in names if ID.fullmatch(name)]
