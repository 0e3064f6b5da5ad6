"""A player's private notes at a table, and the diary that becomes public when the game is over."""

from django.conf import settings
from django.db import models

from .game import Game


class Note(models.Model):
    """One player's private notes about one table. No one else can read them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=4000, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"notes of {self.user_id} at {self.game_id}"


class DiaryLine(models.Model):
    """One entry of a player's diary. ``ply`` is the length of the log when it was written.

    Only its author can read it during the game; afterwards everyone who can see the table.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="diary")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="diary")
    ply = models.PositiveIntegerField()
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ply", "id"]
        indexes = [models.Index(fields=["game", "ply"], name="diary_of_game")]

    def __str__(self) -> str:
        return f"line of {self.user_id} at {self.game_id}"
