"""Where a table stands, in one sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.core import Title
from games.models import Game, Seat
from games.selectors.people import seat_name

from .wording import phrase


def status_of(stage: str, title: Title, game: Game, seats: Sequence[Seat], *, acting: str, is_mine: bool) -> str:
    """Return the sentence. ``acting`` names whoever must act, ``is_mine`` tells that it is the viewer."""
    if stage == "open":
        return _("Waiting for players.")
    if stage == "cancelled":
        return _("This table was given up before the start.")
    if stage == "over":
        return f"{phrase(title, f'end.{game.end_reason}')} {_won(seats)}".strip()
    return _("It is your turn.") if is_mine else _("It is the turn of %(name)s.") % {"name": acting}


def _won(seats: Sequence[Seat]) -> str:
    winners = [seat_name(seat) for seat in seats if seat.place == 1]
    if not winners:
        return ""
    if len(winners) == 1:
        return _("%(name)s has won.") % {"name": winners[0]}
    return _("%(names)s share the win.") % {"names": ", ".join(winners)}
