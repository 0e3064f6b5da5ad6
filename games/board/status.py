"""The status of a table in one sentence, and the interval of its polls."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.common.wording import begin_sentence, end_text
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot, seat_name
from games.engine.core import Title
from games.engine.values import ABORTED, Ply

SOON, USUAL, RARELY = 1, 4, 60  # seconds between two polls of a page with the focus
PATIENCE = timedelta(minutes=3)
FAREWELL = timedelta(minutes=30)  # after the end of a game, in which players look at its page


def game_end_text(game: Game, title: Title, last: Ply | None, names: Sequence[str], reader: int | None = None) -> str:
    """Return why a game of the site ended (``end_text``), which may be that everyone has left it."""
    if game.end_reason == ABORTED and game.events.filter(kind=EventKind.DESERTED).exists():
        return gettext("Everyone has left: the game ended without a result.")
    return end_text(title, last, game.end_reason, names, reader)


def status_text(
    stage: str, seats: Sequence[Seat], *, end: str, acting: str, is_mine: bool, me: Seat | None = None
) -> str:
    """Return the status for ``me``. ``end`` says why the game ended, ``acting`` is the name of the acting player."""
    if stage == "open":
        return _("Waiting for players.")
    if stage == "cancelled":
        return _("This table was cancelled before the start.")
    if stage == "over":
        winners = [seat for seat in seats if seat.place == 1]
        if me is not None and winners == [me]:
            won = _("You have won.")
            return f"{end} {won}".strip()
        return f"{end} {winners_text([seat_name(seat) for seat in winners])}".strip()
    if is_mine:
        return _("It’s your turn.")
    if any(seat.is_acting and is_robot(seat) for seat in seats):
        return _("%(name)s is thinking.") % {"name": acting}
    if not acting:  # what is stored is damaged
        return _("No player has a turn. Administrators have to repair this game.")
    return _("It’s %(name)s’s turn.") % {"name": acting}


def winners_text(winners: Sequence[str]) -> str:
    if not winners:
        return ""
    if len(winners) == 1:
        return begin_sentence(_("%(name)s wins.") % {"name": winners[0]})
    *others, last = winners
    names = _("%(first)s and %(second)s") % {"first": ", ".join(others), "second": last}
    return begin_sentence(_("%(names)s share the win.") % {"names": names})


def poll_seconds(stage: str, seats: Sequence[Seat], finished_at: datetime | None = None) -> int:
    """Return the number of seconds between two polls of an open page.

    A robot usually acts at once. If it does not act within some minutes, frequent polls do not help. Just after the end
    of a game, a rematch may be offered.
    """
    if stage == "over":
        return USUAL if finished_at and timezone.now() - finished_at < FAREWELL else RARELY
    since = timezone.now() - PATIENCE
    thinks = any(seat.acting_since and seat.acting_since > since for seat in seats if is_robot(seat))
    return SOON if thinks else USUAL
