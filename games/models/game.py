"""One sitting of a title. The log (``Entry``) is the truth; most columns here are a cache for lists and pages."""

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def new_code() -> str:
    """Return a random public id of ten characters (49 bits)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))


class Status(models.TextChoices):
    """Where a table stands in its life."""

    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    CANCELLED = "cancelled", _("cancelled")


class Pace(models.TextChoices):
    """How long a player may take for one turn."""

    DAY = "1d", _("1 day per turn")
    THREE_DAYS = "3d", _("3 days per turn")
    WEEK = "7d", _("7 days per turn")
    NONE = "none", _("no clock")


class SeatOrder(models.TextChoices):
    """How seats are given out at the start."""

    RANDOM = "random", _("random")
    JOINED = "joined", _("in order of joining")


class Game(models.Model):
    """A table before, during and after its game."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=60)
    title = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField()
    seat_count = models.PositiveSmallIntegerField(_("number of players"))
    seat_order = models.CharField(max_length=8, choices=SeatOrder, default=SeatOrder.RANDOM)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace, default=Pace.THREE_DAYS)
    is_private = models.BooleanField(_("private"), default=False)
    invite_code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted_games"
    )
    rematch_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch")
    # Played on from a position of another game: the first ``branched_at`` entries of the log are that game's.
    branched_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="branches")
    branched_at = models.PositiveIntegerField(null=True, blank=True)

    commitment = models.CharField(max_length=64)
    entropy = models.CharField(max_length=64, blank=True)  # K, hexadecimal, from the start on

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    ply = models.PositiveIntegerField(default=0)  # the number of entries in the log
    turn = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    overdue_at = models.DateTimeField(null=True, blank=True)  # when the sweep noticed that the deadline had passed
    end_reason = models.CharField(max_length=20, blank=True)
    version = models.PositiveIntegerField(default=0)  # grows with every change that an open page should show

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["-id"], condition=models.Q(status="open", is_private=False), name="game_lobby"),
            models.Index(
                fields=["deadline"],
                condition=models.Q(status="running", overdue_at__isnull=True, deadline__isnull=False),
                name="game_deadline",
            ),
            models.Index(fields=["status", "-id"], name="game_status"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.code])

    @property
    def is_over(self) -> bool:
        """Tell whether nothing can happen at this table any more."""
        return self.status in {Status.FINISHED, Status.ABORTED, Status.CANCELLED}
