"""Serializer of how long the turns of a game took."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import TurnEnd
from games.selectors.time.turn_times import TurnDuration

from ..seats import letter


class TurnTimeSerializer(serializers.Serializer[Any]):
    """The time of a turn, or of a part of it if another player took the seat or it was taken back."""

    turn = serializers.IntegerField(source="number")
    ply = serializers.IntegerField(help_text="The length of the log when the turn came.")
    seat = serializers.SerializerMethodField()
    player = serializers.CharField(allow_null=True, help_text="Null for a former player.")
    came_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(help_text="When the clock started.")
    ended_at = serializers.DateTimeField()
    ended_by = serializers.ChoiceField(TurnEnd.choices)
    seconds = serializers.IntegerField(help_text="From the start of the clock to the end, rests included.")
    charged = serializers.IntegerField(
        source="charge", allow_null=True, help_text="Seconds taken from the bank; null without a clock."
    )
    bank_after = serializers.IntegerField(allow_null=True)

    @extend_schema_field({"type": "string", "description": "The letter of the seat."})
    def get_seat(self, time: TurnDuration) -> str | None:
        """Return the letter."""
        return letter(time.seat)
