"""Orders in advance: a player's prepared actions for the next turn."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ..game import Game


class OrderState(models.TextChoices):
    """The state of an order in advance. Only a waiting one can be changed, moved or withdrawn."""

    WAITING = "waiting", _("waiting")
    USED = "used", _("used")
    DROPPED = "dropped", _("dropped")
    WITHDRAWN = "withdrawn", pgettext_lazy("an order", "withdrawn")


class AdvanceOrder(models.Model):
    """An order in advance of a player for their next turn at a table.

    ``condition`` and ``orders`` are canonical notations of the title ("" is no condition). Waiting orders are tried by
    ``rank``, lowest first. ``number`` identifies the order at its table; it never changes and is never used again.
    ``reason`` says why an order was dropped: a message key of the title or of the site, with ``params``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="advance_orders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="advance_orders")
    number = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    condition = models.CharField(max_length=80, blank=True)
    orders = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=OrderState, default=OrderState.WAITING)
    reason = models.CharField(max_length=60, blank=True)
    params = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)  # when it stopped waiting
    turn = models.PositiveIntegerField(null=True, blank=True)  # the turn in which it was tried
    ply = models.PositiveIntegerField(null=True, blank=True)  # of its first entry in the log

    class Meta:
        verbose_name = _("order in advance")
        verbose_name_plural = _("orders in advance")
        ordering = ["rank", "id"]
        constraints = [models.UniqueConstraint(fields=["game", "user", "number"], name="advance_order_number_once")]
        indexes = [
            models.Index(fields=["game", "user"], condition=models.Q(state="waiting"), name="advance_order_waiting")
        ]

    def __str__(self) -> str:
        return f"order {self.number} of user {self.user_id}"  # not its text, because administrators see this
