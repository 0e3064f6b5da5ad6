"""What a player was sent, played and looked at, which decides when an email is sent."""

from datetime import datetime

from django.db.models import F, Q

from accounts.models import User
from games.chat.models import ChatMessage
from games.core.models import Entry, Game
from games.notifications.models import Channel, Notification, NotificationState, Presence


def last_sent(row: Notification, game: Game | None) -> datetime | None:
    """Return when the recipient was sent the latest other email of this row's kind, about one table or any.

    An email that a worker is sending counts as sent, so that of two rows only the older one is sent.
    """
    rows = Notification.objects.filter(user=row.user, kind=row.kind, channel=Channel.EMAIL).exclude(pk=row.pk)
    rows = rows.filter(game=game) if game else rows
    if rows.filter(state=NotificationState.SENDING, pk__lt=row.pk).exists():
        return row.due_at
    sent = rows.filter(state__in=[NotificationState.SENT, NotificationState.BOUNCED], sent_at__isnull=False)
    return sent.order_by("-sent_at").values_list("sent_at", flat=True).first()


def has_acted(user: User, since: datetime, game: Game | None) -> bool:
    """Return True if the player has been active since then, at one table or at any.

    Playing on any channel (page, link in an email, reply, API), resigning and writing in the chat count. Orders in
    advance do not count, because they are played without their owner. Looking at a page does not count either.
    """
    tables = Q(pk=game.pk) if game else Q(finished_at=None) | Q(finished_at__gte=since)
    mine = Game.objects.filter(tables, seats__user=user)
    played = Entry.objects.filter(game__in=mine, game__seats__user=user, game__seats__number=F("seat"))
    if played.filter(at__gt=since, note="").exists():
        return True
    messages = ChatMessage.objects.filter(author=user, at__gt=since)
    return (messages.filter(game=game) if game else messages).exists()


def last_seen(user: User, game: Game) -> datetime | None:
    """Return when the player last had this table open, on a visible tab with the focus; None for never."""
    return Presence.objects.filter(user=user, game=game).values_list("at", flat=True).first()
