"""Views of seats that look for a player."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.requests.forms import NothingForm, SeatForm, cleaned
from games.api.serializers.seats import LETTERS
from games.api.serializers.tables import GameSerializer
from games.services.clocks import seats

from .base import GameView


class TakeSeat(GameView):
    """Taking over a seat."""

    @extend_schema(
        operation_id="take_seat",
        tags=["tables"],
        request=SeatForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Take over a seat that looks for a player (`offered_at`). Its player may return within 14 days."""
        game, player = self.game(), self.player
        number = LETTERS.index(cleaned(SeatForm, request)["seat"])
        return self.game_response(seats.take_seat(game.pk, number, player, timezone.now()))


class TakeBack(GameView):
    """Taking a seat back."""

    @extend_schema(
        operation_id="take_back",
        tags=["tables"],
        request=None,
        responses={200: GameSerializer, **problems(403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Take your seat back: another player took it up to 14 days ago, or it still looks for one."""
        cleaned(NothingForm, request)
        game, player = self.game(), self.player
        return self.game_response(seats.take_back(game.pk, player, timezone.now()))
