"""Rated games with their frozen inputs, the changes of ratings, and ratings, by version."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.models import Game


class Pool(models.TextChoices):
    """The games that a rating is about: all, or those with a number of seats."""

    ALL = "all", _("all tables")
    TWO = "2", _("two players")
    THREE = "3", _("three players")
    FOUR = "4", _("four players")


# The luck-free list of tables of two: its rows are ratings and changes, too, but no pool of them shows it as a rating.
LUCK_FREE = "lf"


class InputKind(models.TextChoices):
    """How a player took part in a rated game. Who resigns at a table of two has played and lost."""

    PLAYED = "played", _("played")
    RESIGNED = "resigned", _("resigned")
    LEFT = "left", _("left")
    SUBSTITUTE = "substitute", _("substitute")
    ROBOT = "robot", _("robot")


class RatingReason(models.TextChoices):
    """Why a game counts in another way than usual for a player."""

    USUAL = "", pgettext_lazy("a rated game", "as usual")
    LEFT = "left", _("left the game")
    LEFT_OFTEN = "left-often", _("left more than three games in two weeks: this one does not count")
    SUBSTITUTE = "substitute", _("took the seat of another player")
    REPEATED = "repeated", _("many games against the same players")


class Unrated(models.TextChoices):
    """Why a game is not rated whose table could have been."""

    HOUSEHOLD = "household", _("Not rated: two players of one household.")
    ALONE = "alone", _("Not rated: only one person plays.")
    NO_RESULT = "no-result", _("Not rated: the game ended without a result.")
    SHORT = "short", _("Not rated: not every player had finished two turns.")
    NOBODY = "nobody", _("Not rated: a robot, a deputy or a substitute played for everyone who stayed.")
    EXCLUDED = "excluded", _("Not rated: a player is left out of the ratings.")
    VOIDED = "voided", _("Not rated: the administrators have taken this game out of the ratings.")


class RatingVersion(models.Model):
    """One computation of all ratings. Pages show the current one; ``manage.py rate`` makes another and switches.

    ``voided`` are the codes of games that do not count, ``to_void`` those that will not count after the next
    computation, ``to_restore`` those that will count again, ``excluded`` the ids of players who do not: their games are
    rated as if they had not been there. ``last_number`` is that of the last rated game that it contains, and
    ``last_luck_free`` the ``luck_free_number`` of the last one in its luck-free list. ``formula`` is the version of the
    formula that made it, None for the first one.
    """

    number = models.PositiveIntegerField(_("number"), unique=True)
    is_current = models.BooleanField(_("current"), default=False)
    voided = models.JSONField(_("games that do not count"), default=list, blank=True)
    to_void = models.JSONField(_("games that are not to count"), default=list, blank=True, db_default=[])
    to_restore = models.JSONField(_("games that are to count again"), default=list, blank=True, db_default=[])
    excluded = models.JSONField(_("players who do not count"), default=list, blank=True)
    last_number = models.PositiveIntegerField(_("last rated game"), default=0)
    last_luck_free = models.PositiveIntegerField(_("last luck-free game"), default=0)
    formula = models.PositiveSmallIntegerField(_("formula"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["is_current"], condition=Q(is_current=True), name="rating_version_current")
        ]
        verbose_name = _("version of ratings")
        verbose_name_plural = _("versions of ratings")

    def __str__(self) -> str:
        return f"ratings {self.number}"

    def decided_void(self) -> set[str]:
        """Return the games that do not count, those that will not count after the next computation included."""
        return {*self.voided, *self.to_void} - {*self.to_restore}

    def decide_void(self, codes: set[str]) -> None:
        """Let these games, and no others, not count after the next computation."""
        self.to_void, self.to_restore = sorted(codes.difference(self.voided)), sorted(set(self.voided) - codes)


class RatedGame(models.Model):
    """A finished rated game, written when it ends. ``number`` is its place in the order in which games are rated.

    ``inputs`` is everything that the ratings need, frozen: for each person ``{"seat", "user", "place", "kind",
    "weight"}`` (a substitute has "better" too, and who left "left_at", but not in the oldest games), for each robot
    ``{"seat", "robot", "version", "place", "kind"}``.

    ``luck_free`` is written when the game has been analysed, None for games that are not in that list: the ``version``
    of the method, its ``beta``, and the luck-free ``points`` by seat. ``luck_free_number`` is the place in its order.
    """

    game = models.OneToOneField(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="rated_game")
    number = models.PositiveIntegerField(_("number"), null=True, blank=True, unique=True)
    title = models.CharField(_("title"), max_length=40)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    pool = models.CharField(_("pool"), max_length=3, choices=Pool)
    finished_at = models.DateTimeField(_("finished at"))
    inputs = models.JSONField(_("inputs"))
    luck_free = models.JSONField(_("luck-free points"), null=True, blank=True)
    luck_free_number = models.PositiveIntegerField(_("luck-free number"), null=True, blank=True, unique=True)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["finished_at", "game"], condition=Q(number=None), name="rated_game_waiting"),
            models.Index(fields=["title", "finished_at"], name="rated_game_of_season"),
            models.Index(
                fields=["number"],
                condition=Q(luck_free__isnull=False, luck_free_number=None),
                name="rated_game_luck_waiting",
            ),
        ]
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")

    def __str__(self) -> str:
        return f"rated game {self.number} ({self.game_id})"


class RatingChange(models.Model):
    """What a rated game did to a rating of a player. ``mu`` and ``var`` are on the scale of ``games.ratings.formula``.

    ``mu_before`` and ``var_before`` are those at the end of the game, with the idle time before it.
    """

    version = models.ForeignKey(
        RatingVersion, verbose_name=_("version"), on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    rated_game = models.ForeignKey(
        RatedGame, verbose_name=_("rated game"), on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="rating_changes",
        db_index=False,
    )
    pool = models.CharField(_("pool"), max_length=3, choices=Pool)
    mu_before = models.FloatField()
    var_before = models.FloatField()
    mu_after = models.FloatField()
    var_after = models.FloatField()
    place = models.PositiveSmallIntegerField(_("place"))
    weight = models.FloatField(_("weight"))
    reason = models.CharField(_("reason"), max_length=10, choices=RatingReason, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rated_game", "version", "user", "pool"], name="rating_change_once")
        ]
        indexes = [
            models.Index(fields=["user", "version", "pool", "-rated_game"], name="rating_change_of_user"),
            models.Index(fields=["version"], name="rating_change_version"),
        ]
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")

    def __str__(self) -> str:
        return f"change of user {self.user_id} in {self.pool} by rated game {self.rated_game_id}"


class Rating(models.Model):
    """What is known of a player's skill after the last of ``games`` rated games, which ended ``at`` that time.

    ``opponents`` are the different people among them. The player is in the leaderboard until ``listed_until``, by which
    idle time has made the rating too uncertain.
    """

    version = models.ForeignKey(
        RatingVersion, verbose_name=_("version"), on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="ratings",
        db_index=False,
    )
    title = models.CharField(_("title"), max_length=40)
    pool = models.CharField(_("pool"), max_length=3, choices=Pool)
    mu = models.FloatField()
    var = models.FloatField()
    games = models.PositiveIntegerField(_("games"), default=0)
    opponents = models.PositiveIntegerField(_("opponents"), default=0)
    at = models.DateTimeField(_("time"))
    listed_until = models.DateTimeField(_("listed until"), null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "version", "title", "pool"], name="rating_once")]
        indexes = [
            models.Index(fields=["version"], name="rating_version"),
            models.Index(
                fields=["version", "title", "pool", "-mu", "id"],
                condition=Q(listed_until__isnull=False),
                name="rating_leaderboard",
            ),
        ]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"rating of user {self.user_id} in {self.title}, {self.pool}"


class SeasonScore(models.Model):
    """What a player has in the table of a season: in millionths, so that sums are exact in any order.

    ``person`` is the id of an account, which may be deleted: the row stays without a name.
    """

    version = models.ForeignKey(RatingVersion, on_delete=models.CASCADE, related_name="season_scores", db_index=False)
    title = models.CharField(max_length=40)
    season = models.CharField(max_length=6)
    person = models.PositiveBigIntegerField()
    points = models.BigIntegerField(default=0)
    luck_free = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "title", "season", "person"], name="season_score_once")
        ]
        indexes = [
            models.Index(fields=["version", "title", "season", "-points", "-luck_free", "id"], name="season_table")
        ]

    def __str__(self) -> str:
        return f"{self.points} of user {self.person} in {self.title}, season {self.season}"


class SeasonPlace(models.Model):
    """A place among the first ten of a season that is over, for the page of the player. A new version has new ones."""

    version = models.ForeignKey(RatingVersion, on_delete=models.CASCADE, related_name="season_places", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="season_places", db_index=False
    )
    title = models.CharField(max_length=40)
    season = models.CharField(max_length=6)
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "version", "title", "season"], name="season_place_once")]
        indexes = [models.Index(fields=["version", "title", "season"], name="season_places")]

    def __str__(self) -> str:
        return f"place {self.place} of user {self.user_id} in {self.title}, season {self.season}"


class PersonalRecord(models.Model):
    """The best that a player had done at a title until then, in a public game. A better one is a row of its own.

    ``kind`` is TIME, whose ``value`` are the seconds that the game took, or the key of one of the title's feats.
    ``is_best`` is True until there is a better one.
    """

    TIME = "time"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="records",
        db_index=False,
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="records", db_index=False
    )
    title = models.CharField(_("title"), max_length=40)
    kind = models.CharField(_("kind"), max_length=20)
    value = models.PositiveIntegerField(_("value"))
    at = models.DateTimeField(_("time"))
    is_best = models.BooleanField(_("best one"), default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user", "kind"], name="record_once")]
        indexes = [
            models.Index(fields=["title", "kind", "-value", "id"], condition=Q(is_best=True), name="record_best"),
            models.Index(fields=["user", "-at", "-id"], name="record_latest"),
        ]
        verbose_name = _("record of a player")
        verbose_name_plural = _("records of players")

    def __str__(self) -> str:
        return f"{self.kind} of {self.value} by user {self.user_id} in {self.title}"
