"""What a player should know before joining, in words: ruleset and options, pace, and what the table asks of players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.presenters import late_text, pace_summary
from games.clocks.turn_facts import pace_of
from games.common.errors import NotFound
from games.common.wording import phrase, phrase_for, title_and_rules
from games.core.choices import LateRule
from games.core.models import Game
from games.engine.core import Title
from games.engine.registry import TITLES
from games.engine.values import OptionSpec, Ruleset
from games.play.requirements import MAX_ANSWER_DAYS, MAX_STAND_IN_TURNS, MIN_GAMES

from .pictures import EXAMPLES, HOME_EXAMPLE, AnimatedBoard, example_board


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a table in words. ``label`` is its title and its ruleset."""

    title: str
    name: str
    summary: str
    changes: tuple[tuple[str, str], ...]
    label: str


@dataclass(frozen=True, slots=True)
class OptionDifference:
    """One option in all rulesets, in the order of ``Comparison.rulesets``: (value, does it differ from the first's)."""

    label: str
    values: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class RulesetView:
    """An offered ruleset, with (option, value) for all in which it differs from the first.

    ``same_as`` names the first ruleset if this one plays like it, "" if not.
    """

    key: str
    name: str
    summary: str
    changes: tuple[tuple[str, str], ...]
    same_as: str


@dataclass(frozen=True, slots=True)
class RulesetComparison:
    rulesets: tuple[RulesetView, ...]
    differences: tuple[OptionDifference, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    title: Title
    titles: tuple[Title, ...]
    comparison: RulesetComparison
    scenes: Mapping[str, AnimatedBoard]


def rules_page(key: str = "") -> RulesPage:
    """Return the rules of a title, of the first one without a key. Raises NotFound for an unknown title."""
    if key and key not in TITLES:
        raise NotFound
    title = TITLES[key or next(iter(TITLES))]
    examples = [name for name, part in EXAMPLES.items() if part.title == title.key and name != HOME_EXAMPLE]
    scenes = {name: example_board(name) for name in examples}
    return RulesPage(title, tuple(TITLES.values()), compare_rulesets(title), scenes)


def table_terms(game: Game) -> list[tuple[str, str]]:
    hints = [(_("Hints"), _("A robot’s suggestion is marked for each choice."))] if game.has_hints else []
    return [*clock_terms(game), *hints]


def rules_view(title: Title, ruleset: str, options: Mapping[str, str], seats: int = 0) -> RulesView:
    """Return a table's rules in words, as they are with this number of seats if it is given.

    Rules that this site does not know are named by their key, as in ``title_and_rules``.
    """
    rules = title.rulesets.get(ruleset)
    if rules is None:
        return RulesView(title.name, ruleset, "", (), title_and_rules(title.key, ruleset, seats))
    changes = tuple(
        (phrase(title, spec.label), value_name(title, spec, options[spec.name], seats))
        for spec in title.option_specs
        if spec.name in options and options[spec.name] != rules.options[spec.name]
    )
    name, summary = phrase_for(title, rules.label, seats), phrase_for(title, rules.summary, seats)
    return RulesView(title.name, name, summary, changes, title_and_rules(title.key, ruleset, seats))


def value_name(title: Title, spec: OptionSpec, value: str, seats: int = 0) -> str:
    """Return an option's value in words (those for the number of seats, if there are any), else as it is."""
    if value not in spec.values:
        return value
    return phrase_for(title, spec.value_labels[spec.values.index(value)], seats)


def compare_rulesets(title: Title) -> RulesetComparison:
    offered = [ruleset for ruleset in title.rulesets.values() if ruleset.offered]
    differences = tuple(
        OptionDifference(phrase(title, spec.label), tuple(_values(title, spec, offered)))
        for spec in title.option_specs
        if len({rules.options[spec.name] for rules in offered}) > 1
    )
    views = tuple(_ruleset(title, offered, at, differences) for at in range(len(offered)))
    return RulesetComparison(views, differences)


def _values(title: Title, spec: OptionSpec, rulesets: Sequence[Ruleset]) -> Iterator[tuple[str, bool]]:
    usual = rulesets[0].options[spec.name]
    for rules in rulesets:
        value = rules.options[spec.name]
        yield value_name(title, spec, value), value != usual


def _ruleset(title: Title, offered: Sequence[Ruleset], at: int, differences: Sequence[OptionDifference]) -> RulesetView:
    """Return one of the offered rulesets. Without options they differ in ways that only their texts tell."""
    rules, first = offered[at], offered[0]
    changes = tuple((row.label, row.values[at][0]) for row in differences if row.values[at][1])
    is_same = at > 0 and bool(title.option_specs) and rules.options == first.options
    same_as = phrase(title, first.label) if is_same else ""
    return RulesetView(rules.key, phrase(title, rules.label), phrase(title, rules.summary), changes, same_as)


def clock_terms(game: Game) -> list[tuple[str, str]]:
    asked = [(_("Conditions for joining"), f"{capfirst(text)}.") for text in [", ".join(minimum_texts(game))] if text]
    return [*_pace_terms(game), *asked]


def _pace_terms(game: Game) -> list[tuple[str, str]]:
    name, times = str(game.get_pace_display()), pace_of(game)
    if times is None:
        return [(_("Pace"), capfirst(name))]
    waits = _("Nothing happens until another player asks for the game to go on.")
    return [
        (_("Pace"), f"{capfirst(name)}. {pace_summary(times)}"),
        *([(_("At the deadline"), waits)] if game.has_soft_deadlines else []),
        (_("Late players"), late_text(game)),
        *([(_("Holidays"), _("They do not stop the clock at this table."))] if game.forbids_holidays else []),
    ]


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
        return _("no turn played by a stand-in robot in the last year")
    text = ngettext(
        "at most %(count)d turn played by a stand-in robot in the last year",
        "at most %(count)d turns played by a stand-in robot in the last year",
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
