"""Paces in words: what a player should know about a table's time before joining."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.registry import TITLES
from games.models import Game, LateRule, Pace
from games.services.clocks.turn_facts import pace_of, pace_times
from games.services.time.paces import PaceTimes

from ..minimum import minimum_texts
from ..wording import phrase
from .durations import duration_text


@dataclass(frozen=True, slots=True)
class PaceView:
    """A pace in words. ``times`` are None without a clock, and for the pace "own" before they are chosen."""

    key: str
    name: str
    times: PaceTimes | None

    @property
    def summary(self) -> str:
        """The times in one or two sentences."""
        return pace_summary(self.times)

    @property
    def is_named(self) -> bool:
        """True if the name alone does not say what the times are."""
        return self.times is not None and not self.times.is_fixed

    @property
    def in_brief(self) -> str:
        """The times in few words."""
        if self.times is None:
            return ""
        bank = duration_text(self.times.bank)
        if not self.times.increment:
            return _("%(bank)s for all turns together") % {"bank": bank}
        increment = duration_text(self.times.increment)
        return _("%(bank)s, and %(increment)s for each turn") % {"bank": bank, "increment": increment}


def pace_view(pace: str, own: dict[str, int] | None = None) -> PaceView:
    """Return a pace in words. ``own`` are the times of the pace "own"."""
    return PaceView(pace, str(Pace(pace).label), pace_times(pace, own))


def named_paces() -> list[PaceView]:
    """Return all paces whose times are known, in the order of the form."""
    return [pace_view(pace) for pace in Pace.values if pace != Pace.OWN]


def pace_summary(times: PaceTimes | None) -> str:
    """Return the times of a pace in one or two sentences."""
    if times is None:
        return _("There is no time limit.")
    if times.is_fixed:
        return _("%(time)s for every turn, nights included. Time that you do not use is lost.") % {
            "time": duration_text(times.bank)
        }
    return times_text(
        times,
        _("You start with %(bank)s."),
        _("Each turn adds %(increment)s, up to %(cap)s.") if times.increment else _("Turns add no time."),
        _("An answer within %(grace)s costs nothing.") if times.grace else "",
        _("A turn takes at most %(ceiling)s."),
    )


def times_text(times: PaceTimes, *sentences: str) -> str:
    """Return sentences with the times of a pace in them, without empty ones."""
    values = {name: duration_text(getattr(times, name)) for name in ("bank", "increment", "cap", "grace", "ceiling")}
    return " ".join(sentence % values for sentence in sentences if sentence)


def clock_terms(game: Game) -> list[tuple[str, str]]:
    """Return a table's clock and what it asks of players as labels and values, before the start and in emails."""
    asked = [(_("Asked of players"), f"{capfirst(text)}.") for text in [", ".join(minimum_texts(game))] if text]
    return [*_pace_terms(game), *asked]


def _pace_terms(game: Game) -> list[tuple[str, str]]:
    name, times = str(game.get_pace_display()), pace_of(game)
    if times is None:
        return [(_("Pace"), capfirst(name))]
    terms = [
        (_("Pace"), f"{capfirst(name)}. {pace_summary(times)}"),
        (_("At the deadline"), deadline_text(is_soft=game.has_soft_deadlines)),
        (_("Late players"), late_text(game)),
    ]
    return [*terms, (_("Holidays"), _("They do not stop the clock at this table."))] if game.forbids_holidays else terms


def deadline_text(*, is_soft: bool) -> str:
    """Return what happens at a deadline, in one sentence."""
    if is_soft:
        return _("Nothing happens until another player asks the game to go on.")
    return _("The game goes on by itself.")


def late_text(game: Game) -> str:
    """Return what happens to a player who stays away, in one or two sentences."""
    if game.late_rule == LateRule.OUT:
        return _("They are out of the game.")
    robot = robot_name(game)
    if not robot:
        return _("A robot plays the turn. After two such turns, another player can take the seat.")
    return _(
        "A robot plays the turn. After two such turns, another player can take the seat, and after a day "
        "%(robot)s takes it."
    ) % {"robot": robot}


def short_terms(game: Game) -> list[str]:
    """Return what is unusual about a table's clock and what it asks of players, in few words, for the lobby."""
    if pace_of(game) is None:
        return minimum_texts(game)
    unusual = {
        _("soft deadlines"): game.has_soft_deadlines,
        _("no holidays"): game.forbids_holidays,
        _("late players are out"): game.late_rule == LateRule.OUT,
    }
    return [*(text for text, applies in unusual.items() if applies), *minimum_texts(game)]


def robot_name(game: Game) -> str:
    """Return the name of the robot that takes the seats of players who stay away, "" if the title has none."""
    title = TITLES.get(game.title)
    robots = title.robots if title else {}
    robot = robots.get(game.late_robot) or next(iter(robots.values()), None)
    return phrase(title, robot.label) if title and robot else ""
