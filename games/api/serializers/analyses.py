"""Luck and skill in a finished game, as numbers."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Analysis, JobState

from .game_rows import letter

SEAT_OR_NULL = {
    "type": ["string", "null"],
    "description": "The seat's letter; null for what came before the first turn.",
}


class VectorField(serializers.ListField):
    """One number for each seat, in their order."""

    child = serializers.FloatField()


class EstimateSerializer(serializers.Serializer[Any]):
    """A number that was estimated."""

    value = serializers.FloatField()
    error = serializers.FloatField(help_text="Its standard error; 0 for what is certain.")


class DecisionSerializer(serializers.Serializer[Any]):
    """One choice and how good it was."""

    ply = serializers.IntegerField(help_text="The length of the log after it.")
    played = serializers.CharField()
    best = serializers.CharField(help_text="The best choice by the estimate.")
    par = serializers.ListField(child=serializers.CharField(), help_text="What the robot `greedy` likes best.")
    lost = EstimateSerializer(help_text="The value of the best choice less that of the played one.")
    skill = EstimateSerializer(help_text="The value of the played choice less the mean of par.")


class TurnAnalysisSerializer(serializers.Serializer[Any]):
    """One turn. `before + rest + luck + given + left` is what the next turn begins with, for every seat."""

    turn = serializers.IntegerField(source="number", help_text="0 for what is drawn or rolled before the first turn.")
    seat = serializers.SerializerMethodField()
    ply = serializers.IntegerField(help_text="The length of the log after the turn.")
    luck = EstimateSerializer(many=True, help_text="What chance gave each seat, in their order.")
    decisions = DecisionSerializer(many=True)
    before = VectorField(help_text="What the turn before left to expect.")
    rest = VectorField(help_text="By how much looking one turn further corrected that.")
    given = VectorField(
        help_text="What the choices of this turn cost the acting seat and brought the others, against the best ones."
    )
    left = VectorField(help_text="What it changed that somebody left the game.")
    spread = VectorField(help_text="The variance of the luck that chance had to give.")

    @extend_schema_field(SEAT_OR_NULL)
    def get_seat(self, turn: Mapping[str, Any]) -> str | None:
        """Return the letter."""
        return letter(turn["seat"])


class SeatAnalysisSerializer(serializers.Serializer[Any]):
    """The whole game of one seat. `start + luck - lost + gifts + left + rest` is `score`."""

    seat = serializers.SerializerMethodField()
    luck = EstimateSerializer(help_text="What all rolls and draws gave this seat.")
    own_luck = serializers.FloatField(help_text="The part of it that fell in the seat's own turns.")
    usual = serializers.FloatField(help_text="The standard deviation of the luck that chance had to give.")
    skill = EstimateSerializer(help_text="Better (positive) or worse than par.")
    lost = EstimateSerializer(help_text="What the choices lost against the best ones.")
    par = serializers.FloatField(help_text="What par would have lost in the same places.")
    start = serializers.FloatField(help_text="What the seat could expect before the first turn.")
    gifts = serializers.FloatField(help_text="What the losses of the others brought.")
    left = serializers.FloatField(help_text="What it changed that others left the game, or the seat itself.")
    rest = serializers.FloatField(help_text="What looking further corrected in all.")
    score = serializers.FloatField(help_text="The final points, less the mean of the table.")

    @extend_schema_field({"type": "string"})
    def get_seat(self, seat: Mapping[str, Any]) -> str | None:
        """Return the letter."""
        return letter(seat["seat"])


class ResultSerializer(serializers.Serializer[Any]):
    """The numbers, in points above the average of the table."""

    seats = SeatAnalysisSerializer(many=True)
    turns = TurnAnalysisSerializer(many=True)


class AnalysisSerializer(serializers.ModelSerializer[Analysis]):
    """An analysis as far as it has come."""

    state = serializers.ChoiceField(JobState.choices)
    method = serializers.IntegerField(source="version", help_text="The version of the method: it rises with changes.")
    turns_done = serializers.IntegerField(help_text="How many turns have been analysed.")
    turns = serializers.IntegerField(help_text="Of how many; 0 until that is known.")
    result = ResultSerializer(allow_null=True, help_text="Null until the state is `done`.")

    class Meta:
        model = Analysis
        fields = ["state", "method", "turns_done", "turns", "result"]
        read_only_fields = fields
