"""Serializers of a player's own time: waking hours, holidays, time given and requests to go on."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import PlannedHoliday
from games.presenters.people.time_settings import OwnTime
from games.services.clocks.gifts import AMOUNTS
from games.services.clocks.players.holidays import last_day_of
from games.services.clocks.players.waking_hours import StoredDay, stored_rows

from ..requests.forms import Values

LETTERS = [chr(ord("A") + number) for number in range(10)]
DAY_SCHEMA = {
    "type": "array",
    "nullable": True,
    "minItems": 2,
    "maxItems": 2,
    "items": {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"},
    "example": ["08:00", "00:00"],
}
WEEK_SCHEMA = {"type": "array", "minItems": 7, "maxItems": 7, "items": DAY_SCHEMA}


@extend_schema_field(DAY_SCHEMA)
class WakingDayField(serializers.ListField):
    """The start and the end of a waking day."""

    child = serializers.TimeField(input_formats=["%H:%M"])


class WakingHoursForm(serializers.Serializer[Values]):
    """The waking hours of a week."""

    days = serializers.ListField(
        child=WakingDayField(min_length=2, max_length=2, allow_null=True),
        min_length=7,
        max_length=7,
        help_text="Monday to Sunday: start and end, or null for a rest day. An end before the start is on the next "
        "day; the same time twice is the whole day.",
    )


class WakingHoursSerializer(serializers.Serializer[OwnTime]):
    """The waking hours as saved last."""

    zone = serializers.SerializerMethodField(help_text="The time zone of these hours, that of your profile.")
    days = serializers.SerializerMethodField(help_text="Monday to Sunday: start and end, or null for a rest day.")
    acts_at = serializers.SerializerMethodField(
        help_text="When the latest change applies to all turns; null if it does already."
    )

    def get_zone(self, view: OwnTime) -> str:
        """Return the zone."""
        return view.zone.replace(" ", "_")

    @extend_schema_field(WEEK_SCHEMA)
    def get_days(self, view: OwnTime) -> list[StoredDay]:
        """Return the week."""
        return stored_rows(view.rows)

    @extend_schema_field({"type": "string", "format": "date-time", "nullable": True})
    def get_acts_at(self, view: OwnTime) -> str | None:
        """Return when the latest change applies to all turns."""
        return view.pending[-1].acts_at.isoformat().replace("+00:00", "Z") if view.pending else None


class HolidayForm(serializers.Serializer[Values]):
    """A holiday to plan."""

    first = serializers.DateField(help_text="The first day, in your time zone. Today begins at once.")
    last = serializers.DateField(help_text="The last day.")


class LastDayForm(serializers.Serializer[Values]):
    """An earlier last day."""

    last = serializers.DateField(help_text="The new last day. A day before the first one cancels the holiday.")


class HolidaySerializer(serializers.ModelSerializer[PlannedHoliday]):
    """A planned holiday."""

    last = serializers.SerializerMethodField(help_text="The last day; before the first one if it was cancelled.")

    class Meta:
        model = PlannedHoliday
        fields = ["id", "first", "last", "zone"]

    @extend_schema_field({"type": "string", "format": "date"})
    def get_last(self, row: PlannedHoliday) -> str:
        """Return the last day after all changes."""
        return last_day_of(row).isoformat()


class HolidaysSerializer(serializers.Serializer[Any]):
    """The account of holidays, and the holidays that are planned or under way."""

    balance = serializers.IntegerField(help_text="What the account holds, in seconds, rounded down.")
    automatic = serializers.BooleanField(help_text="Whether a holiday of a day begins by itself at a deadline.")
    holidays = HolidaySerializer(many=True)


class AutomaticForm(serializers.Serializer[Values]):
    """Whether holidays begin by themselves."""

    automatic = serializers.BooleanField()


class GiftForm(serializers.Serializer[Values]):
    """Time for an opponent whose turn it is."""

    seat = serializers.ChoiceField(LETTERS, help_text="The letter of the opponent's seat.")
    seconds = serializers.ChoiceField(AMOUNTS, help_text="1 hour, 12 hours, 1 day or 3 days, in seconds.")
    given = serializers.IntegerField(
        min_value=0,
        max_value=1000,
        required=False,
        help_text="Refuse if the turn has another number of gifts, so that a request that is sent twice gives once.",
    )


class ClaimForm(serializers.Serializer[Values]):
    """The request to go on without a late player, where deadlines are soft."""

    seat = serializers.ChoiceField(LETTERS, help_text="The letter of the opponent's seat.")
    wants_substitute = serializers.BooleanField(
        default=False, help_text="Offer the seat to other players instead of letting the house play."
    )
