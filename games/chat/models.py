"""Chat messages of a table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game


class ChatMessage(models.Model):
    """One message in a table's chat. ``ply`` is the length of the log when it was written."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    text = models.TextField(_("text"), max_length=1000)
    ply = models.PositiveIntegerField(_("step"), default=0)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="message_of_game")]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.pk}"  # the administration logs it: no words
