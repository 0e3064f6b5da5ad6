"""Serializers of seats."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Game, Seat
from games.selectors.tables.seats import seat_name

LETTERS = "ABCDEFGHIJ"
LETTER_OR_NULL = {"type": ["string", "null"], "description": "The seat's letter; null before the start."}


def letter(number: int | None) -> str | None:
    """Return the letter of a seat, None for no seat."""
    return None if number is None else LETTERS[number]


@extend_schema_field(LETTER_OR_NULL)
class LetterField(serializers.ReadOnlyField):
    """The letter of a seat."""

    def to_representation(self, value: int) -> str | None:
        """Return the letter."""
        return letter(value)


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat and its player."""

    seat = LetterField(source="number")
    player = serializers.CharField(
        source="user.username", default=None, read_only=True, allow_null=True, help_text="Null for a former player."
    )
    name = serializers.SerializerMethodField(help_text="The name to show.")
    robot = serializers.CharField(
        source="user.robot",
        default="",
        read_only=True,
        help_text="The robot's key; empty for people.",
    )
    acting = serializers.BooleanField(source="is_acting", help_text="Whether the game waits for this seat.")
    acting_since = serializers.DateTimeField(allow_null=True)
    out = serializers.BooleanField(source="is_out")
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="1 is the winner; null before the end of the game.")
    wants_abort = serializers.BooleanField()
    bank = serializers.IntegerField(
        help_text="Seconds in the bank when the seat’s latest turn came, or after it; 0 without a clock."
    )
    offered_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when the seat looks for another player; null if it does not."
    )

    class Meta:
        model = Seat
        fields = [
            "seat", "player", "name", "robot", "acting", "acting_since", "out", "score", "place", "wants_abort", "bank",
            "offered_at",
        ]  # fmt: skip

    def get_name(self, seat: Seat) -> str:
        """Return the name."""
        return seat_name(seat)


class ResignationSerializer(serializers.Serializer[Game]):
    """A resignation that can still be taken back. Until it counts, no one can play and all clocks rest."""

    seat = LetterField(source="resigning_seat")
    until = serializers.DateTimeField(source="resigns_at", help_text="When it counts, if it is not taken back.")


class YouSerializer(serializers.Serializer[Any]):
    """The viewer's own seat, or the one for which the viewer may act now."""

    seat = LetterField()
    deputy = serializers.BooleanField(help_text="Whether it is another player’s seat, for whom you may act as deputy.")
    acting = serializers.BooleanField(help_text="Whether the game waits for you.")
