"""Views of playing, resigning and aborting."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.requests.forms import AbortForm, ActionForm, NothingForm, ResignForm, SeatForm, cleaned
from games.api.serializers.requests.shares import ShareOpeningForm
from games.api.serializers.seats import LETTERS
from games.api.serializers.tables import FreshProblemSerializer, GameSerializer
from games.services.play.actions import play_actions
from games.services.play.resignations import confirm_resignation, resign, take_back_resignation
from games.services.play.shares import open_share
from games.services.tables.proposals import agree_to_abort

from .base import GameView


class Actions(GameView):
    """The next action."""

    @extend_schema(
        operation_id="play_action",
        tags=["play"],
        request=ActionForm,
        responses={
            200: GameSerializer,
            **problems(*BODY_STATUSES, 403, 404, 409, 422, conflict=FreshProblemSerializer),
        },
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Play an action, or several of one turn, and the roll that follows.

        Sending the same request twice is harmless: the second is stale.
        """
        game, player = self.game(), self.player
        values = cleaned(ActionForm, request)
        undone = values.get("undone")
        share = values["share"]
        return self.game_response(
            play_actions(game.pk, player, values["actions"], values["ply"], undone=undone, share=share)
        )


class OpenShare(GameView):
    """The player's share of the dice."""

    @extend_schema(
        operation_id="open_share",
        tags=["play"],
        request=ShareOpeningForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Open your share of the dice in a running game: all later results contain it. Doing it twice is harmless."""
        game, player = self.game(), self.player
        return self.game_response(open_share(game.pk, player, cleaned(ShareOpeningForm, request)["share"]))


class Resign(GameView):
    """Resigning."""

    @extend_schema(
        operation_id="resign",
        tags=["play"],
        request=ResignForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, conflict=FreshProblemSerializer)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Resign from a running game: it counts after ten minutes, in which you can take it back, once in a game.

        Until then, `resignation` says when it counts, no one can play, and all clocks rest. After it, the others play
        on; a single remaining player wins. Doing it twice is harmless.
        """
        game, player, seen = self.game(), self.player, cleaned(ResignForm, request)
        return self.game_response(resign(game.pk, player, seen.get("ply"), undone=seen.get("undone")))


class TakeBackResignation(GameView):
    """The taking back of a resignation."""

    @extend_schema(
        operation_id="take_back_resignation",
        tags=["play"],
        request=None,
        responses={200: GameSerializer, **problems(403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Take back your resignation, as long as `resignation` has it."""
        cleaned(NothingForm, request)
        game, player = self.game(), self.player
        return self.game_response(take_back_resignation(game.pk, player))


class ConfirmResignation(GameView):
    """The end of the ten minutes in which a player can take back a resignation."""

    @extend_schema(
        operation_id="confirm_resignation",
        tags=["play"],
        request=SeatForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Let the resignation of this seat count at once. Every player still in the game can do it."""
        game, player = self.game(), self.player
        number = LETTERS.index(cleaned(SeatForm, request)["seat"])
        return self.game_response(confirm_resignation(game.pk, player, number))


class AbortGame(GameView):
    """Ending a game without a result."""

    @extend_schema(
        operation_id="agree_to_abort",
        tags=["play"],
        request=AbortForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Agree to end the game without a result, or withdraw that. It ends when all players in the game agree."""
        game, player = self.game(), self.player
        return self.game_response(agree_to_abort(game.pk, player, cleaned(AbortForm, request)["agrees"]))
