"""What a player should know before joining, in words: the pace of a table and what it asks of players."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.presenters import deadline_text, late_text, pace_summary
from games.clocks.turn_facts import pace_of
from games.core.choices import LateRule
from games.core.models import Game
from games.play.requirements import MAX_ANSWER_DAYS, MAX_STAND_IN_TURNS, MIN_GAMES


def clock_terms(game: Game) -> list[tuple[str, str]]:
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


def short_terms(game: Game) -> list[str]:
    if pace_of(game) is None:
        return minimum_texts(game)
    unusual = {
        _("soft deadlines"): game.has_soft_deadlines,
        _("no holidays"): game.forbids_holidays,
        _("late players are out"): game.late_rule == LateRule.OUT,
    }
    return [*(text for text, applies in unusual.items() if applies), *minimum_texts(game)]


def games_text(count: int) -> str:
    """Return how many games a player must have finished."""
    return ngettext("at least %(count)d finished game", "at least %(count)d finished games", count) % {"count": count}


def stand_in_turns_text(count: int) -> str:
    """Return how many stand-in turns a player may have had in the last year."""
    if not count:
        return _("no turn played by the house in the last year")
    text = ngettext(
        "at most %(count)d turn played by the house in the last year",
        "at most %(count)d turns played by the house in the last year",
        count,
    )
    return text % {"count": count}


def answer_text(days: int) -> str:
    """Return how long a player may usually take for an answer."""
    text = ngettext("usually answers within %(count)d day", "usually answers within %(count)d days", days)
    return text % {"count": days}


def minimum_texts(game: Game) -> list[str]:
    wanted = (
        (game.min_games, games_text),
        (game.max_answer_days, answer_text),
        (game.max_stand_in_turns, stand_in_turns_text),
    )
    return [text(value) for value, text in wanted if value is not None]


def minimum_choices() -> dict[str, list[tuple[str, str]]]:
    """Return the choices of a new table by the name of the field; the first asks nothing."""
    days = [
        ngettext("at most %(count)d day", "at most %(count)d days", one) % {"count": one} for one in MAX_ANSWER_DAYS
    ]
    turns = [_("at most %(count)d") % {"count": one} if one else _("none") for one in MAX_STAND_IN_TURNS]
    return {
        "min_games": [
            ("", _("any number")),
            *((str(one), _("at least %(count)d") % {"count": one}) for one in MIN_GAMES),
        ],
        "max_answer_days": [("", _("any time")), *zip(map(str, MAX_ANSWER_DAYS), days, strict=True)],
        "max_stand_in_turns": [("", _("any number")), *zip(map(str, MAX_STAND_IN_TURNS), turns, strict=True)],
    }
