"""The thread of an email: earlier emails of its conversation, sent to and received from its recipient."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.blocks import hidden_from
from accounts.models import MailThreads
from accounts.selectors import display_name, get_profile
from games.chat.models import ChatMessage
from games.clocks.models import Turn, TurnStepKind
from games.core.models import TableEvent
from games.deputies.models import Deputy
from games.lobby.models import Invitation
from games.notifications.models import Channel, InboundMail, Kind, Notification, NotificationState
from games.notifications.recipient import Recipient, recipient_from
from games.play.models import Proposal

MAX_REFERENCES = 8  # enough for every email program without an endless header
MESSAGE_ID = re.compile(r"<[^<>\s]{1,240}>")  # received emails may have anything in this header
OF_A_TURN = frozenset({Kind.TURN, Kind.REPLY})  # their rows name the turn, or answer an email about it


def recipient_of(row: Notification) -> Recipient:
    """Return the recipient of a row. A person without an account reads in the language of the inviter."""
    if row.user:
        return recipient_from(row.user, row.user.email, display_name(row.user))
    invitation = invitation_of(row)
    if invitation and invitation.inviter:
        return replace(recipient_from(invitation.inviter, row.email, ""), wants_text=False, user=None)
    return Recipient(row.email, "", settings.LANGUAGE_CODE, settings.TIME_ZONE)


def invitation_of(row: Notification) -> Invitation | None:
    """Return the invitation that a notification is about, with inviter and invited player.

    None if it is gone, and between people who are kept apart.
    """
    invitations = Invitation.objects.without_blocked(row.user).filter(code=row.params.get("invitation", ""))
    return invitations.select_related("inviter__profile", "user__profile").first()


def message_of(row: Notification) -> ChatMessage | None:
    """Return the chat message that a notification is about, with its author; None also between people kept apart."""
    messages = ChatMessage.objects.exclude(author__in=hidden_from(row.user))
    return messages.filter(pk=row.params.get("message")).select_related("author__profile").first()


def event_of(row: Notification) -> TableEvent | None:
    """Return the event at a table that a notification is about."""
    return TableEvent.objects.filter(pk=row.params.get("event"), game=row.game).first()


def proposal_of(row: Notification) -> Proposal | None:
    """Return the proposal that a notification is about, with who made it."""
    return Proposal.objects.filter(pk=row.params.get("proposal")).select_related("user__profile").first()


def deputy_request_of(row: Notification) -> Deputy | None:
    """Return the request to be a deputy that a notification is about, None if it was withdrawn or declined."""
    rows = Deputy.objects.current().without_blocked(row.user).filter(pk=row.params.get("deputy"), deputy=row.user)
    return rows.select_related("user__profile", "deputy__profile").first()


def deputy_turn_of(row: Notification) -> Turn | None:
    """Return the turn that a deputy is asked to play, with its seat; None when it has ended."""
    return Turn.objects.filter(pk=row.params.get("turn"), ended_at=None).select_related("game", "seat", "user").first()


def stand_in_plays_at(turn: Turn) -> datetime | None:
    """Return until when the deputy who was asked has time for a turn, None if the deadline is still to come."""
    return turn.due_at if turn.steps.filter(kind=TurnStepKind.DEPUTY).exists() else None


def reminded_turns(row: Notification) -> list[Turn]:
    """Return the turns of a reminder that are still open and whose deadlines have not moved away, most urgent first."""
    wanted = row.params.get("turns", [])
    known = dict(zip(wanted, map(datetime.fromisoformat, row.params.get("deadlines", [])), strict=False))
    turns = Turn.objects.filter(pk__in=wanted, user=row.user, ended_at=None, deadline__isnull=False)
    return [
        turn
        for turn in turns.select_related("game", "seat", "user__profile").order_by("deadline", "id")
        if turn.deadline and turn.deadline <= known.get(turn.pk, turn.deadline)
    ]


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
