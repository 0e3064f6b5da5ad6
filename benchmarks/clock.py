"""Speed of the clock's arithmetic for ordinary and difficult turns: CPU time, medians.

Run from the project folder: ``python -m benchmarks.clock [rounds]``.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from statistics import median

from benchmarks.timing import measure_interleaved, print_figure
from games.services.time.bank import left_at
from games.services.time.facts import Gift, TurnFacts
from games.services.time.falls import FallFacts, steps_until
from games.services.time.holidays import HolidayAccount, HolidayPlan, Ledger
from games.services.time.instants import DAY, HOUR, instant_of
from games.services.time.paces import BRISK, LEISURELY, USUAL, PaceTimes, fixed_pace
from games.services.time.reminders import reminders_of
from games.services.time.turn_clock import TurnClock
from games.services.time.waking_hours import Declaration, WakingDay, WakingWeek, _intervals_of_week

CAME = instant_of(datetime(2026, 10, 20, 9, tzinfo=UTC))
PARIS = Declaration(WakingWeek("Europe/Paris"))
OFFICE = Declaration(WakingWeek("America/New_York", (WakingDay(time(9), time(17)),) * 5 + (None, None)))
USUAL_TURN = TurnFacts(USUAL, CAME, USUAL.bank, accepted=(CAME + 60,), declarations=(PARIS,))
LONGEST = PaceTimes(60 * DAY, 0, 60 * DAY, DAY, 120 * DAY)
OUTAGES = tuple((CAME + each * DAY, CAME + each * DAY + 2 * HOUR) for each in range(-5, 5))
HARD_TURN = replace(
    USUAL_TURN,
    declarations=(PARIS, replace(OFFICE, saved=CAME + DAY)),
    holidays=((CAME + 2 * DAY, CAME + 5 * DAY),),
    own_days=((CAME + 20 * DAY, CAME + 21 * DAY),),
    bounces=((CAME + DAY, CAME + 2 * DAY),),
    outages=OUTAGES,
    gifts=(Gift(CAME + HOUR, DAY), Gift(CAME + DAY, DAY)),
)
TURNS = {
    "fixed, 3 days": replace(USUAL_TURN, pace=fixed_pace(3 * DAY)),
    "brisk": replace(USUAL_TURN, pace=BRISK, bank=BRISK.bank),
    "usual": USUAL_TURN,
    "leisurely": replace(USUAL_TURN, pace=LEISURELY, bank=LEISURELY.cap),
    "own, 60 days, 8 hours on 5 days a week": replace(USUAL_TURN, pace=LONGEST, bank=60 * DAY, declarations=(OFFICE,)),
    "usual, with every kind of rest and gifts": HARD_TURN,
}


def deadline(turn: TurnFacts) -> object:
    """Calculate one deadline from the facts."""
    return TurnClock(turn).deadline


def cold_deadline() -> object:
    """Calculate a deadline with empty caches."""
    _intervals_of_week.cache_clear()
    return deadline(USUAL_TURN)


def everything() -> object:
    """Calculate what a page shows about one turn."""
    clock = TurnClock(USUAL_TURN)
    return clock.deadline, left_at(clock, CAME + DAY), reminders_of(clock, CAME + DAY)


def long_account() -> HolidayAccount:
    """Return the account of a player who has taken all holidays for ten years."""
    first = date(2016, 10, 1)
    plans = tuple(
        HolidayPlan(
            CAME - 3650 * DAY,
            first + timedelta(days=half * 182),
            first + timedelta(days=half * 182 + 13),
            "Europe/Paris",
        )
        for half in range(20)
    )
    return HolidayAccount(CAME - 3650 * DAY, plans=plans)


def main(rounds: int) -> None:
    """Print the time of each calculation."""
    account = long_account()
    falling = FallFacts(USUAL_TURN, HolidayAccount(CAME - 100 * DAY), has_deputy=True)

    def work_on(turn: TurnFacts) -> Callable[[], object]:
        return lambda: deadline(turn)

    works: dict[str, tuple[Callable[[], object], int]] = {
        **{f"deadline: {name}": (work_on(turn), 50) for name, turn in TURNS.items()},
        "deadline: usual, nothing looked at before": (cold_deadline, 20),
        "deadline, bank and reminders: usual": (everything, 50),
        "account: 280 planned days in ten years": (lambda: Ledger(account), 3),
        "all steps of a fall, five automatic holidays": (lambda: steps_until(falling, CAME + 100 * DAY), 5),
    }
    for name, seconds in measure_interleaved(works, rounds).items():
        print_figure(name, median(seconds) * 1e6, "µs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
