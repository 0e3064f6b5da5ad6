"""The log of a game, its only source of truth."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class EntryNote(StrEnum):
    """The origin of an entry that no player has made directly."""

    ORDER = "order"  # played by an order in advance
    DEPUTY = "deputy"  # played by the player's deputy
    HOUSE = "house"  # played by the house after a deadline
    INHERITED = "inherited"  # copied from the log of the game that this one began from


class Entry(models.Model):
    """One applied action. Append-only. ``seat`` is null for chance and for the table itself (abort)."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    notation = models.CharField(max_length=80)
    at = models.DateTimeField()
    rules_version = models.PositiveSmallIntegerField()
    state_hash = models.CharField(max_length=16)
    note = models.CharField(max_length=10, blank=True)  # an EntryNote, "" for none
    # Who acted, if it was not the player who began the game in this seat.
    played_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="entry_ply_once")]
        indexes = [
            models.Index(fields=["played_by"], condition=models.Q(played_by__isnull=False), name="entry_played_by")
        ]

    def __str__(self) -> str:
        return f"{self.ply}: {self.notation}"
