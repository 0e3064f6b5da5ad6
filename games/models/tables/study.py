"""Studies on the planning board: trees of lines, private until published after the game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


class Study(models.Model):
    """One player's tree at one table. It is private until ``published_at`` is set, after the end of the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="studies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies")
    published_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("planning board")
        verbose_name_plural = _("planning boards")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="study_once")]

    def __str__(self) -> str:
        return f"study of {self.user_id} at {self.game_id}"
