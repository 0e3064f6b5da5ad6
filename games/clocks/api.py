"""Clocks, waking hours and holidays in the API."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.time_zones import zone_of
from games.common.api import DAY, JSONView, LetterField, LimitedListField, Values, cleaned, letter, operation

from . import holidays
from .holidays import last_day_of
from .models import PlannedHoliday, TurnEnd
from .presenters import TimeSettingsView, holidays_now, time_settings_view
from .seat_clocks import Reason, SeatClock
from .selectors import TurnDuration, time_facts_of
from .waking_hours import StoredDay, declared_weeks, save_hours, stored_rows

SEAT_LETTERS = [chr(ord("A") + number) for number in range(10)]
DAY_SCHEMA = {
    "type": "array",
    "nullable": True,
    "minItems": 2,
    "maxItems": 2,
    "items": {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"},
    "example": ["08:00", "00:00"],
}
WEEK_SCHEMA = {"type": "array", "minItems": 7, "maxItems": 7, "items": DAY_SCHEMA}


class RestSerializer(serializers.Serializer[Any]):
    """Why a clock is stopped, and until when; null if nobody knows."""

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
    offered = serializers.BooleanField(help_text="The seat is open to another player; its turn waits without a clock.")
    late = serializers.BooleanField()


def clock_row(number: int, clock: SeatClock) -> dict[str, Any]:
    pause = clock.pause
    return {
        "seat": number,
        "deadline": clock.deadline,
        "left": clock.left,
        "bank": clock.bank,
        "free": clock.free,
        "since": clock.starts,
        "rests": {"reason": pause.reason, "until": pause.ends} if pause else None,
        "offered": clock.is_offered,
        "late": clock.is_late,
    }


@extend_schema_field(DAY_SCHEMA)
class WakingDayField(LimitedListField):
    """The start and the end of a waking day."""

    child = serializers.TimeField(input_formats=["%H:%M"])


class WakingHoursForm(serializers.Serializer[Values]):
    """The waking hours of a week."""

    days = LimitedListField(
        child=WakingDayField(min_length=2, max_length=2, allow_null=True),
        min_length=7,
        max_length=7,
        help_text="Monday to Sunday: start and end, or null for a rest day. An end before the start is on the next "
        "day; the same time twice is the whole day.",
    )


class WakingHoursSerializer(serializers.Serializer[TimeSettingsView]):
    """The waking hours as saved last."""

    zone = serializers.SerializerMethodField(help_text="The time zone of these hours, that of your profile.")
    days = serializers.SerializerMethodField(help_text="Monday to Sunday: start and end, or null for a rest day.")
    acts_at = serializers.SerializerMethodField(
        help_text="When the latest change applies to all turns; null if it does already."
    )

    def get_zone(self, _view: TimeSettingsView) -> str:
        return timezone.get_current_timezone_name()

    @extend_schema_field(WEEK_SCHEMA)
    def get_days(self, view: TimeSettingsView) -> list[StoredDay]:
        return stored_rows(view.rows)

    @extend_schema_field({"type": "string", "format": "date-time", "nullable": True})
    def get_acts_at(self, view: TimeSettingsView) -> str | None:
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
    zone = serializers.SerializerMethodField()

    class Meta:
        model = PlannedHoliday
        fields = ["id", "first", "last", "zone"]

    @extend_schema_field({"type": "string", "format": "date"})
    def get_last(self, row: PlannedHoliday) -> str:
        return last_day_of(row).isoformat()

    def get_zone(self, row: PlannedHoliday) -> str:
        return zone_of(row.zone).key


class HolidaysSerializer(serializers.Serializer[Any]):
    """The account of holidays, and the holidays that are planned or under way."""

    balance = serializers.IntegerField(help_text="What the account holds, in seconds, rounded down.")
    automatic = serializers.BooleanField(help_text="Whether a holiday of a day begins by itself at a deadline.")
    holidays = HolidaySerializer(many=True)


class AutomaticForm(serializers.Serializer[Values]):
    """Whether holidays begin by themselves."""

    automatic = serializers.BooleanField()


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
    by_house = serializers.IntegerField(help_text="Turns that a stand-in robot has played.")
    by_deputy = serializers.IntegerField(help_text="Turns that a deputy has played.")
    games_since = serializers.IntegerField(
        help_text="Games finished since the last of these turns; 0 if there are none."
    )
    hours = UsualHoursSerializer()


def player_time_row(user: User) -> dict[str, Any] | None:
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
        "by_house": facts.by_stand_in,
        "by_deputy": facts.by_deputy,
        "games_since": facts.games_since,
        "hours": {"zone": zone_of(declared.week.zone).key, "days": days, "declared": declared.is_declared},
    }


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
    seconds = serializers.IntegerField(
        help_text="From the start of the clock to the end, with the time when it was stopped."
    )
    charged = serializers.IntegerField(
        source="charge", allow_null=True, help_text="Seconds taken from the bank; null without a clock."
    )
    bank_after = serializers.IntegerField(allow_null=True)

    @extend_schema_field({"type": "string", "description": "The letter of the seat."})
    def get_seat(self, time: TurnDuration) -> str | None:
        return letter(time.seat)


class MyHours(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("get_hours", "time", {200: WakingHoursSerializer})
    def get(self, request: Request) -> Response:
        """Show your waking hours as you saved them last."""
        return Response(WakingHoursSerializer(time_settings_view(self.player, timezone.now())).data)

    @operation("save_hours", "time", {200: WakingHoursSerializer}, 403, 422, request=WakingHoursForm)
    def post(self, request: Request) -> Response:
        """Save your waking hours. A change applies to all turns after 48 hours."""
        save_hours(self.player, cleaned(WakingHoursForm, request)["days"], timezone.now())
        return self.get(request)


class MyHolidays(JSONView):
    permission_classes = [IsAuthenticated]

    def show(self, status: int = 200) -> Response:
        return Response(HolidaysSerializer(holidays_now(self.player, timezone.now())).data, status)

    @operation("list_holidays", "time", {200: HolidaysSerializer})
    def get(self, request: Request) -> Response:
        """Show your account of holidays, and the holidays that are planned or under way."""
        return self.show()

    @operation("plan_holiday", "time", {201: HolidaysSerializer}, 403, 409, 422, request=HolidayForm)
    def post(self, request: Request) -> Response:
        """Plan a holiday. Your opponents can see it at once."""
        days = cleaned(HolidayForm, request)
        holidays.plan_holiday(self.player, days["first"], days["last"], timezone.now())
        return self.show(201)


class ShortenHoliday(MyHolidays):
    http_method_names = ["post"]

    @operation("shorten_holiday", "time", {200: HolidaysSerializer}, 403, 404, 409, 422, request=LastDayForm)
    def post(self, request: Request, number: int) -> Response:  # type: ignore[override]
        """Give a holiday an earlier last day. The day under way stays."""
        holidays.shorten_holiday(self.player, number, cleaned(LastDayForm, request)["last"], timezone.now())
        return self.show()


class AutomaticHolidays(MyHolidays):
    http_method_names = ["post"]

    @operation("set_automatic_holidays", "time", {200: HolidaysSerializer}, 403, request=AutomaticForm)
    def post(self, request: Request) -> Response:
        """Choose whether a holiday of a day begins by itself when your deadline is reached."""
        is_on = cleaned(AutomaticForm, request)["automatic"]
        holidays.set_automatic(self.player, is_on=is_on, now=timezone.now())
        return self.show()


class OwnPaceForm(serializers.Serializer[Values]):
    """The times of a pace of one's own, in seconds."""

    bank = serializers.IntegerField(min_value=3600, max_value=60 * DAY, help_text="What every seat has at the start.")
    increment = serializers.IntegerField(min_value=0, max_value=14 * DAY, help_text="What each turn adds.")
    cap = serializers.IntegerField(min_value=3600, max_value=90 * DAY, help_text="What turns fill the bank up to.")
    grace = serializers.IntegerField(min_value=0, max_value=DAY, help_text="The time of each turn that costs nothing.")
    ceiling = serializers.IntegerField(min_value=DAY, max_value=120 * DAY, help_text="The longest time of a turn.")
