"""The chat of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.selectors.chat import ChatLine, recent_lines
from games.selectors.seats import seat_name


@dataclass(frozen=True, slots=True)
class ShownChatLine:
    """One message with its author's displayed name. ``username`` is "" for a former player."""

    name: str
    username: str
    is_me: bool
    message: ChatLine


def chat_lines(
    game: Game, seats: Sequence[Seat], me: Seat | None, limit: int, most: int | None = None
) -> list[ShownChatLine]:
    """Return the latest messages, oldest first: at most ``limit``, and about ``most`` characters."""
    known = {seat.user_id: seat_name(seat) for seat in seats}
    messages = recent_lines(game, limit)
    if most is not None:
        lengths = accumulate(len(message.text) for message in reversed(messages))
        messages = messages[-max(1, sum(length <= most for length in lengths)) :]
    return [_line(message, known, me) for message in messages]


def _line(message: ChatLine, known: dict[int | None, str], me: Seat | None) -> ShownChatLine:
    if message.author is None:
        return ShownChatLine(_("a former player"), "", False, message)
    name = known.get(message.author, message.username)
    return ShownChatLine(name, message.username, me is not None and message.author == me.user_id, message)
