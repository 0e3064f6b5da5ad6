"""Where a table stands, in one sentence."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.core import Title
from games.models import Game, Seat
from games.selectors.seats import is_robot, seat_name

from ..wording import phrase

SOON, USUAL, RARELY = 1, 4, 60  # seconds between two questions of an open page that has the focus
PATIENCE = timedelta(minutes=3)


def status_text(stage: str, title: Title, game: Game, seats: Sequence[Seat], *, acting: str, is_mine: bool) -> str:
    """Return the sentence. ``acting`` names whoever must act, ``is_mine`` tells that it is the viewer."""
    if stage == "open":
        return _("Waiting for players.")
    if stage == "cancelled":
        return _("This table was cancelled before the start.")
    if stage == "over":
        winners = [seat_name(seat) for seat in seats if seat.place == 1]
        return f"{phrase(title, f'end.{game.end_reason}')} {winners_text(winners)}".strip()
    if is_mine:
        return _("It’s your turn.")
    if any(seat.is_acting and is_robot(seat) for seat in seats):
        return _("%(name)s is thinking.") % {"name": acting}
    return _("It’s %(name)s’s turn.") % {"name": acting}


def winners_text(winners: Sequence[str]) -> str:
    """Return who has won in a sentence, "" where nobody has."""
    if not winners:
        return ""
    if len(winners) == 1:
        return _("%(name)s wins.") % {"name": winners[0]}
    *others, last = winners
    names = _("%(first)s and %(second)s") % {"first": ", ".join(others), "second": last}
    return _("%(names)s share the win.") % {"names": names}


def poll_seconds(stage: str, seats: Sequence[Seat]) -> int:
    """Return how many seconds an open page waits before it asks for news.

    A robot is expected to answer at once; if it does not within some minutes, asking more often does not help.
    """
    if stage == "over":
        return RARELY
    since = timezone.now() - PATIENCE
    thinks = any(seat.acting_since and seat.acting_since > since for seat in seats if is_robot(seat))
    return SOON if thinks else USUAL
