"""Turns: the time that a seat had for each of them, and how it was used."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import time_limits

from ..game import Game
from ..seat import Seat

START_DELAY = timedelta(seconds=time_limits.START_DELAY)


def started_at(came: datetime, told: datetime | None) -> datetime:
    """Return when the clock of a turn starts. ``services.time.turn_clock.start_of`` says the same."""
    latest = came + START_DELAY
    return min(told or latest, latest)


class TurnEnd(models.TextChoices):
    """Who ended a turn, or what."""

    PLAYER = "player", _("played by the player")
    ORDER = "order", _("played by an order in advance")
    DEPUTY = "deputy", _("played by the deputy")
    HOUSE = "house", _("played by the house")
    LEFT = "left", _("the player left the game")
    REPLACED = "replaced", _("another player took the seat")
    UNDONE = "undone", pgettext_lazy("a turn", "undone")
    OVER = "over", _("the game ended")


class ToldBy(models.TextChoices):
    """What told a player that a turn has come."""

    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")
    TABLE = "table", _("the player opened the table")
    NO_NOTICES = "none", _("all notifications were off")
    START = "start", _("running when clocks were introduced")


class DeadlineCause(models.TextChoices):
    """What sets a deadline."""

    BANK = "bank", _("the bank")
    CEILING = "ceiling", _("the longest turn")
    AUTOMATIC = "automatic", _("the time after an automatic holiday")


class Turn(models.Model):
    """One turn of a seat of a person, from the moment it came. Robots have none.

    ``pace`` are the times of the table's pace at that moment (``services.time.paces.PaceTimes``), None without a clock.
    ``bank`` is what the bank held then, in seconds. ``deadline`` follows from the facts and is what people see;
    ``due_at`` is when the sweep must look at the turn: at the deadline, or at the next step after it. ``remind_at`` is
    the next reminder, ``reminded`` the part of the latest one. ``charge`` and ``bank_after`` are set at the end.
    ``failed_at`` is when the sweep last failed at the turn, and ``failure`` the error; both are empty while it works.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="turns"
    )
    ply = models.PositiveIntegerField()  # the length of the log when it came
    number = models.PositiveIntegerField(default=0)  # the number of the turn in the game
    came_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    told_by = models.CharField(max_length=7, choices=ToldBy, blank=True)
    pace = models.JSONField(null=True, blank=True)
    bank = models.PositiveIntegerField(default=0)

    deadline = models.DateTimeField(null=True, blank=True)
    deadline_cause = models.CharField(max_length=9, choices=DeadlineCause, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    overdue_at = models.DateTimeField(null=True, blank=True)  # when the sweep noticed that the deadline had passed
    remind_at = models.DateTimeField(null=True, blank=True)
    reminded = models.CharField(max_length=5, blank=True)  # "half" or "fifth"
    failed_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=200, blank=True)

    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=8, choices=TurnEnd, blank=True)
    charge = models.PositiveIntegerField(null=True, blank=True)  # seconds of running time, without the grace
    bank_after = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["came_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["seat"], condition=models.Q(ended_at=None), name="turn_open_once")
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(ended_at=None, due_at__isnull=False), name="turn_due"),
            models.Index(
                fields=["remind_at"], condition=models.Q(ended_at=None, remind_at__isnull=False), name="turn_remind"
            ),
            models.Index(fields=["user"], condition=models.Q(ended_at=None), name="turn_open_of_user"),
            models.Index(fields=["came_at"], condition=models.Q(ended_at=None), name="turn_open_since"),
            models.Index(fields=["user", "-ended_at"], name="turn_of_user"),
            models.Index(fields=["user", "ended_by", "-ended_at"], name="turn_of_user_by_end"),  # for a player's page
        ]
        verbose_name = pgettext_lazy("of a game", "turn")
        verbose_name_plural = pgettext_lazy("of a game", "turns")

    def __str__(self) -> str:
        return f"turn {self.number} of seat {self.seat_id}"

    @property
    def starts_at(self) -> datetime:
        """When the clock starts: when the player was told, or some hours after the turn came."""
        return started_at(self.came_at, self.told_at)
