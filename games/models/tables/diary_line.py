"""The diaries of players, public when the game is over."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


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
        verbose_name = _("diary entry")
        verbose_name_plural = _("diary entries")
        ordering = ["ply", "id"]
        indexes = [models.Index(fields=["game", "ply"], name="diary_of_game")]

    def __str__(self) -> str:
        return f"line of {self.user_id} at {self.game_id}"
