"""The times of a new table: its pace, and what happens to players who are late."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.clocks.instants import DAY, HOUR
from games.clocks.paces import OutOfBounds, PaceTimes, find_out_of_bounds
from games.common.errors import Invalid
from games.core.choices import LateRule, Pace
from games.core.models import Game
from games.engine.core import Title

from .requirements import MAX_ANSWER_DAYS, MAX_STAND_IN_TURNS, MIN_GAMES

FIRST_ROBOT = "greedy"
FIELDS = ("bank", "increment", "cap", "grace", "ceiling")
LABELS: dict[str, Promise] = {
    "bank": _("Bank at the start"),
    "increment": _("Added by each turn"),
    "cap": _("Largest bank"),
    "grace": _("Free time in each turn"),
    "ceiling": _("Longest turn"),
}


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The times of a table, and what it asks of players (``minimum``), None for nothing.

    ``own_pace`` are the seconds of the pace "own", ``late_robot`` "" the first robot.
    """

    pace: str = Pace.THREE_DAYS
    own_pace: Mapping[str, int] | None = None
    has_soft_deadlines: bool = False
    forbids_holidays: bool = False
    late_rule: str = LateRule.STAND_IN
    late_robot: str = ""
    min_games: int | None = None
    max_stand_in_turns: int | None = None
    max_answer_days: int | None = None


def time_settings_of(game: Game) -> TimeSettings:
    return TimeSettings(
        game.pace,
        game.own_pace,
        game.has_soft_deadlines,
        game.forbids_holidays,
        game.late_rule,
        game.late_robot,
        game.min_games,
        game.max_stand_in_turns,
        game.max_answer_days,
    )


def time_columns(title: Title, times: TimeSettings) -> dict[str, Any]:
    """Return the columns of a new table.

    Raises Invalid (unknown-pace, bad-pace, unknown-late-rule, unknown-robot, unknown-minimum).
    """
    if times.pace not in Pace.values:
        raise Invalid("unknown-pace", _("This pace is not available. Choose another one."))
    if times.late_rule not in LateRule.values:
        raise Invalid("unknown-late-rule", _("This rule for late players is not available. Choose another one."))
    if times.late_robot and title.robots and times.late_robot not in title.robots:
        raise Invalid("unknown-robot", _("There is no robot called %(name)s.") % {"name": times.late_robot})
    robots = [FIRST_ROBOT] if FIRST_ROBOT in title.robots else [*title.robots, FIRST_ROBOT]
    return {
        "pace": times.pace,
        "own_pace": _own_pace(times) if times.pace == Pace.OWN else None,
        "has_soft_deadlines": times.has_soft_deadlines,
        "forbids_holidays": times.forbids_holidays,
        "late_rule": times.late_rule,
        "late_robot": times.late_robot or robots[0],
        **_minimum_columns(times),
    }


def _minimum_columns(times: TimeSettings) -> dict[str, int | None]:
    choices = {"min_games": MIN_GAMES, "max_stand_in_turns": MAX_STAND_IN_TURNS, "max_answer_days": MAX_ANSWER_DAYS}
    columns: dict[str, int | None] = {name: getattr(times, name) for name in choices}
    if any(value is not None and value not in choices[name] for name, value in columns.items()):
        raise Invalid("unknown-minimum", _("A table cannot have this condition. Choose another one."))
    return columns


def _own_pace(times: TimeSettings) -> dict[str, int]:
    """Return the seconds of an own pace, or raise Invalid (bad-pace) with the first one that is not allowed."""
    own = times.own_pace or {}
    missing = [field for field in FIELDS if field not in own]
    if missing:
        raise Invalid("bad-pace", _("Your own pace needs this time as well: %(name)s.") % {"name": LABELS[missing[0]]})
    bank, increment, cap, grace, ceiling = (int(own[field]) for field in FIELDS)
    pace = PaceTimes(bank, increment, cap, grace, ceiling)
    for fault in find_out_of_bounds(pace):
        raise Invalid("bad-pace", f"{LABELS[fault.field]}: {bounds_text(fault)}")
    return {field: int(own[field]) for field in FIELDS}


def bounds_text(fault: OutOfBounds) -> str:
    bounds = {"least": _length(fault.least), "most": _length(fault.most)}
    return str(_("Choose a time from %(least)s to %(most)s.") % bounds)


def _length(seconds: int) -> str:
    """Return a bound: whole days from two days on, else hours."""
    if seconds % DAY == 0 and seconds >= 2 * DAY:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
