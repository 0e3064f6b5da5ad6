"""The analysis of a finished game: computed in the background, kept, and made anew when the method changes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class AnalysisState(models.TextChoices):
    """How far an analysis has come."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Analysis(models.Model):
    """One for each game. ``turns_done`` of ``turns`` are computed; ``result`` is there once all of them are.

    ``version`` is that of the title's method. A worker claims the row by a conditional update; ``due_at`` is when one
    may take it: for a running one, when its lease ends. ``reason`` says why the last attempt failed.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=AnalysisState, default=AnalysisState.QUEUED)
    turns_done = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state__in=["queued", "running"]), name="analysis_due"),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
