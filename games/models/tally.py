"""What players' finished games add up to, so that a page about many games reads few rows."""

from django.conf import settings
from django.db import models

from .game import Game


class PlaceTally(models.Model):
    """The finished games of a player with the same title, ruleset, number of players and place.

    ``place`` is 0 in a game without places. ``scored`` games have a score, ``score_sum`` is the sum of those scores,
    and ``highlight`` the best value of the title's highlight.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies", db_index=False)
    title = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    scored = models.PositiveIntegerField(default=0)
    score_sum = models.BigIntegerField(default=0)
    best_score = models.IntegerField(null=True)
    best_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    highlight = models.IntegerField(null=True)
    highlight_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "title", "ruleset", "seat_count", "place"], name="place_tally_once")
        ]

    def __str__(self) -> str:
        return f"{self.games} games of user {self.user_id} with place {self.place} in {self.ruleset}"


class OpponentTally(models.Model):
    """The finished games of a player against another one.

    In ``ahead`` of them the player had the better place, in ``behind`` the opponent. The public ones among them are
    counted a second time, because others may know of these only.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="opponent_tallies", db_index=False)
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    behind = models.PositiveIntegerField(default=0)
    public_games = models.PositiveIntegerField(default=0)
    public_ahead = models.PositiveIntegerField(default=0)
    public_behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "opponent"], name="opponent_tally_once")]
        indexes = [
            models.Index(fields=["user", "-games", "opponent"], name="opponent_games"),
            models.Index(
                fields=["user", "-public_games", "opponent"],
                condition=models.Q(public_games__gt=0),
                name="opponent_public_games",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.games} games of user {self.user_id} against user {self.opponent_id}"
