"""Views of whole turns and of orders in advance, which only their owner sees."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.orders import OrderSerializer, orders_json
from games.api.serializers.requests.forms import NothingForm, OrderForm, RanksForm, TurnForm, cleaned
from games.api.serializers.tables import FreshProblemSerializer, GameSerializer
from games.selectors.tables.advance_orders import past_orders, waiting_orders
from games.services.play.orders import add_order, change_order, play_turn, rank_orders, withdraw_order

from .base import GameView


class Turns(GameView):
    """A whole turn in one request."""

    @extend_schema(
        operation_id="play_turn",
        tags=["play"],
        request=TurnForm,
        responses={
            200: GameSerializer,
            **problems(*BODY_STATUSES, 403, 404, 409, 422, conflict=FreshProblemSerializer),
        },
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Play your turn, or the rest of it, with an order for every face. All orders are checked before the roll.

        If the roll shows a face without an order, the turn waits for your placement.
        """
        game, player = self.game(), self.player
        values = cleaned(TurnForm, request)
        undone = values.get("undone")
        return self.game_response(
            play_turn(game.pk, player, values["turn"], values["ply"], undone=undone, share=values["share"])
        )


class AdvanceOrders(GameView):
    """The player's own orders in advance at a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_orders", tags=["play"], responses={200: OrderSerializer(many=True), **problems(404)}
    )
    def get(self, request: Request, **_address: str) -> Response:
        """List your orders in advance: waiting ones in the order in which they are tried, then the latest others."""
        game, player = self.game(), self.player
        return Response(orders_json([*waiting_orders(player, game), *past_orders(player, game)], game))

    @extend_schema(
        operation_id="add_order",
        tags=["play"],
        request=OrderForm,
        responses={201: OrderSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Add an order for your next turn. It is tried after your other waiting orders."""
        game, player = self.game(), self.player
        return Response(orders_json([add_order(game.pk, player, **cleaned(OrderForm, request))], game)[0], 201)


class Ranks(GameView):
    """The order in which orders are tried."""

    @extend_schema(
        operation_id="rank_orders",
        tags=["play"],
        request=RanksForm,
        responses={200: OrderSerializer(many=True), **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Set the order in which your orders in advance are tried."""
        game, player = self.game(), self.player
        return Response(orders_json(rank_orders(game.pk, player, cleaned(RanksForm, request)["numbers"]), game))


class Order(GameView):
    """One order in advance."""

    @extend_schema(
        operation_id="change_order",
        tags=["play"],
        request=OrderForm,
        responses={200: OrderSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Change a waiting order. It keeps its number and its place among the others."""
        game, player = self.game(), self.player
        return Response(orders_json([change_order(game.pk, player, number, **cleaned(OrderForm, request))], game)[0])


class WithdrawOrder(GameView):
    """Withdrawing an order."""

    @extend_schema(
        operation_id="withdraw_order", tags=["play"], request=None, responses={204: None, **problems(403, 404, 409)}
    )
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Withdraw a waiting order. Doing this twice is harmless."""
        cleaned(NothingForm, request)
        withdraw_order(self.game().pk, self.player, number)
        return Response(status=204)
