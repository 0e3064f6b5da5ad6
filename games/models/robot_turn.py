"""Robots at work: what became of each robot's latest turn."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .job_reason import JobReason
from .seat import Seat


class RobotTurnState(models.TextChoices):
    THINKING = "thinking", _("thinking")
    PLAYED = "played", _("played")
    FAILED = "failed", _("failed")


class RobotTurn(models.Model):
    """The ply that a robot's seat was last asked for: one row for each such seat, made when it first must act.

    A worker claims it by a conditional update, thinks outside any transaction, and marks it. ``due_at`` is from when on
    another worker may take the same ply: while one thinks, when its lease ends; after a failure, when its pause does.
    ``attempts`` counts those at this ply, ``reason`` and ``detail`` say why the latest failed.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="robot_turn")
    ply = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=RobotTurnState, default=RobotTurnState.THINKING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=20, choices=JobReason, blank=True)
    detail = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("robot turn")
        verbose_name_plural = _("robot turns")

    def __str__(self) -> str:
        return f"{self.seat} at ply {self.ply}"
