"""A table and its game. The log (``Entry``) is the truth; most columns are a cache."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.engine.dice import V2

from .game_choices import LateRule, Pace, SeatOrder, Status
from .game_queryset import GameQuerySet

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def new_code() -> str:
    """Return a random public id of ten characters (49 bits)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))


IN_LOBBY = Q(status="open", is_private=False)


class Game(models.Model):
    """A table before, during and after its game."""

    code = models.CharField(max_length=16, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=60)
    title = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField()
    seat_count = models.PositiveSmallIntegerField(_("number of players"))
    seat_order = models.CharField(max_length=8, choices=SeatOrder, default=SeatOrder.RANDOM)
    pace = models.CharField(_("pace"), max_length=9, choices=Pace, default=Pace.USUAL)
    own_pace = models.JSONField(null=True, blank=True)  # the seconds of ``PaceTimes`` for the pace "own"
    has_soft_deadlines = models.BooleanField(default=False)  # nothing happens until an opponent claims
    forbids_holidays = models.BooleanField(default=False)
    late_rule = models.CharField(max_length=5, choices=LateRule, default=LateRule.HOUSE)
    late_robot = models.CharField(max_length=20, default="greedy")  # the robot that takes an abandoned seat
    # What players who join without an invitation must have (``services.tables.new_table.minimum``); null asks nothing.
    min_games = models.PositiveSmallIntegerField(null=True, blank=True)
    max_house_turns = models.PositiveSmallIntegerField(null=True, blank=True)
    max_answer_days = models.PositiveSmallIntegerField(null=True, blank=True)
    has_hints = models.BooleanField(default=False)  # a robot's choice is marked; tables of one person always have it
    is_private = models.BooleanField(_("private"), default=False)
    invite_code = models.CharField(max_length=16, default=new_code, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted_games"
    )
    rematch_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch")
    # For a game that began from a position of another one: the first ``branched_at`` entries are copied from there.
    branched_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="branches")
    branched_at = models.PositiveIntegerField(null=True, blank=True)

    commitment = models.CharField(max_length=64)
    dice_version = models.PositiveSmallIntegerField(default=V2)  # of the protocol
    entropy = models.CharField(max_length=64, blank=True)  # K as it is now, hexadecimal, from the start on

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    ply = models.PositiveIntegerField(default=0)  # the number of entries in the log
    turn = models.PositiveIntegerField(default=0)
    undone = models.PositiveSmallIntegerField(default=0)  # how often entries were taken back: a ply may come again
    deadline = models.DateTimeField(null=True, blank=True)  # the earliest one of the turns under way
    overdue_at = models.DateTimeField(null=True, blank=True)  # when the sweep noticed that the deadline had passed
    end_reason = models.CharField(max_length=20, blank=True)
    # A resignation that can still be taken back: the number of its seat, and when it counts (``play.resignations``).
    resigning_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    resigns_at = models.DateTimeField(null=True, blank=True)
    # Since when the log is known not to replay, and why: such a game is left out of the work of the site.
    troubled_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=0)  # grows with every change that an open page should show

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [UniqueConstraint(fields=[key], name=f"game_{key}_once") for key in ("code", "invite_code")]
        indexes = [
            models.Index(fields=["-id"], condition=IN_LOBBY, name="game_lobby"),
            # For filters by a value that few games have. Of those that fit equally well, SQLite takes the last.
            models.Index(fields=["title", "-id"], name="game_title"),
            models.Index(fields=["status", "-id"], name="game_status"),
            models.Index(fields=["ruleset", "-id"], name="game_ruleset"),
            models.Index(fields=["pace", "-id"], name="game_pace"),
            models.Index(fields=["seat_count", "-id"], name="game_seat_count"),
            # For filters of the lobby. With the status, SQLite can use two columns, and so prefers them to those above.
            models.Index(fields=["status", "ruleset", "-id"], condition=IN_LOBBY, name="game_lobby_ruleset"),
            models.Index(fields=["status", "pace", "-id"], condition=IN_LOBBY, name="game_lobby_pace"),
            models.Index(fields=["status", "seat_count", "-id"], condition=IN_LOBBY, name="game_lobby_seats"),
            models.Index(fields=["-id"], condition=models.Q(troubled_at__isnull=False), name="game_troubled"),
            models.Index(fields=["resigns_at"], condition=models.Q(resigns_at__isnull=False), name="game_resigning"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.code])

    @property
    def undo_mark(self) -> str:
        """A mark for keys that contain a ply or a turn, which come again after a turn was taken back."""
        return f":{self.undone}" if self.undone else ""

    @property
    def undo_query(self) -> dict[str, int]:
        """What the address of a picture after a ply contains as well, because browsers keep pictures."""
        return {"undone": self.undone} if self.undone else {}

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended or the table was cancelled."""
        return self.status in {Status.FINISHED, Status.ABORTED, Status.CANCELLED}
