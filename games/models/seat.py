"""Seats at a table."""

from datetime import datetime
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.dice import DEVICE, SITE, WORDS

from .game import Game
from .game_queryset import TIME_TO_RETURN

if TYPE_CHECKING:
    from accounts.models import User


class ShareSource(models.TextChoices):
    """Who drew a share of the dice."""

    DEVICE = DEVICE, _("own device")
    WORDS = WORDS, _("own words")
    SITE = SITE, _("the site")


class SeatQuerySet(models.QuerySet["Seat"]):
    """The named lists of seats."""

    def held_by(self, user: "User", now: datetime) -> Self:
        """Keep the seats of a user, and those that another player took and to which the user may return."""
        return self.filter(Q(user=user) | Q(owner=user, taken_at__gt=now - TIME_TO_RETURN))

    def offered(self) -> Self:
        """Keep the seats that look for another player, the first offered first. All of their games are running."""
        offered = self.filter(offered_at__isnull=False, finished_at=None, is_out=False)
        return offered.order_by("offered_at", "id")


class Seat(models.Model):
    """One seat. ``number`` is null until the game starts; ``user`` is null after the account is deleted."""

    # No indexes of their own: those below begin with the same column, and the planner would take the shorter ones.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False
    )
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    # The share of the dice (docs/dice.md), hexadecimal. P_i is "" while only its player's device knows it; c_i and the
    # source are "" in games of the first version. A share counts from the ply of its opening on.
    entropy = models.CharField(max_length=128, blank=True)
    share_commitment = models.CharField(max_length=64, blank=True)
    share_source = models.CharField(max_length=6, choices=ShareSource, blank=True)
    opening_number = models.PositiveSmallIntegerField(null=True, blank=True)  # among those of the game, from 0
    opening_ply = models.PositiveIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    wants_abort = models.BooleanField(default=False)  # agrees with the open proposal to abort, for lists of games
    seen_ply = models.PositiveIntegerField(default=0)  # the number of log entries that its player has seen
    read_message = models.PositiveBigIntegerField(default=0)  # the id of the last chat message that its player has seen
    unread_messages = models.PositiveIntegerField(default=0)  # messages of others after it
    version = models.PositiveIntegerField(default=0)  # grows with what only its player sees (views/etags.py)

    bank = models.PositiveIntegerField(default=0)  # seconds, as the clock has it between the seat's turns
    house_turns = models.PositiveSmallIntegerField(default=0)  # in a row
    offered_at = models.DateTimeField(null=True, blank=True)  # since when it looks for another player
    # A seat that another player or a robot has taken over: its owner, the owner's bank, and when it was taken.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats_left",
        db_index=False,
    )
    owner_bank = models.PositiveIntegerField(default=0)
    taken_at = models.DateTimeField(null=True, blank=True)

    is_acting = models.BooleanField(default=False)
    acting_since = models.DateTimeField(null=True, blank=True)
    is_out = models.BooleanField(default=False)
    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    highlight = models.IntegerField(null=True, blank=True)  # the title's highlight at the end
    finished_at = models.DateTimeField(null=True, blank=True)  # copied from the game, for indexes

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user_once"),
            models.UniqueConstraint(fields=["game", "opening_number"], name="seat_opening_once"),
        ]
        indexes = [
            models.Index(fields=["user", "acting_since"], condition=models.Q(is_acting=True), name="seat_waiting"),
            models.Index(fields=["acting_since"], condition=models.Q(is_acting=True), name="seat_acting"),
            models.Index(  # for a player's page, in its order
                fields=["user", "-is_acting", "acting_since", "-game"],
                condition=models.Q(finished_at__isnull=True),
                name="seat_current",
            ),
            models.Index(fields=["user", "-game"], name="seat_history"),
            models.Index(fields=["user", "-finished_at"], name="seat_finished"),
            models.Index(
                fields=["user", "-game"], condition=models.Q(finished_at__isnull=True), name="seat_unfinished"
            ),
            models.Index(fields=["user", "-game"], condition=models.Q(place=1), name="seat_won"),
            models.Index(
                fields=["offered_at"],
                condition=models.Q(offered_at__isnull=False, finished_at__isnull=True),
                name="seat_offered",
            ),
            models.Index(
                fields=["owner", "-taken_at"], condition=models.Q(owner__isnull=False), name="seat_left_by_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"
