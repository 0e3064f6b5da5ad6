"""Views of waking hours, holidays, time given, and requests to go on."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.requests.forms import cleaned
from games.api.serializers.tables import GameSerializer
from games.api.serializers.time.own_time import (
    LETTERS,
    AutomaticForm,
    ClaimForm,
    GiftForm,
    HolidayForm,
    HolidaysSerializer,
    LastDayForm,
    WakingHoursForm,
    WakingHoursSerializer,
)
from games.presenters.people.time_settings import holidays_now, time_settings
from games.services.clocks import claims, gifts
from games.services.clocks.players import holidays
from games.services.clocks.players.waking_hours import save_hours

from .base import GameView, JSONView


class MyHours(JSONView):
    """The player's waking hours."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_hours", tags=["time"], responses={200: WakingHoursSerializer, **problems()})
    def get(self, request: Request) -> Response:
        """Show your waking hours as you saved them last."""
        return Response(WakingHoursSerializer(time_settings(self.player, timezone.now())).data)

    @extend_schema(
        operation_id="save_hours",
        tags=["time"],
        request=WakingHoursForm,
        responses={200: WakingHoursSerializer, **problems(*BODY_STATUSES, 403, 422)},
    )
    def post(self, request: Request) -> Response:
        """Save your waking hours. A change applies to all turns after 48 hours."""
        save_hours(self.player, cleaned(WakingHoursForm, request)["days"], timezone.now())
        return self.get(request)


class MyHolidays(JSONView):
    """The player's holidays."""

    permission_classes = [IsAuthenticated]

    def show(self, status: int = 200) -> Response:
        """Return the account and the holidays."""
        return Response(HolidaysSerializer(holidays_now(self.player, timezone.now())).data, status)

    @extend_schema(operation_id="list_holidays", tags=["time"], responses={200: HolidaysSerializer, **problems()})
    def get(self, request: Request) -> Response:
        """Show your account of holidays, and the holidays that are planned or under way."""
        return self.show()

    @extend_schema(
        operation_id="plan_holiday",
        tags=["time"],
        request=HolidayForm,
        responses={201: HolidaysSerializer, **problems(*BODY_STATUSES, 403, 409, 422)},
    )
    def post(self, request: Request) -> Response:
        """Plan a holiday. Your opponents can see it at once."""
        days = cleaned(HolidayForm, request)
        holidays.plan_holiday(self.player, days["first"], days["last"], timezone.now())
        return self.show(201)


class ShortenHoliday(MyHolidays):
    """Shortening or cancelling a holiday."""

    http_method_names = ["post"]

    @extend_schema(
        operation_id="shorten_holiday",
        tags=["time"],
        request=LastDayForm,
        responses={200: HolidaysSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, number: int) -> Response:  # type: ignore[override]
        """Give a holiday an earlier last day. The day under way stays."""
        holidays.shorten_holiday(self.player, number, cleaned(LastDayForm, request)["last"], timezone.now())
        return self.show()


class AutomaticHolidays(MyHolidays):
    """Whether holidays begin by themselves."""

    http_method_names = ["post"]

    @extend_schema(
        operation_id="set_automatic_holidays",
        tags=["time"],
        request=AutomaticForm,
        responses={200: HolidaysSerializer, **problems(*BODY_STATUSES, 403)},
    )
    def post(self, request: Request) -> Response:
        """Choose whether a holiday of a day begins by itself when your deadline is reached."""
        is_on = cleaned(AutomaticForm, request)["automatic"]
        holidays.set_automatic(self.player, is_on=is_on, now=timezone.now())
        return self.show()


class Gifts(GameView):
    """Time given to an opponent."""

    @extend_schema(
        operation_id="give_time",
        tags=["time"],
        request=GiftForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Give time to an opponent whose turn it is. It is added to the bank at once."""
        game, player, sent = self.game(), self.player, cleaned(GiftForm, request)
        gifts.give_time(
            game.pk, player, LETTERS.index(sent["seat"]), sent["seconds"], timezone.now(), given=sent.get("given")
        )
        return self.game_response(game)


class Claims(GameView):
    """Requests to go on without a late player."""

    @extend_schema(
        operation_id="claim_late",
        tags=["time"],
        request=ClaimForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Ask to go on without a player whose soft deadline has passed. The next step comes within a minute."""
        game, player, sent = self.game(), self.player, cleaned(ClaimForm, request)
        claims.claim(
            game.pk, player, LETTERS.index(sent["seat"]), timezone.now(), wants_substitute=sent["wants_substitute"]
        )
        return self.game_response(game)
