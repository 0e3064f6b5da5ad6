"""Resignations: what one would mean, and whether it can be taken back."""

from collections.abc import Sequence
from datetime import timedelta

from accounts.models import User
from games.engine.values import RESIGNS
from games.models import EventKind, Game, ProposalKind, Seat

from ..titles import title_of
from .proposals import missing, open_proposals, voters

TIME_TO_TAKE_BACK = timedelta(minutes=10)


def has_taken_back(game: Game, user: User) -> bool:
    """Return True if the player has taken back a resignation in this game: the next one counts at once."""
    rows = game.events.filter(kind=EventKind.UNDONE, user=user)
    return any(params.get("what") == "resignation" for params in rows.values_list("params", flat=True))


def resignation_ends(game: Game, number: int, seats: Sequence[Seat], state: object) -> bool:
    """Return True if the game is over once this seat has resigned. ``state`` is the present one."""
    title = title_of(game)
    if title.outcome(title.apply(state, title.parse(state, number, RESIGNS))):
        return True
    others = [seat for seat in seats if seat.number != number]
    agreed = (row for row in open_proposals(game) if row.kind == ProposalKind.ABORT and not missing(row, others))
    return bool(voters(others)) and next(agreed, None) is not None
