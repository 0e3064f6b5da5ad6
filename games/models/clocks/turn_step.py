"""The steps after a deadline."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .turn import Turn


class TurnStepKind(models.TextChoices):
    """What is done after a deadline; the values are those of ``services.time.falls.StepKind``."""

    ORDER = "order", _("an order in advance is played")
    AUTOMATIC = "automatic", _("an automatic holiday begins")
    DEPUTY = "deputy", _("the deputy is asked")
    HOUSE = "house", _("the house plays")
    LEAVES = "leaves", _("the player leaves the game")
    OFFERED = "offered", _("the seat is offered to other players")
    ROBOT = "robot", _("a robot takes the seat")


class TurnStep(models.Model):
    """One step after the deadline of a turn, made in the transaction that writes this row.

    The key is unique, so that of several workers only one makes it. ``at`` is the instant at which it was due.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=9, choices=TurnStepKind)
    number = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["turn", "kind", "number"], name="turn_step_once")]
        verbose_name = _("step after a deadline")
        verbose_name_plural = _("steps after deadlines")

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of turn {self.turn_id}"
