"""Standing challenges, how a player wants them, and which games came of pairing."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.choices import Pace
from games.core.models import Game

DEFAULT_MAX_RUNNING = 10


class Challenge(models.Model):
    """A standing challenge: its player plays up to ``max_games`` such games at once with whom it suits, until it ends.

    Null ratings and no ``min_hours`` ask for nothing. ``checked_at`` is when the sweep last looked for others.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="challenges"
    )
    title = models.CharField(_("title"), max_length=40)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    seat_count = models.PositiveSmallIntegerField(_("number of players"))
    pace = models.CharField(_("pace"), max_length=9, choices=Pace, default=Pace.USUAL)
    is_rated = models.BooleanField(_("rated"), default=True)
    min_rating = models.PositiveSmallIntegerField(_("rating from"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(_("rating to"), null=True, blank=True)
    min_hours = models.PositiveSmallIntegerField(_("hours awake together"), default=0)  # a day
    max_games = models.PositiveSmallIntegerField(_("games at once"), default=1)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    checked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("standing challenge")
        verbose_name_plural = _("standing challenges")
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["title", "seat_count", "pace", "id"], condition=Q(ended_at=None), name="challenge_kind"
            ),
            models.Index(fields=["-id"], condition=Q(ended_at=None), name="challenge_current"),
            models.Index(fields=["checked_at"], condition=Q(ended_at=None), name="challenge_checked"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} of user {self.user_id}"


class PairingSettings(models.Model):
    """How a player wants standing challenges: all paused, and no more of them while so many games run."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="pairing"
    )
    is_paused = models.BooleanField(_("paused"), default=False)
    max_running = models.PositiveSmallIntegerField(_("running games"), default=DEFAULT_MAX_RUNNING)

    def __str__(self) -> str:
        return f"pairing of user {self.user_id}"


class PairedGame(models.Model):
    """A table that a player has got by pairing: by a standing challenge, or (null) by *Find an opponent*."""

    user = models.ForeignKey(  # no index of its own: the constraint has one
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="paired_games", db_index=False
    )
    challenge = models.ForeignKey(Challenge, on_delete=models.SET_NULL, null=True, blank=True, related_name="games")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pairings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="paired_game_once")]

    def __str__(self) -> str:
        return f"game {self.game_id} of user {self.user_id}"
