"""Orders in advance, the turns of robots, tallies of finished games, and proposals with their answers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.models import Game, JobReason, Seat


class OrderState(models.TextChoices):
    """The state of an order in advance. Only a waiting one can be changed, moved or withdrawn."""

    WAITING = "waiting", _("waiting")
    USED = "used", _("used")
    DROPPED = "dropped", _("dropped")
    WITHDRAWN = "withdrawn", pgettext_lazy("an order", "withdrawn")


class OrderDeed(models.TextChoices):
    """What an order does in place of a turn. A rematch is asked for when the game is over, the others on its turn."""

    TURN = "", _("play a turn")
    RESIGN = "resign", _("resign")
    ABORT = "abort", _("propose to end the game without a result")
    REMATCH = "rematch", _("ask for a rematch when the game is over")


class AdvanceOrder(models.Model):
    """An order in advance of a player for their next turn at a table. With a ``deed``, ``orders`` is "".

    ``condition`` and ``orders`` are canonical notations of the title ("" is no condition). Waiting orders are tried by
    ``rank``, lowest first. ``number`` identifies the order at its table; it never changes and is never used again.
    ``reason`` says why an order was dropped: a message key of the title or of the site, with ``params``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="advance_orders")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="advance_orders")
    number = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    condition = models.CharField(max_length=80, blank=True)
    orders = models.CharField(max_length=120)
    deed = models.CharField(max_length=8, choices=OrderDeed, default=OrderDeed.TURN, blank=True)
    state = models.CharField(max_length=10, choices=OrderState, default=OrderState.WAITING)
    reason = models.CharField(max_length=60, blank=True)
    params = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)  # when it stopped waiting
    turn = models.PositiveIntegerField(null=True, blank=True)  # the turn in which it was tried
    ply = models.PositiveIntegerField(null=True, blank=True)  # of its first entry in the log

    class Meta:
        verbose_name = _("order in advance")
        verbose_name_plural = _("orders in advance")
        ordering = ["rank", "id"]
        constraints = [models.UniqueConstraint(fields=["game", "user", "number"], name="advance_order_number_once")]
        indexes = [
            models.Index(fields=["game", "user"], condition=models.Q(state="waiting"), name="advance_order_waiting")
        ]

    def __str__(self) -> str:
        return f"order {self.number} of user {self.user_id}"  # not its text, because administrators see this


class RobotTurnState(models.TextChoices):
    THINKING = "thinking", _("thinking")
    PLAYED = "played", _("played")
    FAILED = "failed", _("failed")


class RobotTurn(models.Model):
    """The ply at which a robot's seat last had to act: one row for each such seat, created when it first must act.

    A worker claims it by a conditional update, computes outside any transaction, and marks it. Another worker may claim
    the same ply from ``due_at`` on, the end of the lease or of the pause after a failure. ``attempts`` counts attempts
    at this ply; ``reason`` and ``detail`` say why the latest failed.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="robot_turn")
    ply = models.PositiveIntegerField(_("step"))
    state = models.CharField(_("state"), max_length=10, choices=RobotTurnState, default=RobotTurnState.THINKING)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("due at"))
    reason = models.CharField(_("reason"), max_length=20, choices=JobReason, blank=True)
    detail = models.CharField(_("details"), max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "-id"], name="robot_turn_state")]
        verbose_name = _("robot turn")
        verbose_name_plural = _("robot turns")

    def __str__(self) -> str:
        return f"{self.seat} at ply {self.ply}"


class PlaceTally(models.Model):
    """The finished games of a player with the same title, ruleset, number of players and place.

    ``place`` is 0 in a game without places. ``scored`` games have a score, ``score_sum`` is the sum of those scores,
    and ``highlight`` the best value of the title's highlight. The public games among them are counted a second time,
    because others may know of these only.
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
    public_games = models.PositiveIntegerField(default=0, db_default=0)
    public_scored = models.PositiveIntegerField(default=0, db_default=0)
    public_score_sum = models.BigIntegerField(default=0, db_default=0)
    public_best_score = models.IntegerField(null=True)
    public_best_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+", db_index=False)
    public_highlight = models.IntegerField(null=True)
    public_highlight_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "title", "ruleset", "seat_count", "place"], name="place_tally_once")
        ]
        indexes = [  # for the deletion of a game
            models.Index(fields=[name], condition=models.Q((f"{name}__isnull", False)), name=f"tally_{name}")
            for name in ("public_best_game", "public_highlight_game")
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


class ProposalKind(models.TextChoices):
    ABORT = "abort", _("end the game without a result")
    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("go on after a pause")
    UNDO = "undo", _("take back the last turn")
    PACE = "pace", _("another pace")


class ProposalState(models.TextChoices):
    OPEN = "open", pgettext_lazy("a proposal", "open")
    AGREED = "agreed", _("agreed")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", pgettext_lazy("a proposal", "withdrawn")
    EXPIRED = "expired", _("expired")


class Proposal(models.Model):
    """A proposal of a player that takes effect when everyone still in the game has agreed.

    ``params`` depend on the kind: ``until`` of a pause, ``ply`` of an undo (the log's length to go back to), ``pace``
    and ``own_pace``. ``ply`` is the length of the log when it was made.
    """

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="proposals")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="proposals"
    )
    kind = models.CharField(_("kind"), max_length=6, choices=ProposalKind)
    params = models.JSONField(_("parameters"), default=dict, blank=True)
    ply = models.PositiveIntegerField(_("step"))
    state = models.CharField(_("state"), max_length=9, choices=ProposalState, default=ProposalState.OPEN)
    created_at = models.DateTimeField(_("created at"))
    expires_at = models.DateTimeField(_("expires at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(state="open"), name="proposal_open_once"
            )
        ]
        indexes = [models.Index(fields=["expires_at"], condition=models.Q(state="open"), name="proposal_expiry")]
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")

    def __str__(self) -> str:
        return f"{self.kind} at game {self.game_id}"


class ProposalAnswer(models.Model):
    """One player's answer to a proposal. The player who proposes agrees with it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="proposal_answers"
    )
    agrees = models.BooleanField(_("agrees"))
    at = models.DateTimeField(_("time"))

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["proposal", "user"], name="proposal_answer_once")]
        verbose_name = _("answer to a proposal")
        verbose_name_plural = _("answers to proposals")

    def __str__(self) -> str:
        return f"{'yes' if self.agrees else 'no'} of user {self.user_id}"
