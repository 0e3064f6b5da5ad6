"""A whole game as a moving picture: made in the background, kept until it is made anew."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class FilmFormat(models.TextChoices):
    """How a film is stored."""

    GIF = "gif", "GIF"
    WEBP = "webp", "WebP"


class FilmState(models.TextChoices):
    """How far a film has come."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Film(models.Model):
    """One for each game and format. ``data`` is the file, once it is DONE; ``version`` is that of the drawing.

    A worker claims the row by a conditional update; ``due_at`` is when one may take it: for a running one, when its
    lease ends. ``reason`` says why the last attempt failed.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="films")
    format = models.CharField(max_length=4, choices=FilmFormat)
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=FilmState, default=FilmState.QUEUED)
    data = models.BinaryField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "format"], name="film_once")]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state__in=["queued", "running"]), name="film_due"),
        ]

    def __str__(self) -> str:
        return f"{self.format} of {self.game_id}"
