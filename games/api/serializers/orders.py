"""Serializer of orders in advance, for their owner."""

from typing import Any

from rest_framework import serializers

from games.engine.registry import get_title
from games.models import AdvanceOrder, Game, OrderState
from games.presenters.orders.order_list import order_views
from games.selectors.tables.seats import seat_names


class OrderSerializer(serializers.ModelSerializer[AdvanceOrder]):
    """An order in advance, waiting or done."""

    number = serializers.IntegerField(read_only=True, help_text="The order's number at this table, never used again.")
    condition = serializers.CharField(read_only=True, help_text="Empty if the order has no condition.")
    state = serializers.ChoiceField(OrderState.choices, read_only=True)
    reasons = serializers.SerializerMethodField(help_text="Sentences that tell why it was dropped.")
    turn = serializers.IntegerField(read_only=True, allow_null=True, help_text="The turn for which it was tried.")
    ply = serializers.IntegerField(read_only=True, allow_null=True, help_text="The ply of its first entry in the log.")

    class Meta:
        model = AdvanceOrder
        fields = ["number", "condition", "orders", "state", "reasons", "turn", "ply", "created_at", "settled_at"]
        read_only_fields = fields

    def get_reasons(self, order: AdvanceOrder) -> list[str]:
        """Return the sentences."""
        (view,) = order_views(get_title(self.context["game"].title), [order], self.context["names"])
        return list(view.reasons)


def orders_json(orders: list[AdvanceOrder], game: Game) -> list[dict[str, Any]]:
    """Return orders of one game as the API shows them."""
    context = {"game": game, "names": seat_names(game)}
    return [dict(OrderSerializer(order, context=context).data) for order in orders]
