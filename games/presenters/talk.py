"""The chat of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Game, Message, Seat
from games.selectors.chat import messages_of
from games.selectors.people import seat_name


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said, with the name that is shown at this table. ``username`` is "" for a former player."""

    name: str
    username: str
    is_me: bool
    message: Message


def lines_of(game: Game, seats: Sequence[Seat], me: Seat | None) -> list[Line]:
    """Return the latest lines, oldest first."""
    known = {seat.user_id: seat_name(seat) for seat in seats}
    return [_line(message, known, me) for message in messages_of(game)]


def _line(message: Message, known: dict[int | None, str], me: Seat | None) -> Line:
    author = message.author
    if author is None:
        return Line(_("a former player"), "", False, message)
    name = known.get(author.pk, author.username)
    return Line(name, author.username, me is not None and author.pk == me.user_id, message)
