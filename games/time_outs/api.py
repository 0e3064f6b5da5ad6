"""Time given to opponents, claims of a time-out, and offered seats in the API."""

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import GameSerializer, GameView
from games.clocks.api import SEAT_LETTERS
from games.common.api import LETTERS, NothingForm, Values, cleaned, operation
from games.core.api import SeatForm

from . import claims, substitutes
from .claims import AMOUNTS


class GiftForm(serializers.Serializer[Values]):
    """Time for an opponent whose turn it is."""

    seat = serializers.ChoiceField(SEAT_LETTERS, help_text="The letter of the opponent's seat.")
    seconds = serializers.ChoiceField(AMOUNTS, help_text="1 hour, 12 hours, 1 day or 3 days, in seconds.")
    given = serializers.IntegerField(
        min_value=0,
        max_value=1000,
        required=False,
        help_text="Refuse if the turn has another number of gifts, so that a request that is sent twice gives once.",
    )


class ClaimForm(serializers.Serializer[Values]):
    """The request to go on without a late player, where deadlines are soft."""

    seat = serializers.ChoiceField(SEAT_LETTERS, help_text="The letter of the opponent's seat.")
    wants_substitute = serializers.BooleanField(
        default=False, help_text="Offer the seat to other players instead of letting a stand-in robot play."
    )


class Gifts(GameView):
    @operation("give_time", "time", {200: GameSerializer}, 403, 404, 409, request=GiftForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Give time to an opponent whose turn it is. It is added to the bank at once."""
        game, player, sent = self.game(), self.player, cleaned(GiftForm, request)
        claims.give_time(
            game.pk, player, SEAT_LETTERS.index(sent["seat"]), sent["seconds"], timezone.now(), given=sent.get("given")
        )
        return self.game_response(game)


class Claims(GameView):
    @operation("claim_late", "time", {200: GameSerializer}, 403, 404, 409, request=ClaimForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Ask for the game to go on without a player whose soft deadline has passed. The next step comes within a "
        "minute."""
        game, player, sent = self.game(), self.player, cleaned(ClaimForm, request)
        claims.claim(
            game.pk, player, SEAT_LETTERS.index(sent["seat"]), timezone.now(), wants_substitute=sent["wants_substitute"]
        )
        return self.game_response(game)


class TakeSeat(GameView):
    @operation("take_seat", "tables", {200: GameSerializer}, 403, 404, 409, request=SeatForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Take over a seat that is open to another player (`offered_at`). Its player may return within 14 days."""
        game, player = self.game(), self.player
        number = LETTERS.index(cleaned(SeatForm, request)["seat"])
        return self.game_response(substitutes.take_seat(game.pk, number, player, timezone.now()))


class TakeBack(GameView):
    @operation("take_back", "tables", {200: GameSerializer}, 403, 404, 409)
    def post(self, request: Request, **_address: str) -> Response:
        """Take your seat back: another player took it up to 14 days ago, or it is still open to others."""
        cleaned(NothingForm, request)
        game, player = self.game(), self.player
        return self.game_response(substitutes.take_back(game.pk, player, timezone.now()))
