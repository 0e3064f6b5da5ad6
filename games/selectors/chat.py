"""The chat of a table."""

from dataclasses import dataclass
from datetime import datetime

from games.models import ChatMessage, Game

MAX_MESSAGES = 200


def messages_of(game: Game, limit: int = MAX_MESSAGES) -> list[ChatMessage]:
    """Return the latest messages, oldest first, with authors."""
    latest = ChatMessage.objects.filter(game=game).select_related("author").order_by("-id")[:limit]
    return list(reversed(latest))


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of the chat. ``author`` is the author's id, None for a former player, whose ``username`` is ""."""

    author: int | None
    username: str
    text: str
    ply: int
    at: datetime


def recent_lines(game: Game, limit: int) -> list[ChatLine]:
    """Return the latest lines, oldest first."""
    columns = ("author_id", "author__username", "text", "ply", "at")
    latest = ChatMessage.objects.filter(game=game).order_by("-id").values_list(*columns)[:limit]
    return [ChatLine(author, name or "", text, ply, at) for author, name, text, ply, at in reversed(latest)]
