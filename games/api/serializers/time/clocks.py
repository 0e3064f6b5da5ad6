"""Serializers of the clocks of seats that must act."""

from typing import Any

from rest_framework import serializers

from games.presenters.clocks.rests import Reason
from games.presenters.clocks.seat_clocks import SeatClock

from ..seats import LetterField


class RestSerializer(serializers.Serializer[Any]):
    """Why a clock rests, and until when; null if nobody knows."""

    reason = serializers.ChoiceField([reason.value for reason in Reason])
    until = serializers.DateTimeField(allow_null=True)


class ClockSerializer(serializers.Serializer[Any]):
    """The clock of a seat that must act, in seconds. It counts only while it does not rest."""

    seat = LetterField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="Null in a pause without an end.")
    left = serializers.IntegerField(allow_null=True, help_text="Time on the clock up to the deadline.")
    bank = serializers.IntegerField(help_text="What is left of the bank.")
    free = serializers.IntegerField(help_text="What is left of the time that costs nothing.")
    since = serializers.DateTimeField(allow_null=True, help_text="When the clock started; null before.")
    rests = RestSerializer(allow_null=True)
    offered = serializers.BooleanField(help_text="The seat looks for another player; its turn waits without a clock.")
    late = serializers.BooleanField()


def clock_row(number: int, clock: SeatClock) -> dict[str, Any]:
    """Return the clock of a seat for the serializer."""
    rest = clock.rest
    return {
        "seat": number,
        "deadline": clock.deadline,
        "left": clock.left,
        "bank": clock.bank,
        "free": clock.free,
        "since": clock.starts,
        "rests": {"reason": rest.reason, "until": rest.ends} if rest else None,
        "offered": clock.is_offered,
        "late": clock.is_late,
    }
