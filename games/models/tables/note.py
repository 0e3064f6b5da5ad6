"""Private notes of players."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


class Note(models.Model):
    """One player's private notes about one table. No one else can read them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=4000, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"notes of {self.user_id} at {self.game_id}"
