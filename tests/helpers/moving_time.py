"""Time in tests of clocks: the scheduler runs whenever something is due."""

from datetime import UTC, datetime, timedelta

import time_machine
from django.db.models import Min

from games.clocks.models import Turn
from games.core.models import Game, Heartbeat, Seat
from games.pictures.film import drawing_version
from games.sweep import sweep

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)  # a Monday
ROUND = timedelta(seconds=30)  # between two rounds of the scheduler
DAY = timedelta(days=1)


class MovingTime:
    """A present that tests move on.

    The scheduler beats each half minute, unless the site is down; rounds in which nothing is due are left out.
    """

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.traveller = traveller
        self.now = START
        sweep(self.now, drawing_version())

    def pass_by(self, length: timedelta) -> datetime:
        """Let time pass. Return the new present."""
        end = self.now + length
        while self.now < end:
            self.now = min(max(self._next_due() or end, self.now) + ROUND, end)
            self.traveller.move_to(self.now, tick=False)
            Heartbeat.objects.filter(name="scheduler").update(at=self.now - ROUND)
            sweep(self.now, drawing_version())
        return self.now

    def pass_until(self, moment: datetime) -> datetime:
        """Let time pass until a moment and the next round after it."""
        return self.pass_by(moment - self.now + ROUND)

    def be_down(self, length: timedelta) -> datetime:
        """Let time pass while the site is down."""
        self.now += length
        self.traveller.move_to(self.now, tick=False)
        return self.now

    def start_again(self) -> datetime:
        """Let the site come back: its first round finds the outage."""
        sweep(self.now, drawing_version())
        return self.now

    def _next_due(self) -> datetime | None:
        turns = Turn.objects.filter(ended_at=None).aggregate(due=Min("due_at"), remind=Min("remind_at"))
        offered = Seat.objects.filter(finished_at=None).aggregate(at=Min("offered_at"))["at"]
        moments = [at for at in (turns["due"], turns["remind"], offered + DAY if offered else None) if at]
        return min(moments, default=None)


def open_turn(game: Game) -> Turn:
    return Turn.objects.get(game=game, ended_at=None)
