"""Serializers of request bodies. They check types and lengths; services check the rules."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import FreshProblemSerializer, GameSerializer, GameView
from games.common.api import LimitedListField, NothingForm, Values, cleaned, operation
from games.core.api import LAST_PLY, OpeningForm
from games.core.models import Game
from games.core.selectors import seat_names
from games.engine.registry import get_title
from games.play.models import AdvanceOrder, OrderDeed, OrderState
from games.play.orders import (
    add_order,
    change_order,
    past_orders,
    play_turn,
    rank_orders,
    waiting_orders,
    withdraw_order,
)

from .presenters import order_views


class TurnForm(OpeningForm):
    """A whole turn."""

    turn = serializers.CharField(
        min_length=1, max_length=200, help_text="Orders such as `R; 1: c4c5; 2: d5e5; 4: e4e5`. Faces may be missing."
    )


class OrderForm(serializers.Serializer[Values]):
    """An order in advance."""

    condition = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        default="",
        help_text="When the order is played, as the title writes it: `d4 N`, or `d4` for any direction. Empty: always.",
    )
    orders = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        default="",
        help_text="Such as `R; 1: c4c5; 2: d5e5; 4: e4e5`. Ignored if there is a `deed`.",
    )
    deed = serializers.ChoiceField(
        OrderDeed.choices,
        required=False,
        default=OrderDeed.TURN,
        help_text="What the order does in place of a turn. `rematch` has no condition and waits for the game’s end.",
    )


class RanksForm(serializers.Serializer[Values]):
    """The order in which the player's orders in advance are tried."""

    numbers = LimitedListField(
        child=serializers.IntegerField(min_value=1, max_value=LAST_PLY),
        max_length=100,
        help_text="The numbers of all your waiting orders, in the order in which they will be tried.",
    )


class OrderSerializer(serializers.ModelSerializer[AdvanceOrder]):
    """An order in advance, waiting or done."""

    number = serializers.IntegerField(read_only=True, help_text="The order's number at this table, never used again.")
    condition = serializers.CharField(read_only=True, help_text="Empty if the order has no condition.")
    orders = serializers.CharField(read_only=True, help_text="Empty if the order has a `deed`.")
    deed = serializers.ChoiceField(OrderDeed.choices, read_only=True, help_text="Empty if the order plays a turn.")
    state = serializers.ChoiceField(OrderState.choices, read_only=True)
    reasons = serializers.SerializerMethodField(help_text="Sentences that tell why it was dropped.")
    turn = serializers.IntegerField(read_only=True, allow_null=True, help_text="The turn for which it was tried.")
    ply = serializers.IntegerField(read_only=True, allow_null=True, help_text="The ply of its first entry in the log.")

    class Meta:
        model = AdvanceOrder
        fields = [
            "number",
            "condition",
            "orders",
            "deed",
            "state",
            "reasons",
            "turn",
            "ply",
            "created_at",
            "settled_at",
        ]
        read_only_fields = fields

    def get_reasons(self, order: AdvanceOrder) -> list[str]:
        (view,) = order_views(get_title(self.context["game"].title), [order], self.context["names"])
        return list(view.reasons)


def orders_json(orders: list[AdvanceOrder], game: Game) -> list[dict[str, Any]]:
    context = {"game": game, "names": seat_names(game)}
    return [dict(OrderSerializer(order, context=context).data) for order in orders]


class Turns(GameView):
    @operation(
        "play_turn",
        "play",
        {200: GameSerializer},
        403,
        404,
        409,
        422,
        request=TurnForm,
        conflict=FreshProblemSerializer,
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Play your turn, or the rest of it, with an order for every face. All orders are checked before the roll.

        If the roll shows a face without an order, the turn waits for your placement.
        """
        game, player = self.game(), self.player
        values = cleaned(TurnForm, request)
        own = {"undone": values.get("undone"), "share": values["share"], "without_share": values["without_share"]}
        return self.game_response(play_turn(game.pk, player, values["turn"], values["ply"], **own))


class AdvanceOrders(GameView):
    permission_classes = [IsAuthenticated]

    @operation("list_orders", "play", {200: OrderSerializer(many=True)}, 404)
    def get(self, request: Request, **_address: str) -> Response:
        """List your orders in advance: waiting ones in the order in which they are tried, then the latest others."""
        game, player = self.game(), self.player
        return Response(orders_json([*waiting_orders(player, game), *past_orders(player, game)], game))

    @operation("add_order", "play", {201: OrderSerializer}, 403, 404, 409, 422, request=OrderForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Add an order for your next turn. It is tried after your other waiting orders."""
        game, player = self.game(), self.player
        return Response(orders_json([add_order(game.pk, player, **cleaned(OrderForm, request))], game)[0], 201)


class Ranks(GameView):
    @operation("rank_orders", "play", {200: OrderSerializer(many=True)}, 403, 404, 409, request=RanksForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Set the order in which your orders in advance are tried."""
        game, player = self.game(), self.player
        return Response(orders_json(rank_orders(game.pk, player, cleaned(RanksForm, request)["numbers"]), game))


class Order(GameView):
    @operation("change_order", "play", {200: OrderSerializer}, 403, 404, 409, 422, request=OrderForm)
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Change a waiting order. It keeps its number and its place among the others."""
        game, player = self.game(), self.player
        return Response(orders_json([change_order(game.pk, player, number, **cleaned(OrderForm, request))], game)[0])


class WithdrawOrder(GameView):
    @operation("withdraw_order", "play", {204: None}, 403, 404, 409)
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Withdraw a waiting order. Doing this twice is harmless."""
        cleaned(NothingForm, request)
        withdraw_order(self.game().pk, self.player, number)
        return Response(status=204)
