"""What the columns of a table may say: its stage, pace, rule for late players, order of seats."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("ended without a result")
    CANCELLED = "cancelled", _("cancelled")


class Pace(models.TextChoices):
    """The time that players have (``games.clocks.paces``; docs/clock.md)."""

    BRISK = "brisk", _("brisk")
    USUAL = "usual", _("usual")
    LEISURELY = "leisurely", _("leisurely")
    OWN = "own", _("custom times")
    DAY = "1d", _("1 day per turn")
    THREE_DAYS = "3d", _("3 days per turn")
    WEEK = "7d", _("7 days per turn")
    NONE = "none", _("no clock")


class LateRule(models.TextChoices):
    STAND_IN = "house", _("a stand-in robot plays, then another player takes the seat")
    OUT = "out", _("the player is out of the game")


class SeatOrder(models.TextChoices):
    RANDOM = "random", _("random")
    JOINED = "joined", _("in order of joining")
    ROTATED = "rotated", _("one seat on from the last game")  # of rematches alone

    @classmethod
    def offered(cls) -> "list[tuple[str, str | Promise]]":
        return [choice for choice in cls.choices if choice[0] != cls.ROTATED]
