"""The thread of an email: earlier emails of its conversation, sent to and received from its recipient."""

import re
from typing import Any

from django.db.models import QuerySet

from accounts.models import MailThreads
from accounts.selectors import get_profile
from games.models import Channel, InboundMail, Kind, Notification, NotificationState

MAX_REFERENCES = 8  # enough for every email program without an endless header
MESSAGE_ID = re.compile(r"<[^<>\s]{1,240}>")  # received emails may have anything in this header
OF_A_TURN = frozenset({Kind.TURN, Kind.REPLY})  # their rows name the turn, or answer an email about it


def has_thread_of_table(row: Notification) -> bool:
    """Return True if all emails about the row's table are one conversation, as the player has chosen."""
    return row.game is not None and (row.user is None or get_profile(row.user).mail_threads == MailThreads.TABLE)


def turn_of(row: Notification) -> int | None:
    """Return the turn that an email is about, None for an email about no turn."""
    if row.game is None or row.kind not in OF_A_TURN:
        return None
    return int(row.params.get("turn") or row.game.turn)


def thread_of(row: Notification) -> list[str]:
    """Return the Message-IDs of the latest emails of a row's conversation, in the order in which they were sent.

    Every recipient has one for each table, or one for each turn and each other kind of email, as they have chosen; and
    one for each kind of email that is about no table.
    """
    return [message_id for _at, message_id in sorted([*_sent_by_site(row), *_sent_by_player(row)])][-MAX_REFERENCES:]


def _sent_by_site(row: Notification) -> list[tuple[Any, str]]:
    sent = Notification.objects.filter(
        user=row.user, email=row.email, game=row.game, channel=Channel.EMAIL, state=NotificationState.SENT
    )
    ids = _of_conversation(sent, row).exclude(pk=row.pk).exclude(message_id="").order_by("-sent_at")
    return list(ids.values_list("sent_at", "message_id")[:MAX_REFERENCES])


def _of_conversation(sent: QuerySet[Notification], row: Notification) -> QuerySet[Notification]:
    if has_thread_of_table(row):
        return sent
    turn = turn_of(row)
    return sent.filter(kind=row.kind) if turn is None else sent.filter(kind=Kind.TURN, params__turn=turn)


def _sent_by_player(row: Notification) -> list[tuple[Any, str]]:
    if row.user is None or row.game is None or not (has_thread_of_table(row) or row.kind == Kind.REPLY):
        return []
    mails = InboundMail.objects.filter(user=row.user, game=row.game).order_by("-received_at")
    ids = mails.values_list("received_at", "message_id")[: MAX_REFERENCES if has_thread_of_table(row) else 1]
    return [(at, message_id) for at, message_id in ids if MESSAGE_ID.fullmatch(message_id)]
