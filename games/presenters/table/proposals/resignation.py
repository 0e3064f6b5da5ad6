"""A resignation that can still be taken back, as a viewer of the table sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Game, Seat
from games.selectors.tables.proposals import voters
from games.selectors.tables.resignations import TIME_TO_TAKE_BACK, resignation_ends
from games.selectors.tables.seats import seat_name


@dataclass(frozen=True, slots=True)
class ResignationView:
    """Who has resigned, when it counts, and whether the game ends by it. ``is_mine``: the viewer has resigned."""

    number: int
    name: str
    at: datetime
    ends_game: bool
    is_mine: bool
    may_confirm: bool

    @property
    def since(self) -> datetime:
        """When the player has resigned."""
        return self.at - TIME_TO_TAKE_BACK

    @property
    def status(self) -> str:
        """What has happened, in a few words."""
        return _("You have resigned.") if self.is_mine else _("%(name)s has resigned.") % {"name": self.name}

    @property
    def text(self) -> str:
        """What has happened, and what follows when."""
        time = format_date(timezone.localtime(self.at), pgettext("format of a time", "H:i"))
        values = {"name": self.name, "time": time}
        if self.is_mine and self.ends_game:
            return _("You have resigned. The game ends at %(time)s unless you take it back.") % values
        if self.is_mine:
            return _("You have resigned. The game goes on without you at %(time)s unless you take it back.") % values
        if self.ends_game:
            return _("%(name)s has resigned. The game ends at %(time)s unless they take it back.") % values
        text = _("%(name)s has resigned. The game goes on without them at %(time)s unless they take it back.")
        return text % values


def resignation_view(game: Game, seats: Sequence[Seat], me: Seat | None, state: object) -> ResignationView | None:
    """Return the resignation that waits at a table, None for none. ``state`` is the present position."""
    number, at = game.resigning_seat, game.resigns_at
    if number is None or at is None:
        return None
    return ResignationView(
        number=number,
        name=seat_name(seats[number]),
        at=at,
        ends_game=resignation_ends(game, number, seats, state),
        is_mine=me is not None and me.number == number,
        may_confirm=me in voters(seats),
    )
