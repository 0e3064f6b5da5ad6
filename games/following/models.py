"""Whom a player follows, and the games that a player has marked."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game


class Follow(models.Model):
    """A player wants to see what another plays. The other is not told, and a block by either ends it."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="follows"
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("followed player"),
        on_delete=models.CASCADE,
        related_name="follows_received",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~models.Q(follower=models.F("followed")), name="follow_another"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} > {self.followed_id}"


class Mark(models.Model):
    """A player wants to know how a game of others ends."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="marks"
    )
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="marks")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="mark_once")]

    def __str__(self) -> str:
        return f"mark of game {self.game_id} by user {self.user_id}"


class RecentGame(models.Model):
    """A public game that ended within the last week, and what may make it one of the best: null if nothing does.

    ``mean`` is the mean rating of the people in it before the game, on the scale of the formula, ``swing`` the points
    of luck between the luckiest and the unluckiest seat, ``margin`` the points between the first two.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="recent")
    title = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField()
    mean = models.FloatField(null=True)
    swing = models.FloatField(null=True)
    margin = models.IntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["finished_at", "game"], name="recent_game_end"),
            models.Index(fields=["title", "seat_count"], name="recent_game_kind"),  # of which there are few
            models.Index(fields=["-mean", "-game"], condition=models.Q(mean__isnull=False), name="recent_game_mean"),
            models.Index(fields=["-swing", "-game"], condition=models.Q(swing__isnull=False), name="recent_game_swing"),
            models.Index(
                fields=["margin", "-game"], condition=models.Q(margin__isnull=False), name="recent_game_margin"
            ),
            models.Index(  # at larger tables, margins are larger
                fields=["seat_count", "margin", "-game"],
                condition=models.Q(margin__isnull=False),
                name="recent_game_close",
            ),
        ]

    def __str__(self) -> str:
        return f"recent game {self.game_id}"
