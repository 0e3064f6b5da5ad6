"""Tables, seats and their log. The log (``Entry``) is the truth; most columns are a cache."""

import secrets
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.blocks import hidden_from
from accounts.quiet import reader_is_quiet
from games.common.wording import titled
from games.engine.dice import DEPUTY, DEVICE, PLAYER, SITE, TIME_OUT, V21, WORDS
from games.engine.values import SEAT_LETTERS

from .choices import LateRule, Pace, SeatOrder, Status
from .querysets import TIME_TO_RETURN, GameQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def new_code() -> str:
    """Return a random public id of ten characters (49 bits)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))


IN_LOBBY = Q(status="open", is_private=False)


class Packed(IntEnum):
    """What of a game that is over is stored as one compressed value, instead of many rows."""

    NOTHING = 0
    LOG = 1
    TURNS = 2  # and the log


TO_PACK = Q(started_at__isnull=False, finished_at__isnull=False)  # SQLite proves no condition with a value


class Game(models.Model):
    """A table before, during and after its game."""

    code = models.CharField(_("code"), max_length=16, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=60)
    title = models.CharField(_("title"), max_length=40)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    seat_count = models.PositiveSmallIntegerField(_("number of players"))
    seat_order = models.CharField(max_length=8, choices=SeatOrder, default=SeatOrder.RANDOM)
    pace = models.CharField(_("pace"), max_length=9, choices=Pace, default=Pace.USUAL)
    # The seconds of ``PaceTimes`` for the pace "own".
    own_pace = models.JSONField(_("pace of its own"), null=True, blank=True)
    # Nothing happens until an opponent claims.
    has_soft_deadlines = models.BooleanField(_("soft deadlines"), default=False)
    forbids_holidays = models.BooleanField(_("no holidays"), default=False)
    late_rule = models.CharField(_("rule for late players"), max_length=5, choices=LateRule, default=LateRule.STAND_IN)
    # The robot that takes an abandoned seat.
    late_robot = models.CharField(_("robot for late players"), max_length=20, default="greedy")
    # What players who join without an invitation must have (``games.play.requirements``); null asks nothing.
    min_games = models.PositiveSmallIntegerField(null=True, blank=True)
    max_stand_in_turns = models.PositiveSmallIntegerField(null=True, blank=True)
    max_answer_days = models.PositiveSmallIntegerField(null=True, blank=True)
    has_hints = models.BooleanField(default=False)  # a robot's choice is marked; tables of one person always have it
    is_private = models.BooleanField(_("private"), default=False)
    is_rated = models.BooleanField(_("rated"), default=False)
    invite_code = models.CharField(max_length=16, default=new_code, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("host"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_games",
    )
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    # For a game that began from a position of another one: the first ``branched_at`` entries are copied from there.
    branched_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="branches")
    branched_at = models.PositiveIntegerField(null=True, blank=True)

    commitment = models.CharField(_("commitment"), max_length=64)
    dice_version = models.PositiveSmallIntegerField(default=V21)  # of the protocol
    # K as it is now, hexadecimal, from the start on.
    entropy = models.CharField(_("entropy"), max_length=64, blank=True)

    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    ply = models.PositiveIntegerField(_("step"), default=0)  # the number of entries in the log
    turn = models.PositiveIntegerField(_("turn"), default=0)
    undone = models.PositiveSmallIntegerField(default=0)  # how often entries were taken back: a ply may come again
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)  # the earliest one of the turns under way
    # When the sweep noticed that the deadline had passed.
    overdue_at = models.DateTimeField(_("overdue since"), null=True, blank=True)
    end_reason = models.CharField(_("reason for the end"), max_length=20, blank=True)
    # Since when the log is known not to replay, and why: such a game is left out of the work of the site.
    troubled_at = models.DateTimeField(_("in trouble since"), null=True, blank=True)
    trouble = models.CharField(_("trouble"), max_length=200, blank=True)
    # Grows with every change that an open page should show.
    version = models.PositiveIntegerField(_("version"), default=0)
    packed = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)  # a value of Packed

    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    fetched_entries: "list[Entry] | None" = None  # see ``log.fetch_entries``

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
            models.Index(  # for games to watch again, and the best of a week
                fields=["status", "-finished_at", "-id"],
                condition=models.Q(status="finished", is_private=False),
                name="game_public_end",
            ),
            models.Index(
                fields=["title", "seat_count", "-finished_at", "-id"],
                condition=models.Q(status="finished", is_private=False),
                name="game_kind_end",
            ),
            models.Index(fields=["-id"], condition=models.Q(troubled_at__isnull=False), name="game_troubled"),
            models.Index(fields=["packed", "finished_at"], condition=TO_PACK, name="game_to_pack"),
        ]

    def __str__(self) -> str:
        return f"{titled(self.title, self.name)} ({self.code})"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.code])

    @classmethod
    def from_db(cls, *args: Any, **options: Any) -> Self:
        game = super().from_db(*args, **options)
        game.hide_name()
        return game

    def hide_name(self) -> None:
        """Give the table a neutral name for a reader in quiet mode. It is never stored: no service saves a name.

        Here and not where a name is shown, because 130 places of pages, emails, feeds and the API show one, and each
        that forgot to ask would give a child the words of strangers.
        """
        if reader_is_quiet() and not {"name", "code"} & self.get_deferred_fields():
            self.name = self.neutral_name

    @property
    def neutral_name(self) -> str:
        return gettext("Table %(code)s") % {"code": self.code}

    @property
    def undo_mark(self) -> str:
        """A mark for keys that contain a ply or a turn, which come again after a turn was taken back."""
        return f":{self.undone}" if self.undone else ""

    @property
    def undo_query(self) -> dict[str, int]:
        """What the address of a picture after a ply contains as well, so that browsers may keep it: see ``is_past``."""
        return {} if self.is_over else {"undone": self.undone}

    @property
    def is_over(self) -> bool:
        return self.status in {Status.FINISHED, Status.ABORTED, Status.CANCELLED}


class ShareSource(models.TextChoices):
    DEVICE = DEVICE, _("own device")
    WORDS = WORDS, _("own words")
    SITE = SITE, _("the site")


class GivenUpBy(models.TextChoices):
    """Who acted for a seat first without opening its share of the dice, so that it is part of no result."""

    PLAYER = PLAYER, _("the player")
    TIME_OUT = TIME_OUT, _("a time-out")
    DEPUTY = DEPUTY, _("the deputy")


class SeatQuerySet(models.QuerySet["Seat"]):
    def held_by(self, user: "User", now: datetime) -> Self:
        """Keep the seats of a user, and those that another player took and to which the user may return."""
        return self.filter(Q(user=user) | Q(owner=user, taken_at__gt=now - TIME_TO_RETURN))

    def offered(self) -> Self:
        """Keep the seats that look for another player, the first offered first. All of their games are running."""
        offered = self.filter(offered_at__isnull=False, finished_at=None, is_out=False)
        return offered.order_by("offered_at", "id")

    def of_blocked(self, viewer: "User | AnonymousUser | None") -> Self:
        """Keep the seats of people who are kept apart from the viewer, also those to which they may return."""
        people = hidden_from(viewer)
        return self.filter(Q(user__in=people) | Q(owner__in=people))


class Seat(models.Model):
    """One seat. ``number`` is null until the game starts; ``user`` is null after the account is deleted."""

    # No indexes of their own: those below begin with the same column, and the planner would take the shorter ones.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    # The share of the dice (docs/dice.md), hexadecimal. P_i is "" while only its player's device knows it; c_i and the
    # source are "" in games of the first version. A share counts from the ply of its opening on.
    entropy = models.CharField(max_length=128, blank=True)
    share_commitment = models.CharField(max_length=64, blank=True)
    share_source = models.CharField(max_length=6, choices=ShareSource, blank=True)
    opening_number = models.PositiveSmallIntegerField(null=True, blank=True)  # among those of the game, from 0
    opening_ply = models.PositiveIntegerField(null=True, blank=True)  # what was taken back by then is counted, too
    receipt = models.JSONField(default=dict, blank=True)  # ``receipts.Receipt`` of a share that a device has opened
    share_given_up = models.CharField(max_length=8, choices=GivenUpBy, blank=True)
    share_given_up_ply = models.PositiveIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)
    # Agrees with the open proposal to abort, for lists of games.
    wants_abort = models.BooleanField(_("wants to end the game"), default=False)
    seen_ply = models.PositiveIntegerField(default=0)  # the number of log entries that its player has seen
    read_message = models.PositiveBigIntegerField(default=0)  # the id of the last chat message that its player has seen
    unread_messages = models.PositiveIntegerField(default=0)  # messages of others after it
    version = models.PositiveIntegerField(default=0)  # grows with what only its player sees (views/etags.py)

    bank = models.PositiveIntegerField(default=0)  # seconds, as the clock has it between the seat's turns
    stand_in_turns = models.PositiveSmallIntegerField(default=0)  # in a row
    offered_at = models.DateTimeField(_("offered at"), null=True, blank=True)  # since when it looks for another player
    # A seat that another player or a robot has taken over: its owner, the owner's bank, and when it was taken.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats_left",
        db_index=False,
    )
    owner_bank = models.PositiveIntegerField(default=0)
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    # The rating of its first player at the start of a rated game, and its deviation, in points.
    start_rating = models.SmallIntegerField(null=True, blank=True)
    start_deviation = models.PositiveSmallIntegerField(null=True, blank=True)

    is_acting = models.BooleanField(_("to play"), default=False)
    acting_since = models.DateTimeField(_("to play since"), null=True, blank=True)
    is_out = models.BooleanField(_("out"), default=False)
    score = models.IntegerField(_("score"), null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    highlight = models.IntegerField(null=True, blank=True)  # the title's highlight at the end
    finished_at = models.DateTimeField(null=True, blank=True)  # copied from the game, for indexes

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user_once"),
            models.UniqueConstraint(fields=["game", "opening_number"], name="seat_opening_once"),
        ]
        indexes = [
            models.Index(fields=["user", "acting_since"], condition=models.Q(is_acting=True), name="seat_waiting"),
            models.Index(fields=["acting_since"], condition=models.Q(is_acting=True), name="seat_acting"),
            models.Index(  # for a player's page, in its order
                fields=["user", "-is_acting", "acting_since", "-game"],
                condition=models.Q(finished_at__isnull=True),
                name="seat_current",
            ),
            models.Index(fields=["user", "-game"], name="seat_history"),
            models.Index(fields=["user", "-finished_at"], name="seat_finished"),
            models.Index(
                fields=["user", "-game"], condition=models.Q(finished_at__isnull=True), name="seat_unfinished"
            ),
            models.Index(fields=["user", "-game"], condition=models.Q(place=1), name="seat_won"),
            models.Index(  # for how many games a player has left
                fields=["user", "-finished_at"],
                condition=models.Q(is_out=True, owner__isnull=True),
                name="seat_out",
            ),
            models.Index(
                fields=["offered_at"],
                condition=models.Q(offered_at__isnull=False, finished_at__isnull=True),
                name="seat_offered",
            ),
            models.Index(
                fields=["owner", "-taken_at"], condition=models.Q(owner__isnull=False), name="seat_left_by_owner"
            ),
            models.Index(  # for the turns that a player played in seats of others
                fields=["user", "-taken_at"], condition=models.Q(taken_at__isnull=False), name="seat_taken"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"

    @property
    def letter(self) -> str:
        """The seat as players see it: A for the first, – for one without a number."""
        return "–" if self.number is None else SEAT_LETTERS[self.number]


class EntryNote(StrEnum):
    """The origin of an entry that no player has made directly."""

    ORDER = "order"  # played by an order in advance
    DEPUTY = "deputy"  # played by the player's deputy
    STAND_IN = "house"  # played by a robot after a deadline
    INHERITED = "inherited"  # copied from the log of the game that this one began from


class EntryManager(models.Manager["Entry"]):
    """The entries that count."""

    def get_queryset(self) -> models.QuerySet["Entry"]:
        return super().get_queryset().filter(rewind=0)


class Entry(models.Model):
    """One applied action, or a rewind. Append-only. ``seat`` is null for chance and for the table itself.

    An entry ``rewind 24`` of the table takes back what was played after 24 plies (``games.engine.course``). What it
    takes back stays, and so does the entry itself: ``rewind`` has the number of the rewind, 0 for what counts.
    ``is_lost``: it could not be replayed then.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    notation = models.CharField(max_length=80)
    at = models.DateTimeField()
    rules_version = models.PositiveSmallIntegerField()
    state_hash = models.CharField(max_length=16)
    note = models.CharField(max_length=10, blank=True)  # an EntryNote, "" for none
    rewind = models.PositiveSmallIntegerField(default=0, db_default=0)
    is_lost = models.BooleanField(default=False, db_default=False)
    # Who acted, if it was not the player who began the game in this seat.
    played_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )

    objects: ClassVar[models.Manager["Entry"]] = EntryManager()
    every: ClassVar[models.Manager["Entry"]] = models.Manager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["game", "ply", "rewind"], name="entry_once")]
        indexes = [
            models.Index(fields=["played_by"], condition=models.Q(played_by__isnull=False), name="entry_played_by")
        ]

    def __str__(self) -> str:
        return f"{self.ply}: {self.notation}"


class PackedLog(models.Model):
    """The log of a game that is over, as one value (``games.core.packed``). It has no row of ``Entry`` then."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True, related_name="packed_log")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"log of {self.game_id}"


class PackedPlayer(models.Model):
    """An account that the packed log or the packed turns of a game name, which know only the number."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="packed_players", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="packed_player_once")]

    def __str__(self) -> str:
        return f"player {self.number} in the packed values of {self.game_id}"


class DiceSecret(models.Model):
    """S, 32 bytes. ``sealed`` is S encrypted while the game runs; ``opened`` is S in hexadecimal after its end."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="dice_secret")
    sealed = models.BinaryField()
    opened = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"dice of {self.game_id}"


class ReceiptKey(models.Model):
    """The key that signs receipts for opened shares of the dice, in one row. ``sealed`` is the private part, encrypted.

    ``public`` is the public part: SubjectPublicKeyInfo in Base64.
    """

    sealed = models.BinaryField()
    public = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"receipt key {self.public}"


class EventKind(models.TextChoices):
    OVERDUE = "overdue", _("a soft deadline passed")
    CLAIM = "claim", _("another player asked for the game to go on")
    AUTOMATIC = "automatic", _("an automatic holiday began")
    HOLIDAY = "holiday", _("a player planned or changed a holiday")
    DEPUTY = "deputy", _("the deputy was asked")
    STAND_IN = "house", _("a stand-in robot played a turn")
    OUT = "out", _("a player ran out of time and left the game")
    OFFERED = "offered", _("a seat was offered to other players")
    SUBSTITUTE = "substitute", _("another player took a seat")
    ROBOT = "robot", _("a robot took a seat")
    RETURNED = "returned", _("a player took a seat back")
    GIFT = "gift", _("a player was given time")
    PAUSED = "paused", _("the game was paused")
    RESUMED = "resumed", _("the game went on")
    OUTAGE = "outage", _("the site was down and the clocks were stopped")
    BOUNCE = "bounce", _("a clock was stopped because emails came back")
    PACE = "pace", _("the pace changed")
    RESIGNED = "resigned", _("a player resigned, in games of earlier releases")
    UNDONE = "undone", _("a turn was taken back")
    PROPOSED = "proposed", _("a player proposed something")
    ANSWERED = "answered", _("a player answered a proposal")
    CLOSED = "closed", _("a proposal ended")
    OPERATOR = "operator", _("the operator changed something")
    DESERTED = "deserted", _("no player was left")
    SHARE = "share", _("a share of the dice was given up")


class TableEvent(models.Model):
    """A line in a table's log about clocks, seats and proposals.

    ``ply`` is the length of the log at that time, ``seat`` the number of the seat concerned, ``user`` who did it (null:
    the site). ``params`` are what the sentence needs (``games.board.log_lines``): ``player`` is the account
    that had the seat then, ``until`` and the like are moments in ISO 8601. An operator's ``reason`` is for readers.
    """

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="events")
    ply = models.PositiveIntegerField(_("step"))
    kind = models.CharField(_("kind"), max_length=10, choices=EventKind)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    params = models.JSONField(_("parameters"), default=dict, blank=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        ordering = ["id"]
        verbose_name = _("table event")
        verbose_name_plural = _("table events")

    def __str__(self) -> str:
        return f"{self.kind} at game {self.game_id}"


class JobState(models.TextChoices):
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class JobReason(models.TextChoices):
    """Codes with texts for administrators."""

    WORKER_STOPPED = "worker-stopped", _("every worker that took it stopped")
    ROBOT_LATE = "too-late", _("the game had moved on")
    ERROR = "error", _("error")


class Job(models.Model):
    """A job of a worker. A worker may claim it from ``due_at`` on: for a running job, this is the end of its lease.

    ``reason`` says why the last attempt failed; ``detail`` is the text of the exception. ``RESULT`` is the name of the
    column with the result, which may be large.
    """

    RESULT: ClassVar[str]

    state = models.CharField(_("state"), max_length=10, choices=JobState, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("due at"))
    reason = models.CharField(_("reason"), max_length=20, choices=JobReason, blank=True)
    detail = models.CharField(_("details"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        abstract = True


class Heartbeat(models.Model):
    """The time of the last heartbeat of a process, such as "scheduler"."""

    name = models.CharField(_("process"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("background process")
        verbose_name_plural = _("background processes")

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
