"""Rulesets and options in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.core import OptionSpec, Title

from .wording import phrase


@dataclass(frozen=True, slots=True)
class RulesView:
    """What is played at a table: title, ruleset, and where its options differ from the ruleset's."""

    title: str
    name: str
    summary: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One option as all rulesets have it, in the order of ``Comparison.rulesets``."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The offered rulesets of a title side by side: (key, name, summary), and the options in which they differ."""

    rulesets: tuple[tuple[str, str, str], ...]
    differences: tuple[Difference, ...]


def rules_view(title: Title, ruleset: str, options: Mapping[str, str]) -> RulesView:
    """Return a table's rules in words."""
    rules = title.rulesets[ruleset]
    changes = tuple(
        (phrase(title, spec.label), value_name(title, spec, options[spec.name]))
        for spec in title.option_specs
        if spec.name in options and options[spec.name] != rules.options[spec.name]
    )
    return RulesView(title.name, phrase(title, rules.label), phrase(title, rules.summary), changes)


def value_name(title: Title, spec: OptionSpec, value: str) -> str:
    """Return an option's value in words; one that fits the pattern only, as it is written."""
    return phrase(title, spec.value_labels[spec.values.index(value)]) if value in spec.values else value


def comparison(title: Title) -> Comparison:
    """Return how the rulesets that players are offered differ."""
    offered = [ruleset for ruleset in title.rulesets.values() if ruleset.offered]
    names = tuple((rules.key, phrase(title, rules.label), phrase(title, rules.summary)) for rules in offered)
    differences = tuple(
        Difference(
            phrase(title, spec.label), tuple(value_name(title, spec, rules.options[spec.name]) for rules in offered)
        )
        for spec in title.option_specs
        if len({rules.options[spec.name] for rules in offered}) > 1
    )
    return Comparison(names, differences)
