"""Serializers of what others may know of a player's time."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from games.selectors.time.player_time import time_facts_of
from games.services.clocks.players.declared_weeks import declared_weeks
from games.services.clocks.players.waking_hours import StoredDay, stored_rows

from .own_time import WEEK_SCHEMA


@extend_schema_field(WEEK_SCHEMA)
class WeekField(serializers.ReadOnlyField):
    """The waking hours of a week."""


class UsualHoursSerializer(serializers.Serializer[Any]):
    """The waking hours that a player has saved last."""

    zone = serializers.CharField(help_text="The time zone of these hours.")
    days = WeekField(help_text="Monday to Sunday: start and end, or null for a rest day.")
    declared = serializers.BooleanField(help_text="False if the player has not chosen any hours.")


class PlayerTimeSerializer(serializers.Serializer[Any]):
    """The facts of the last year, and the usual hours. Times in seconds, from the start of the clock."""

    turns = serializers.IntegerField(help_text="How many turns the times come from, at most 200.")
    median = serializers.IntegerField(allow_null=True, help_text="The median time to answer; null after few turns.")
    quartiles = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        min_length=2,
        max_length=2,
        help_text="Between these times lies the middle half of the answers.",
    )
    by_house = serializers.IntegerField(help_text="Turns that the house has played.")
    by_deputy = serializers.IntegerField(help_text="Turns that a deputy has played.")
    games_since = serializers.IntegerField(
        help_text="Games finished since the last of these turns; 0 if there are none."
    )
    hours = UsualHoursSerializer()


def player_time_row(user: User) -> dict[str, Any] | None:
    """Return the facts about a player's time as the API shows them, None for robots."""
    if user.robot:
        return None
    facts, declared = time_facts_of(user, timezone.now()), declared_weeks([user])[user.pk]
    answers = facts.answers
    quartiles = [answers.lower, answers.upper] if answers else None
    days: list[StoredDay] = stored_rows(declared.week.rows)
    return {
        "turns": answers.turns if answers else 0,
        "median": int(answers.median.total_seconds()) if answers else None,
        "quartiles": [int(one.total_seconds()) for one in quartiles] if quartiles else None,
        "by_house": facts.by_house,
        "by_deputy": facts.by_deputy,
        "games_since": facts.games_since,
        "hours": {"zone": declared.week.zone, "days": days, "declared": declared.is_declared},
    }
