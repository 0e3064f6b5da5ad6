"""What a player can do about an opponent's clock: give time, and ask to go on when a soft deadline has passed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef

from games.models import Game, LateClaim, LateRule, Seat, Turn
from games.selectors.tables.seats import seat_name
from games.services.clocks.gifts import AMOUNTS

from ..clocks.durations import duration_text


@dataclass(frozen=True, slots=True)
class ClockActions:
    """The clock of one opponent whose turn it is. ``given`` is the number of gifts in this turn so far.

    ``may_claim``: a soft deadline has passed and no one has asked to go on since; ``is_claimed``: someone has.
    """

    number: int
    name: str
    given: int
    may_claim: bool
    is_claimed: bool
    may_replace: bool

    @property
    def amounts(self) -> list[tuple[int, str]]:
        """The seconds that can be given, with their texts."""
        return [(seconds, duration_text(seconds)) for seconds in AMOUNTS]


def clock_actions(game: Game, seats: Sequence[Seat], me: Seat | None, now: datetime) -> list[ClockActions]:
    """Return the clocks of opponents for a player at the table."""
    waits = any(seat.is_acting and seat != me for seat in seats)
    if me is None or me.is_out or not waits or game.is_over:
        return []
    by_id = {seat.pk: seat for seat in seats if seat != me}
    claims = LateClaim.objects.filter(turn=OuterRef("pk"), at__gte=OuterRef("deadline"))
    turns = Turn.objects.filter(game=game, seat__in=list(by_id), ended_at=None, deadline__isnull=False)
    return [
        ClockActions(
            number=by_id[turn.seat_id].number or 0,
            name=seat_name(by_id[turn.seat_id]),
            given=turn.given,
            may_claim=game.has_soft_deadlines and _is_late(turn, now) and not turn.is_claimed,
            is_claimed=game.has_soft_deadlines and turn.is_claimed,
            may_replace=game.late_rule != LateRule.OUT,
        )
        for turn in turns.annotate(given=Count("gifts"), is_claimed=Exists(claims))
    ]


def _is_late(turn: Turn, now: datetime) -> bool:
    return turn.deadline is not None and turn.deadline < now
