"""Rulesets and options in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common.errors import NotFound
from games.common.wording import phrase
from games.core.models import Game
from games.engine.core import Title
from games.engine.registry import TITLES
from games.engine.values import OptionSpec, Ruleset

from .pictures import EXAMPLES, HOME_EXAMPLE, AnimatedBoard, example_board
from .terms import clock_terms


@dataclass(frozen=True, slots=True)
class RulesView:
    title: str
    name: str
    summary: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OptionDifference:
    """One option in all rulesets, in the order of ``Comparison.rulesets``: (value, does it differ from the first's)."""

    label: str
    values: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class RulesetView:
    """An offered ruleset, with (option, value) for all in which it differs from the first."""

    key: str
    name: str
    summary: str
    changes: tuple[tuple[str, str], ...]


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
    """Return a table's rules in words, as they are with this number of seats if it is given."""
    rules = title.rulesets[ruleset]
    changes = tuple(
        (phrase(title, spec.label), value_name(title, spec, options[spec.name], seats))
        for spec in title.option_specs
        if spec.name in options and options[spec.name] != rules.options[spec.name]
    )
    return RulesView(title.name, phrase(title, rules.label), phrase(title, rules.summary), changes)


def value_name(title: Title, spec: OptionSpec, value: str, seats: int = 0) -> str:
    """Return an option's value in words (those for the number of seats, if there are any), else as it is."""
    if value not in spec.values:
        return value
    label = spec.value_labels[spec.values.index(value)]
    with_seats = f"{label}.{seats}"
    return phrase(title, with_seats if with_seats in title.phrases else label)


def compare_rulesets(title: Title) -> RulesetComparison:
    offered = [ruleset for ruleset in title.rulesets.values() if ruleset.offered]
    differences = tuple(
        OptionDifference(phrase(title, spec.label), tuple(_values(title, spec, offered)))
        for spec in title.option_specs
        if len({rules.options[spec.name] for rules in offered}) > 1
    )
    views = tuple(_ruleset(title, rules, at, differences) for at, rules in enumerate(offered))
    return RulesetComparison(views, differences)


def _values(title: Title, spec: OptionSpec, rulesets: Sequence[Ruleset]) -> Iterator[tuple[str, bool]]:
    usual = rulesets[0].options[spec.name]
    for rules in rulesets:
        value = rules.options[spec.name]
        yield value_name(title, spec, value), value != usual


def _ruleset(title: Title, rules: Ruleset, at: int, differences: Sequence[OptionDifference]) -> RulesetView:
    changes = tuple((row.label, row.values[at][0]) for row in differences if row.values[at][1])
    return RulesetView(rules.key, phrase(title, rules.label), phrase(title, rules.summary), changes)
