"""What decides when a mail may leave, beyond what its reader has chosen: what they have done, and what they look at."""

from datetime import datetime

from django.db.models import F, Q

from accounts.models import User
from games.models import Channel, ChatMessage, Entry, Game, Notification, NotificationState, Presence


def last_sent(row: Notification, game: Game | None) -> datetime | None:
    """Return when the latest other mail of this row's kind left for its reader, of one table or of any.

    One that a worker has in hand now counts as leaving now, so that of two rows only the older one leaves.
    """
    rows = Notification.objects.filter(user=row.user, kind=row.kind, channel=Channel.EMAIL).exclude(pk=row.pk)
    rows = rows.filter(game=game) if game else rows
    if rows.filter(state=NotificationState.SENDING, pk__lt=row.pk).exists():
        return row.due_at
    sent = rows.filter(state__in=[NotificationState.SENT, NotificationState.BOUNCED], sent_at__isnull=False)
    return sent.order_by("-sent_at").values_list("sent_at", flat=True).first()


def has_acted(user: User, since: datetime, game: Game | None) -> bool:
    """Tell whether the player has done something since then, at one table or at any.

    That is to play an action on any channel (page, link in a mail, reply, API), to leave the game, or to write in the
    chat. What a standing order plays is not: its owner need not have been there. Nor is looking at a page.
    """
    tables = Q(pk=game.pk) if game else Q(finished_at=None) | Q(finished_at__gte=since)
    mine = Game.objects.filter(tables, seats__user=user)
    played = Entry.objects.filter(game__in=mine, game__seats__user=user, game__seats__number=F("seat"))
    if played.filter(at__gt=since, note="").exists():
        return True
    said = ChatMessage.objects.filter(author=user, at__gt=since)
    return (said.filter(game=game) if game else said).exists()


def last_seen(user: User, game: Game) -> datetime | None:
    """Return when the player last had this table before them, on a visible tab with the focus; None for never."""
    return Presence.objects.filter(user=user, game=game).values_list("at", flat=True).first()
