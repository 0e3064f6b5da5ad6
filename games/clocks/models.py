"""Turns and the facts from which their time is counted."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.models import Game, Seat

from . import turn_clock

START_DELAY = timedelta(seconds=turn_clock.START_DELAY)


def started_at(came: datetime, notified: datetime | None) -> datetime:
    """Return when the clock of a turn starts. ``turn_clock.start_of`` says the same."""
    latest = came + START_DELAY
    return min(notified or latest, latest)


class TurnEnd(models.TextChoices):
    PLAYER = "player", _("played by the player")
    ORDER = "order", _("played by an order in advance")
    DEPUTY = "deputy", _("played by the deputy")
    STAND_IN = "house", _("played by a stand-in robot")
    LEFT = "left", _("the player left the game")
    REPLACED = "replaced", _("another player took the seat")
    UNDONE = "undone", pgettext_lazy("a turn", "undone")
    OVER = "over", _("the game ended")


class NotifiedBy(models.TextChoices):
    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")
    TABLE = "table", _("the player opened the table")
    NO_NOTICES = "none", _("all notifications were off")
    START = "start", _("running when clocks were introduced")


class DeadlineCause(models.TextChoices):
    BANK = "bank", _("the bank")
    CEILING = "ceiling", _("the longest turn")
    AUTOMATIC = "automatic", _("the time after an automatic holiday")


class Turn(models.Model):
    """One turn of a seat of a person, from the moment it came. Robots have none.

    ``pace`` are the times of the table's pace at that moment (``paces.PaceTimes``), None without a clock.
    ``bank`` is what the bank held then, in seconds. ``deadline`` follows from the facts and is what people see;
    ``due_at`` is when the sweep must look at the turn: at the deadline, or at the next step after it. ``remind_at`` is
    the next reminder, ``reminded`` the part of the latest one. ``charge`` and ``bank_after`` are set at the end.
    ``failed_at`` is when the sweep last failed at the turn, and ``failure`` the error; both are empty while it works.
    """

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="turns")
    seat = models.ForeignKey(Seat, verbose_name=_("seat"), on_delete=models.CASCADE, related_name="turns")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="turns",
    )
    ply = models.PositiveIntegerField(_("step"))  # the length of the log when it came
    number = models.PositiveIntegerField(_("number"), default=0)  # the number of the turn in the game
    came_at = models.DateTimeField(_("came at"))
    notified_at = models.DateTimeField(_("notified at"), null=True, blank=True)
    notified_by = models.CharField(_("notified by"), max_length=7, choices=NotifiedBy, blank=True)
    pace = models.JSONField(_("pace"), null=True, blank=True)
    bank = models.PositiveIntegerField(_("bank"), default=0)

    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    deadline_cause = models.CharField(_("cause of the deadline"), max_length=9, choices=DeadlineCause, blank=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    # How often the deadline has changed in this turn, and when it last did.
    deadline_changes = models.PositiveIntegerField(_("changes of the deadline"), default=0)
    deadline_changed_at = models.DateTimeField(_("deadline changed at"), null=True, blank=True)
    # When the sweep noticed that the deadline had passed.
    overdue_at = models.DateTimeField(_("overdue since"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder due at"), null=True, blank=True)
    reminded = models.CharField(_("reminders sent"), max_length=5, blank=True)  # "half" or "fifth"
    failed_at = models.DateTimeField(_("failed at"), null=True, blank=True)
    failure = models.CharField(_("error"), max_length=200, blank=True)

    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=8, choices=TurnEnd, blank=True)
    # Seconds of running time, without the grace.
    charge = models.PositiveIntegerField(_("time charged"), null=True, blank=True)
    bank_after = models.PositiveIntegerField(_("bank afterwards"), null=True, blank=True)

    # The steps, gifts and claims of a packed turn, which has no rows of them: see ``packed``.
    packed_parts: "Mapping[str, list[Any]] | None" = None

    class Meta:
        ordering = ["came_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["seat"], condition=models.Q(ended_at=None), name="turn_open_once")
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(ended_at=None, due_at__isnull=False), name="turn_due"),
            models.Index(
                fields=["remind_at"], condition=models.Q(ended_at=None, remind_at__isnull=False), name="turn_remind"
            ),
            models.Index(fields=["user"], condition=models.Q(ended_at=None), name="turn_open_of_user"),
            models.Index(fields=["came_at"], condition=models.Q(ended_at=None), name="turn_open_since"),
            models.Index(fields=["user", "-ended_at"], name="turn_of_user"),
            models.Index(fields=["ended_at"], condition=models.Q(ended_at__isnull=False), name="turn_ended"),
            models.Index(fields=["user", "ended_by", "-ended_at"], name="turn_of_user_by_end"),  # for a player's page
        ]
        verbose_name = pgettext_lazy("of a game", "turn")
        verbose_name_plural = pgettext_lazy("of a game", "turns")

    def __str__(self) -> str:
        return f"turn {self.number} of seat {self.seat_id}"

    @property
    def starts_at(self) -> datetime:
        """When the clock starts: when the player was notified, or some hours after the turn came."""
        return started_at(self.came_at, self.notified_at)

    @property
    def all_steps(self) -> "list[TurnStep]":
        return self.parts("steps")

    @property
    def all_gifts(self) -> "list[TimeGift]":
        return self.parts("gifts")

    @property
    def all_claims(self) -> "list[TimeOutClaim]":
        return self.parts("claims")

    def parts(self, name: str) -> list[Any]:
        """Return the steps, gifts or claims of a stored or a packed turn, none of one that is not stored yet."""
        if self.packed_parts is not None:
            return self.packed_parts[name]
        return list(getattr(self, name).all()) if self.pk else []


class TurnStepKind(models.TextChoices):
    """What is done after a deadline; the values are those of ``clocks.time_out_steps.StepKind``."""

    ORDER = "order", _("an order in advance is played")
    AUTOMATIC = "automatic", _("an automatic holiday begins")
    DEPUTY = "deputy", _("the deputy is asked")
    STAND_IN = "house", _("a stand-in robot plays")
    LEAVES = "leaves", _("the player leaves the game")
    OFFERED = "offered", _("the seat is offered to other players")
    ROBOT = "robot", _("a robot takes the seat")


class TurnStep(models.Model):
    """One step after the deadline of a turn, made in the transaction that writes this row.

    The key is unique, so that of several workers only one makes it. ``at`` is the instant at which it was due.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="steps")
    kind = models.CharField(_("kind"), max_length=9, choices=TurnStepKind)
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    at = models.DateTimeField(_("time"))
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["turn", "kind", "number"], name="turn_step_once")]
        verbose_name = _("step after a deadline")
        verbose_name_plural = _("steps after deadlines")

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of turn {self.turn_id}"


class PackedTurns(models.Model):
    """The turns of a game that was over long ago, as one value (``games.clocks.packed``), instead of rows."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="packed_turns")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"turns of {self.game_id}"


class PlannedHoliday(models.Model):
    """A holiday that a player has planned, with its first and last local day in the time zone of that time.

    ``changes`` shorten it: pairs of the time of the change and the new last day, as ISO texts.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="planned_holidays"
    )
    saved_at = models.DateTimeField(_("saved at"))
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    zone = models.CharField(_("time zone"), max_length=64)
    changes = models.JSONField(_("changes"), default=list, blank=True)

    class Meta:
        ordering = ["first", "id"]
        indexes = [models.Index(fields=["user", "last"], name="planned_holiday_of_user")]
        verbose_name = _("planned holiday")
        verbose_name_plural = _("planned holidays")

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of user {self.user_id}"


class AutomaticHoliday(models.Model):
    """A holiday of a day that began at a deadline. Its end is computed: a planned holiday may end it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="automatic_holidays"
    )
    began_at = models.DateTimeField(_("began at"))

    class Meta:
        ordering = ["began_at"]
        constraints = [models.UniqueConstraint(fields=["user", "began_at"], name="automatic_holiday_once")]
        verbose_name = _("automatic holiday")
        verbose_name_plural = _("automatic holidays")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} of user {self.user_id}"


class TimeOutClaim(models.Model):
    """A claim of an opponent after a soft deadline: what happens at a deadline begins now."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="time_out_claims"
    )
    at = models.DateTimeField(_("time"))
    wants_substitute = models.BooleanField(_("wants a substitute"), default=False)  # instead of a stand-in turn

    class Meta:
        ordering = ["at", "id"]
        verbose_name = _("request to go on")
        verbose_name_plural = _("requests to go on")

    def __str__(self) -> str:
        return f"claim of user {self.user_id} about turn {self.turn_id}"


class Outage(models.Model):
    """A time in which the site was down: found by the sweep, or declared by an operator. It pauses all clocks."""

    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"))
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("declared by"), on_delete=models.SET_NULL, null=True, blank=True
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    # The clocks of turns that came by then have been recomputed.
    credited_until = models.DateTimeField(_("credited until"), null=True, blank=True)
    # When all clocks that ran in it were recomputed.
    credited_at = models.DateTimeField(_("credited at"), null=True, blank=True)

    class Meta:
        ordering = ["began_at", "id"]
        indexes = [
            models.Index(fields=["ended_at"], name="outage_end"),
            models.Index(fields=["began_at"], condition=models.Q(credited_at=None), name="outage_to_credit"),
        ]
        verbose_name = _("outage")
        verbose_name_plural = _("outages")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M}"


class TablePause(models.Model):
    """A pause of a table: to a date, or (``until`` is null) until everyone agrees to go on (``ended_at``)."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="pauses")
    began_at = models.DateTimeField(_("began at"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)  # of the operator

    class Meta:
        ordering = ["began_at", "id"]
        indexes = [models.Index(fields=["until"], condition=models.Q(ended_at=None), name="pause_end")]
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")

    def __str__(self) -> str:
        return f"pause of game {self.game_id} from {self.began_at:%Y-%m-%d %H:%M}"


class TimeGift(models.Model):
    """Extra time for one turn. ``user`` is the opponent who gave it, or the operator with a ``reason``."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="gifts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.SET_NULL, null=True, blank=True
    )
    seconds = models.PositiveIntegerField(_("seconds"))
    at = models.DateTimeField(_("time"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name = _("gift of time")
        verbose_name_plural = _("gifts of time")

    def __str__(self) -> str:
        return f"{self.seconds} s for turn {self.turn_id}"


class UnreachableSpan(models.Model):
    """A time in which emails to a player bounced and nothing else reached the player. Clocks are paused in it.

    It ``is_vague`` if only reports without a clear reason say so: then it pauses the clocks of a game for three days.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="unreachable_spans"
    )
    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    is_vague = models.BooleanField(_("only vague reports"), default=False)

    class Meta:
        ordering = ["began_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=models.Q(ended_at=None), name="unreachable_span_open")
        ]
        indexes = [models.Index(fields=["user", "began_at"], name="unreachable_span_of_user")]
        verbose_name = _("period of bouncing emails")
        verbose_name_plural = _("periods of bouncing emails")

    def __str__(self) -> str:
        return f"user {self.user_id} from {self.began_at:%Y-%m-%d %H:%M}"


class WakingHours(models.Model):
    """Waking hours as a player saved them, or the new time zone with the same hours. The rows are a history.

    ``rows`` are seven days from Monday on: ["08:00", "00:00"], or None for a rest day. ``is_first`` marks the first
    hours that the player declared: they act at once for turns that come later.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="waking_hours"
    )
    zone = models.CharField(_("time zone"), max_length=64)
    rows = models.JSONField(_("hours"))
    is_first = models.BooleanField(_("from the first day"), default=False)
    saved_at = models.DateTimeField(_("saved at"))

    class Meta:
        ordering = ["saved_at", "id"]
        indexes = [models.Index(fields=["user", "saved_at"], name="waking_hours_of_user")]
        verbose_name = _("waking hours")
        verbose_name_plural = _("waking hours")

    def __str__(self) -> str:
        return f"waking hours of user {self.user_id}, {self.zone}"


class ClockUpdate(models.Model):
    """A fact about a player's time has changed, and the deadlines of the player's turns are not recomputed yet.

    It is written in the transaction that stores the fact, and deleted when the deadlines are stored. A worker that is
    killed in between leaves it for the sweep, which looks at it at ``due_at``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clock_updates")
    due_at = models.DateTimeField()

    class Meta:
        ordering = ["due_at", "id"]
        indexes = [models.Index(fields=["due_at"], name="clock_update_due")]
        verbose_name = _("update of clocks")
        verbose_name_plural = _("updates of clocks")

    def __str__(self) -> str:
        return f"clocks of user {self.user_id}"
