"""Events at a table that are no actions: lines between those of the log."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


class EventKind(models.TextChoices):
    """What happened."""

    OVERDUE = "overdue", _("a soft deadline passed")
    CLAIM = "claim", _("an opponent claimed")
    AUTOMATIC = "automatic", _("an automatic holiday began")
    HOLIDAY = "holiday", _("a player planned or changed a holiday")
    DEPUTY = "deputy", _("the deputy was asked")
    HOUSE = "house", _("the house played a turn")
    OUT = "out", _("a player ran out of time and left the game")
    OFFERED = "offered", _("a seat was offered to other players")
    SUBSTITUTE = "substitute", _("another player took a seat")
    ROBOT = "robot", _("a robot took a seat")
    RETURNED = "returned", _("a player took a seat back")
    GIFT = "gift", _("a player was given time")
    PAUSED = "paused", _("the game was paused")
    RESUMED = "resumed", _("the game went on")
    OUTAGE = "outage", _("the site was down and the clocks rested")
    BOUNCE = "bounce", _("a clock rests because emails bounce")
    PACE = "pace", _("the pace changed")
    RESIGNED = "resigned", _("a player resigned, or another did not wait")
    UNDONE = "undone", _("a turn was taken back")
    PROPOSED = "proposed", _("a player proposed something")
    ANSWERED = "answered", _("a player answered a proposal")
    CLOSED = "closed", _("a proposal ended")
    OPERATOR = "operator", _("the operator changed something")
    DESERTED = "deserted", _("no player was left")


class TableEvent(models.Model):
    """A line in a table's log about clocks, seats and agreements.

    ``ply`` is the length of the log at that time, ``seat`` the number of the seat concerned, ``user`` who did it (null:
    the site). ``params`` are what the sentence needs (``presenters.table.log.event_lines``): ``player`` is the account
    that had the seat then, ``until`` and the like are moments in ISO 8601. An operator's ``reason`` is for readers.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    ply = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EventKind)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    params = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        verbose_name = _("table event")
        verbose_name_plural = _("table events")

    def __str__(self) -> str:
        return f"{self.kind} at game {self.game_id}"
