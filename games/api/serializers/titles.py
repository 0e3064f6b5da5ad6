"""Serializers of titles with their rulesets, options and robots."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from games.engine.core import Title
from games.engine.values import OptionSpec, Robot, Ruleset

Fields = dict[str, Any]


def title_json(title: Title) -> Fields:
    """Return the facts that a program needs to open a table."""
    return {
        "key": title.key,
        "name": title.name,
        "rules_version": title.rules_version,
        "min_seats": title.min_seats,
        "max_seats": title.max_seats,
        "rulesets": [_ruleset(title, ruleset) for ruleset in title.rulesets.values()],
        "options": [_option(title, option) for option in title.option_specs],
        "robots": [_robot(title, robot) for robot in title.robots.values()],
    }


def _phrase(title: Title, key: str) -> str:
    return gettext(title.phrases[key])


def _ruleset(title: Title, ruleset: Ruleset) -> Fields:
    return {
        "key": ruleset.key,
        "label": _phrase(title, ruleset.label),
        "summary": _phrase(title, ruleset.summary),
        "options": dict(ruleset.options),
        "offered": ruleset.offered,
    }


def _option(title: Title, option: OptionSpec) -> Fields:
    labels = zip(option.values, option.value_labels, strict=True)
    values = [{"value": value, "label": _phrase(title, label)} for value, label in labels]
    return {"name": option.name, "label": _phrase(title, option.label), "values": values, "pattern": option.pattern}


def _robot(title: Title, robot: Robot) -> Fields:
    label, summary = _phrase(title, robot.label), _phrase(title, robot.summary)
    return {"key": robot.key, "label": label, "summary": summary, "seconds": robot.seconds}


class RulesetSerializer(serializers.Serializer[Fields]):
    """A named set of options."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    summary = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    offered = serializers.BooleanField(help_text="Whether the site's form for a new table offers it.")


class OptionValueSerializer(serializers.Serializer[Fields]):
    """One value of an option."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class OptionSerializer(serializers.Serializer[Fields]):
    """An option."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    values = OptionValueSerializer(many=True)
    pattern = serializers.CharField(help_text="A regular expression for other accepted values; or empty.")


class RobotSerializer(serializers.Serializer[Fields]):
    """A robot."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    summary = serializers.CharField()
    seconds = serializers.FloatField(help_text="The usual time for a turn.")


class TitleSerializer(serializers.Serializer[Any]):
    """A game that can be played here."""

    key = serializers.CharField()
    name = serializers.CharField()
    rules_version = serializers.IntegerField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    rulesets = RulesetSerializer(many=True)
    options = OptionSerializer(many=True)
    robots = RobotSerializer(many=True, help_text="Weakest first.")
