"""Players who are looking at a table."""

from django.conf import settings
from django.db import models

from ..game import Game


class Presence(models.Model):
    """The last time a player looked at a table: on a visible tab with the focus."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presences")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game_id}"
