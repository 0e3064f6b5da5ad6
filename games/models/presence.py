"""Players who are looking at a table."""

from django.conf import settings
from django.db import models

from .game import Game


class Presence(models.Model):
    """When a player last had a table before them: on a visible tab that has the focus."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presences")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game_id}"
