"""Acting, resigning and aborting in the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import FreshProblemSerializer, GameSerializer, GameView, ReceiptSerializer
from games.common.api import JSONView, LimitedListField, Values, cleaned, operation
from games.core.api import LAST_PLY, OpeningForm, PositionForm, ShareOpeningForm
from games.core.dice import OpeningAnswer, open_share, opening_answer
from games.core.log import MAX_ACTIONS
from games.core.receipts import ALGORITHM, published_key
from games.play.actions import play_actions
from games.play.endings import resign
from games.play.proposals import answer_abort


class ActionForm(OpeningForm):
    """One action, or several of one turn."""

    action = serializers.CharField(
        min_length=1, max_length=80, required=False, help_text="The action's notation, one of `legal`."
    )
    actions = LimitedListField(
        child=serializers.CharField(min_length=1, max_length=80),
        min_length=1,
        max_length=MAX_ACTIONS,
        required=False,
        help_text="Instead of `action`: actions of one turn, in order. All of them are played or none.",
    )

    def validate(self, attrs: Values) -> Values:
        if ("action" in attrs) == ("actions" in attrs):
            raise serializers.ValidationError(_("Give either an action or a list of actions."), code="one-of")
        return {**attrs, "actions": attrs.get("actions") or [attrs["action"]]}


class Actions(GameView):
    @operation(
        "play_action",
        "play",
        {200: GameSerializer},
        403,
        404,
        409,
        422,
        request=ActionForm,
        conflict=FreshProblemSerializer,
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Play an action, or several of one turn, and the roll that follows.

        Sending the same request twice is harmless: the second is stale.
        """
        game, player = self.game(), self.player
        values = cleaned(ActionForm, request)
        own = {"undone": values.get("undone"), "share": values["share"], "without_share": values["without_share"]}
        return self.game_response(play_actions(game.pk, player, values["actions"], values["ply"], **own))


class OpenedShareSerializer(serializers.Serializer[Any]):
    """An opened share of the dice."""

    seat = serializers.IntegerField(help_text="The number of the seat, from 0.")
    share = serializers.CharField(help_text="In hexadecimal.")


class OpeningAnswerSerializer(serializers.Serializer[OpeningAnswer]):
    """The receipt of an opening, and all from which your program computes K itself."""

    receipt = ReceiptSerializer(
        allow_null=True, help_text="Null for a share that the site knew from the start, or opened in an old game."
    )
    key = serializers.CharField(help_text="The key of the signature: SubjectPublicKeyInfo in Base64.")
    commitments = serializers.ListField(child=serializers.CharField(), help_text="All of them, in seat order.")
    opened = OpenedShareSerializer(many=True, help_text="The shares in the order of opening, yours last.")


class OpenShare(GameView):
    @operation("open_share", "play", {200: OpeningAnswerSerializer}, 403, 404, 409, 422, request=ShareOpeningForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Open your share of the dice in a running game: all later results contain it. Keep the receipt.

        Doing it twice is harmless: the same receipt comes again.
        """
        game, player = self.game(), self.player
        opened = open_share(game.pk, player, cleaned(ShareOpeningForm, request)["share"])
        return Response(OpeningAnswerSerializer(opening_answer(opened, player)).data)


class DiceKeySerializer(serializers.Serializer[Any]):
    """The key with which the site signs receipts for opened shares of the dice."""

    algorithm = serializers.CharField()
    key = serializers.CharField(help_text="SubjectPublicKeyInfo in Base64; empty before the site’s first table.")


class DiceKey(JSONView):
    @operation("get_dice_key", "play", {200: DiceKeySerializer})
    def get(self, request: Request) -> Response:
        """Show the key of the receipts. Keep it: it is the same for all games, and stays the same."""
        return Response(DiceKeySerializer({"algorithm": ALGORITHM, "key": published_key()}).data)


class ResignForm(PositionForm):
    """Resigning from a running game."""

    ply = serializers.IntegerField(
        min_value=0, max_value=LAST_PLY, required=False, help_text="Refuse if the game has another `ply`."
    )


class Resign(GameView):
    @operation(
        "resign", "play", {200: GameSerializer}, 403, 404, 409, request=ResignForm, conflict=FreshProblemSerializer
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Resign from a running game, for good: ask your player first.

        The others play on; a single remaining player wins. Doing it twice is harmless.
        """
        game, player, seen = self.game(), self.player, cleaned(ResignForm, request)
        return self.game_response(resign(game.pk, player, seen.get("ply"), undone=seen.get("undone")))


class AbortForm(serializers.Serializer[Values]):
    """Agreement to end a game without a result."""

    agrees = serializers.BooleanField(default=True)


class AbortGame(GameView):
    @operation("agree_to_abort", "play", {200: GameSerializer}, 403, 404, 409, request=AbortForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Agree to end the game without a result, or withdraw that. It ends when all players in the game agree."""
        game, player = self.game(), self.player
        return self.game_response(answer_abort(game.pk, player, cleaned(AbortForm, request)["agrees"]))
