"""The chat of a table."""

from dataclasses import dataclass
from datetime import datetime

from games.core.models import Game
from games.notifications.models import Kind, Notification

from .models import ChatMessage

MAX_MESSAGES = 200


def messages_of(game: Game, limit: int = MAX_MESSAGES) -> list[ChatMessage]:
    """Return the latest messages, oldest first, with authors."""
    latest = ChatMessage.objects.filter(game=game).select_related("author__profile").order_by("-id")[:limit]
    return list(reversed(latest))


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of the chat. ``author`` is the author's id, None for a former player, whose ``username`` is ""."""

    id: int
    author: int | None
    username: str
    text: str
    ply: int
    at: datetime


def recent_lines(game: Game, limit: int) -> list[ChatLine]:
    """Return the latest lines, oldest first."""
    columns = ("id", "author_id", "author__username", "text", "ply", "at")
    latest = ChatMessage.objects.filter(game=game).order_by("-id").values_list(*columns)[:limit]
    return [ChatLine(pk, author, name or "", text, ply, at) for pk, author, name, text, ply, at in reversed(latest)]


def messages_before_turn_mail(row: Notification, limit: int) -> list[ChatMessage]:
    """Return the messages since the recipient's last email about a turn there, oldest first, with authors."""
    earlier = Notification.objects.filter(kind=Kind.TURN, user=row.user, game=row.game, channel=row.channel)
    last = earlier.filter(pk__lt=row.pk, sent_at__isnull=False).order_by("-pk").first()
    messages = ChatMessage.objects.filter(game=row.game).select_related("author__profile").order_by("-id")
    if last is not None:
        messages = messages.filter(at__gt=last.sent_at)
    return list(reversed(messages[:limit]))
