"""Guides, and the first games that they play with newcomers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game


class Guide(models.Model):
    """A player who likes to play first games with newcomers, at most ``most_games`` at once."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="guide"
    )
    is_active = models.BooleanField(_("active"), default=True)
    most_games = models.PositiveSmallIntegerField(_("games at once"), default=1)
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("guide")
        verbose_name_plural = _("guides")

    def __str__(self) -> str:
        return f"guide {self.user_id}"


class GuidedGame(models.Model):
    """The first game of a newcomer with a person, who is a guide. The newcomer is the host."""

    game = models.OneToOneField(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="guided")
    guide = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("guide"),
        on_delete=models.CASCADE,
        related_name="guided_games",
        db_index=False,
    )

    class Meta:
        indexes = [models.Index(fields=["guide", "-game"], name="guided_game_latest")]
        verbose_name = _("guided game")
        verbose_name_plural = _("guided games")

    def __str__(self) -> str:
        return f"guided game {self.game_id}"
