"""The clocks of a table: what is left, who is away, and what the viewer can do about an opponent's clock."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from games.board.viewed_table import ViewedTable
from games.clocks.models import Turn
from games.clocks.presenters import absence_lines
from games.clocks.seat_clocks import SeatClock, seat_clocks
from games.clocks.selectors import open_turns
from games.common.wording import duration_text
from games.core.choices import LateRule
from games.core.models import Game, Seat
from games.core.selectors import seat_name
from games.notifications.models import Frequency
from games.notifications.presenters import no_email_lines

from .claims import AMOUNTS


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
        return [(seconds, duration_text(seconds)) for seconds in AMOUNTS]


@dataclass(frozen=True)
class Clocks:
    table: ViewedTable
    is_past: bool

    @cached_property
    def actions(self) -> list[ClockActions]:
        table = self.table
        here = table.is_played and not self.is_past
        return clock_actions(table.game, table.rows, self.turns, table.me, timezone.now()) if here else []

    @cached_property
    def turns(self) -> list[Turn]:
        turns = open_turns(self.table.game)
        return list(turns.prefetch_related("claims") if self.table.game.has_soft_deadlines else turns)

    @cached_property
    def by_seat(self) -> Mapping[int, SeatClock]:
        table = self.table
        if self.is_past or table.stage != "running":
            return {}
        reader = table.me.user_id if table.me else None
        return seat_clocks(table.game, table.rows, self.turns, timezone.now(), reader, table.pauses)

    @property
    def deadline(self) -> datetime | None:
        """The earliest deadline, as it is when the viewer has opened the table."""
        found = (clock.deadline for clock in self.by_seat.values() if clock.deadline)
        return min(found, default=self.table.game.deadline)

    @cached_property
    def absences(self) -> list[str]:
        table = self.table
        if self.is_past or table.stage not in {"open", "running"}:
            return []
        named = {number for number, clock in self.by_seat.items() if clock.names_holiday}
        seats = [seat for seat in table.rows if seat.number not in named]
        return absence_lines(seats, timezone.now(), table.me.user_id if table.me else None)

    @cached_property
    def mail_silence(self) -> list[str]:
        """A sentence about each player who gets no emails about turns, for the players."""
        table = self.table
        if table.stage != "running" or self.is_past or table.me is None:
            return []
        without_mail = {user for user, often in table.mail_frequencies.items() if often is Frequency.NEVER}
        return no_email_lines(table.rows, without_mail, table.me.user_id)


def clock_actions(
    game: Game, seats: Sequence[Seat], turns: Iterable[Turn], me: Seat | None, now: datetime
) -> list[ClockActions]:
    """Return the clocks of opponents for a player at the table. ``turns`` are those under way."""
    if me is None or me.is_out or game.is_over:
        return []
    by_id = {seat.pk: seat for seat in seats if seat != me}
    return [
        ClockActions(
            number=by_id[turn.seat_id].number or 0,
            name=seat_name(by_id[turn.seat_id]),
            given=len(turn.gifts.all()),
            may_claim=game.has_soft_deadlines and _is_late(turn, now) and not _is_claimed(turn),
            is_claimed=game.has_soft_deadlines and _is_claimed(turn),
            may_replace=game.late_rule != LateRule.OUT,
        )
        for turn in turns
        if turn.seat_id in by_id and turn.deadline is not None
    ]


def _is_claimed(turn: Turn) -> bool:
    return any(turn.deadline is not None and claim.at >= turn.deadline for claim in turn.claims.all())


def _is_late(turn: Turn, now: datetime) -> bool:
    return turn.deadline is not None and turn.deadline < now
