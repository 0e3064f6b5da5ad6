"""Pauses of tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


class TablePause(models.Model):
    """A pause of a table: to a date, or (``until`` is null) until everyone agrees to go on (``ended_at``)."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    began_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)  # of the operator

    class Meta:
        ordering = ["began_at", "id"]
        indexes = [models.Index(fields=["until"], condition=models.Q(ended_at=None), name="pause_end")]
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")

    def __str__(self) -> str:
        return f"pause of game {self.game_id} from {self.began_at:%Y-%m-%d %H:%M}"
