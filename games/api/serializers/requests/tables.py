"""Serializers of the request bodies about tables: new ones, and robots for free seats."""

from typing import Any

from rest_framework import serializers

from games.models import LateRule, Pace, SeatOrder
from games.services.tables.new_table.minimum import MAX_ANSWER_DAYS, MAX_HOUSE_TURNS, MIN_GAMES
from games.services.tables.new_table.time_settings import TimeSettings

from .forms import NameField, OwnPaceForm, Values
from .shares import ShareForm

MINIMUM_FIELDS = ("min_games", "max_house_turns", "max_answer_days")
TIME_FIELDS = (
    "pace", "own_pace", "soft_deadlines", "forbids_holidays", "late_rule", "late_robot", *MINIMUM_FIELDS,
)  # fmt: skip


class OptionsField(serializers.DictField):
    """Options that differ from a ruleset, by name."""

    child = serializers.CharField(max_length=40)
    name = serializers.SlugField(max_length=40)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Check the names in the same way as the values, because error messages contain them."""
        values: dict[str, str] = super().to_internal_value(data)
        return {self.name.run_validation(name): value for name, value in values.items()}


class TableForm(ShareForm):
    """A new table."""

    title = serializers.CharField(min_length=1, max_length=40)
    ruleset = serializers.CharField(min_length=1, max_length=40)
    seat_count = serializers.IntegerField(min_value=1, max_value=10)
    options = OptionsField(required=False, help_text="Options that differ from the ruleset.")
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="`3d` unless you say otherwise.")
    own_pace = OwnPaceForm(required=False, help_text="The times of the pace `own`.")
    soft_deadlines = serializers.BooleanField(
        required=False, help_text="Nothing happens at a deadline until another player asks for it."
    )
    forbids_holidays = serializers.BooleanField(required=False, help_text="Holidays do not stop the clock.")
    late_rule = serializers.ChoiceField(LateRule.choices, required=False)
    late_robot = serializers.CharField(
        max_length=20, required=False, allow_blank=True, help_text="The robot that takes the seat of a late player."
    )
    min_games = serializers.ChoiceField(
        MIN_GAMES, required=False, allow_null=True, help_text="How many games players must have finished to join."
    )
    max_house_turns = serializers.ChoiceField(
        MAX_HOUSE_TURNS,
        required=False,
        allow_null=True,
        help_text="How many turns the house may have played for them in the last year.",
    )
    max_answer_days = serializers.ChoiceField(
        MAX_ANSWER_DAYS,
        required=False,
        allow_null=True,
        help_text="How many days their median time to answer may be, if it is known.",
    )
    seat_order = serializers.ChoiceField(SeatOrder.offered(), required=False)
    hints = serializers.BooleanField(
        source="has_hints",
        required=False,
        help_text="Pages and emails mark a robot’s suggestion. Tables where one person plays robots always have this.",
    )
    private = serializers.BooleanField(source="is_private", required=False)
    name = NameField(max_length=60, required=False, allow_blank=True)
    robots = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=10,
        required=False,
        help_text="Keys of robots (see `GET /titles/`) that join at once. A key can appear more than once.",
    )
    draft = serializers.CharField(
        max_length=1000,
        required=False,
        allow_blank=True,
        help_text="From `POST /drafts/`: dice whose commitment you have seen.",
    )

    def validate(self, attrs: Values) -> Values:
        """Put the times and the share together, as the service takes them."""
        attrs = super().validate(attrs)
        times = {name: attrs.pop(name) for name in TIME_FIELDS if name in attrs}
        if "soft_deadlines" in times:
            times["has_soft_deadlines"] = times.pop("soft_deadlines")
        return {**attrs, "times": TimeSettings(**times)}


class RobotsForm(serializers.Serializer[Values]):
    """Robots for free seats."""

    robots = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=10, help_text="Keys of robots."
    )
