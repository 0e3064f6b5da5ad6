"""What was said at a table."""

from games.models import Game, Message

SHOWN = 200


def messages_of(game: Game, limit: int = SHOWN) -> list[Message]:
    """Return the latest messages, oldest first, with authors."""
    latest = Message.objects.filter(game=game).select_related("author").order_by("-id")[:limit]
    return list(reversed(latest))
