"""A table and its game, and the lists of games. The log (``Entry``) is the truth; most columns are a cache."""

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, UniqueConstraint, Value, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import time_limits
from games.engine.dice import V2

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

TIME_TO_RETURN = timedelta(seconds=time_limits.TIME_TO_RETURN)  # to a seat that another player took
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def new_code() -> str:
    """Return a random public id of ten characters (49 bits)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))


class Status(models.TextChoices):
    """The stage of a table."""

    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    CANCELLED = "cancelled", _("cancelled")


class Pace(models.TextChoices):
    """The time that players have (``services.time.paces``; docs/clock.md)."""

    BRISK = "brisk", _("brisk")
    USUAL = "usual", _("usual")
    LEISURELY = "leisurely", _("leisurely")
    OWN = "own", _("own times")
    DAY = "1d", _("1 day per turn")
    THREE_DAYS = "3d", _("3 days per turn")
    WEEK = "7d", _("7 days per turn")
    NONE = "none", _("no clock")


class LateRule(models.TextChoices):
    """What happens to a player who stays away after the deadline."""

    HOUSE = "house", _("the house plays, then another player takes the seat")
    OUT = "out", _("the player is out of the game")


class SeatOrder(models.TextChoices):
    """The order of seats at the start."""

    RANDOM = "random", _("random")
    JOINED = "joined", _("in order of joining")
    ROTATED = "rotated", _("moved on from the last game")  # of rematches alone

    @classmethod
    def offered(cls) -> "list[tuple[str, str | Promise]]":
        """Return the orders that a new table can have."""
        return [choice for choice in cls.choices if choice[0] != cls.ROTATED]


def _number_of(rows: "models.QuerySet[Any]") -> Coalesce:
    """Return the number of a game's rows in another table, read by a subquery: a page of games counts for its own."""
    counted = rows.order_by().values("game").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


class GameQuerySet(models.QuerySet["Game"]):
    """The definition of every list of games."""

    def visible_to(self, viewer: "User | AnonymousUser | None", invite_code: str = "") -> Self:
        """Keep public games, and private ones that the viewer has a reason to see.

        A reason is a seat, the right to return to one, a pending invitation, the invite code of the table, being
        staff, or being the deputy of a player there, as long as the game runs and two weeks longer.
        """
        if viewer is not None and viewer.is_staff:
            return self.all()
        reasons = Q(is_private=False)
        if invite_code and "\0" not in invite_code:  # PostgreSQL refuses a NUL
            reasons |= Q(invite_code=invite_code)
        if viewer is not None and viewer.is_authenticated:
            here, since = {"game": OuterRef("pk")}, timezone.now() - TIME_TO_RETURN
            reasons |= Q(Exists(viewer.seats.filter(**here)))
            reasons |= Q(Exists(viewer.seats_left.filter(**here, taken_at__gt=since)))
            reasons |= Q(Exists(viewer.invitations.filter(**here, state="pending")))
            represented = viewer.deputy_for.in_force().about(timezone.now()).filter(user__seats__game=OuterRef("pk"))
            reasons |= Q(~Q(finished_at__lte=since), Exists(represented))
        return self.filter(reasons)

    def with_people(self) -> Self:
        """Fetch the seats of all games with users and profiles, in three queries."""
        return self.prefetch_related("seats__user__profile")

    def with_opponents_of(self, user: "User") -> Self:
        """Add ``has_people``: whether anyone but the user and robots has a seat."""
        people = apps.get_model("games", "Seat").objects.filter(game=OuterRef("pk"))
        return self.annotate(has_people=Exists(people.exclude(user=user).exclude(user__robot__gt="")))

    def with_seat(self, **seat: Any) -> Self:
        """Keep the games with a seat like this, latest first. ``sort_id`` is the game's id in an index of seats."""
        games = self.filter(**{f"seats__{name}": value for name, value in seat.items()})
        return games.annotate(sort_id=F("seats__game_id")).order_by("-sort_id")

    def played_by(self, user: "User", **seat: Any) -> Self:
        """Keep the games in which the user has a seat (like this), in the order of the index ``seat_history``."""
        return self.with_seat(user=user, **seat)

    def running_for(self, user: "User", **seat: Any) -> Self:
        """Keep the user's running games, latest first, in the order of the index ``seat_unfinished``."""
        return self.running().with_seat(user=user, finished_at=None, **seat)

    def waiting_for(self, user: "User") -> Self:
        """Keep the running games in which the user must act, longest waiting first.

        While a resignation waits there, nobody can. Without the status, as in ``with_offered_seats``, SQLite looks at
        the user's seats instead of all running games.
        """
        mine = self.filter(seats__user=user, seats__is_acting=True, resigns_at=None)
        return mine.order_by("seats__acting_since", "seats__id")

    def with_unread(self) -> Self:
        """Add ``unread``, the number of chat messages that the user has not seen, to one of these lists."""
        return self.annotate(unread=F("seats__unread_messages"))

    def current_for(self, user: "User") -> Self:
        """Keep the user's open and running games."""
        return self.filter(seats__user=user, seats__finished_at=None, status__in=[Status.RUNNING, Status.OPEN])

    def others_for(self, user: "User") -> Self:
        """Keep the user's open and running games that do not wait for the user, in the order of ``seat_current``."""
        waits = Q(seats__is_acting=False) | Q(resigns_at__isnull=False)
        mine = self.filter(waits, seats__user=user, seats__finished_at=None)
        others = mine.filter(status__in=[Status.RUNNING, Status.OPEN])
        return others.order_by("-seats__is_acting", "seats__acting_since", "-seats__game_id")

    def finished_by(self, user: "User") -> Self:
        """Keep the user's games that are over, latest first."""
        over = self.filter(seats__user=user, seats__finished_at__isnull=False).finished()
        return over.order_by("-seats__finished_at", "-seats__game_id")

    def won_by(self, user: "User", **seat: Any) -> Self:
        """Keep the finished games in which the user has the first place, alone or shared, latest first."""
        return self.filter(status=Status.FINISHED).with_seat(user=user, place=1, **seat)

    def with_offered_seats(self, user: "User | None" = None) -> Self:
        """Keep the running games with a seat that looks for another player, where the user does not sit."""
        games = self.filter(seats__offered_at__isnull=False, seats__finished_at=None)
        if user is not None:
            games = games.exclude(Exists(user.seats.filter(game=OuterRef("pk"))))
        return games.order_by("-id").distinct()

    def sound(self) -> Self:
        """Leave out the games whose log is known not to replay."""
        return self.filter(troubled_at=None)

    def running(self) -> Self:
        """Keep the running games."""
        return self.filter(status=Status.RUNNING)

    def finished(self) -> Self:
        """Keep the games that have ended, with a result or without."""
        return self.filter(status__in=[Status.FINISHED, Status.ABORTED])

    def open_tables(self, user: "User | None" = None) -> Self:
        """Keep the public open tables with a free seat where the user does not sit, latest first.

        Seats that are reserved by a pending invitation are not free. ``free`` is the number of the others.
        """
        tables = self.filter(status=Status.OPEN, is_private=False)
        here = {"game": OuterRef("pk")}
        seated = _number_of(apps.get_model("games", "Seat").objects.filter(**here))
        invited = _number_of(apps.get_model("games", "Invitation").objects.filter(**here, state="pending"))
        if user is not None:
            tables = tables.exclude(Exists(user.seats.filter(**here)))
        return tables.annotate(free=F("seat_count") - seated - invited).filter(free__gt=0).order_by("-id")

    def sorted_by(self, order: str) -> Self:
        """Sort open tables: oldest first ("age"), fast ones first ("pace"), nearly full ones first ("seats")."""
        speed = Case(*(When(pace=pace, then=Value(number)) for number, pace in enumerate(Pace.values)))
        orders: dict[str, list[Any]] = {"age": ["id"], "pace": [speed, "-id"], "seats": ["free", "-id"]}
        return self.order_by(*orders[order]) if order in orders else self


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
