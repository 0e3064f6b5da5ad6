"""Serializers of the luck and skill in a finished game."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import INVITE, GameView
from games.common.api import letter, operation
from games.common.errors import NotFound
from games.core.models import JobState
from games.engine.analysis import BETA

from .models import Analysis
from .selectors import analysis_of

SEAT_OR_NULL = {
    "type": ["string", "null"],
    "description": "The seat's letter; null for draws and rolls before the first turn.",
}


class VectorField(serializers.ListField):
    """One number for each seat, in their order."""

    child = serializers.FloatField()


class EstimateSerializer(serializers.Serializer[Any]):
    """An estimated number."""

    value = serializers.FloatField()
    error = serializers.FloatField(help_text="The standard error; 0 if the value is certain.")


class DecisionSerializer(serializers.Serializer[Any]):
    """One choice and its value."""

    ply = serializers.IntegerField(help_text="The length of the log after the choice.")
    played = serializers.CharField()
    best = serializers.CharField(help_text="The best choice according to the estimate.")
    par = serializers.ListField(child=serializers.CharField(), help_text="The best choices for the robot `greedy`.")
    lost = EstimateSerializer(help_text="The value of the best choice minus that of the played one.")
    skill = EstimateSerializer(help_text="The value of the played choice minus the mean value of `par`.")


class TurnAnalysisSerializer(serializers.Serializer[Any]):
    """One turn. `before + rest + luck + given + left` is `before` of the next turn, for every seat."""

    turn = serializers.IntegerField(source="number", help_text="0 for draws and rolls before the first turn.")
    seat = serializers.SerializerMethodField()
    ply = serializers.IntegerField(help_text="The length of the log after the turn.")
    luck = EstimateSerializer(many=True, help_text="The luck of each seat in this turn, in the order of seats.")
    decisions = DecisionSerializer(many=True)
    before = VectorField(help_text="The expected points at the end of the previous turn.")
    rest = VectorField(help_text="The correction of `before` by looking one turn further.")
    given = VectorField(
        help_text="The points that the acting seat lost and the others gained, compared with the best choices."
    )
    left = VectorField(help_text="The change because a player resigned.")
    spread = VectorField(help_text="The variance of the possible luck.")

    @extend_schema_field(SEAT_OR_NULL)
    def get_seat(self, turn: Mapping[str, Any]) -> str | None:
        return letter(turn["seat"])


class SeatAnalysisSerializer(serializers.Serializer[Any]):
    """The game of one seat. `start + luck - lost + gifts + left + rest` is `score`."""

    seat = serializers.SerializerMethodField()
    luck = EstimateSerializer(help_text="The luck of this seat in all rolls and draws.")
    own_luck = serializers.FloatField(help_text="The part of `luck` from the seat's own turns.")
    usual = serializers.FloatField(help_text="The standard deviation of the possible luck.")
    skill = EstimateSerializer(help_text="The points won (positive) or lost compared with `par`.")
    lost = EstimateSerializer(help_text="The points lost compared with the best choices.")
    par = serializers.FloatField(help_text="The points that the robot `greedy` would have lost in the same positions.")
    start = serializers.FloatField(help_text="The expected points before the first turn.")
    gifts = serializers.FloatField(help_text="The points gained from the losses of the others.")
    left = serializers.FloatField(help_text="The change because a player resigned, including this one.")
    rest = serializers.FloatField(help_text="The sum of the corrections by looking one turn further.")
    score = serializers.FloatField(help_text="The final points minus the mean of the table.")
    luck_free = serializers.SerializerMethodField(help_text="`score - left - luck`: the points with average dice.")

    def get_luck_free(self, seat: Mapping[str, Any]) -> float:
        return round(float(seat["score"]) - float(seat["left"]) - BETA * float(seat["luck"]["value"]), 3)

    @extend_schema_field({"type": "string"})
    def get_seat(self, seat: Mapping[str, Any]) -> str | None:
        return letter(seat["seat"])


class ResultSerializer(serializers.Serializer[Any]):
    """The results, in points above the average of the table."""

    seats = SeatAnalysisSerializer(many=True)
    turns = TurnAnalysisSerializer(many=True)


class AnalysisSerializer(serializers.ModelSerializer[Analysis]):
    """An analysis, complete or in progress."""

    state = serializers.ChoiceField(JobState.choices)
    method = serializers.IntegerField(source="version", help_text="The version of the method.")
    turns_done = serializers.IntegerField(help_text="The number of analysed turns.")
    turns = serializers.IntegerField(help_text="The number of all turns; 0 until it is known.")
    result = ResultSerializer(allow_null=True, help_text="Null until the state is `done`.")

    class Meta:
        model = Analysis
        fields = ["state", "method", "turns_done", "turns", "result"]
        read_only_fields = fields


class GameAnalysis(GameView):
    @operation("get_analysis", "games", {200: AnalysisSerializer}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: str) -> Response:
        """Show luck and skill in a finished game, or the progress of the analysis. 404 for other games."""
        analysis = analysis_of(self.game())
        if analysis is None:
            raise NotFound
        return Response(AnalysisSerializer(analysis).data)
