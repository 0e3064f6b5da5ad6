"""The latest turn of each robot's seat."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ..seat import Seat
from .job_reason import JobReason


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
    ply = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=RobotTurnState, default=RobotTurnState.THINKING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=20, choices=JobReason, blank=True)
    detail = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "-id"], name="robot_turn_state")]
        verbose_name = _("robot turn")
        verbose_name_plural = _("robot turns")

    def __str__(self) -> str:
        return f"{self.seat} at ply {self.ply}"
