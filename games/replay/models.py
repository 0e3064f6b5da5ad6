"""Films: animations of whole games."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game, Job


class FilmFormat(models.TextChoices):
    GIF = "gif", "GIF"
    WEBP = "webp", "WebP"


class Film(Job):
    """The film of a game in one format. ``file`` is that of a DONE film; ``version`` is that of the drawing.

    Code of before has stored it in ``data``: if there is something in it, it is newer.
    """

    RESULT: ClassVar[str] = "data"

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="films")
    format = models.CharField(_("format"), max_length=4, choices=FilmFormat)
    version = models.PositiveSmallIntegerField(_("version"))
    file = models.FileField(blank=True, default="", db_default="")
    data = models.BinaryField(null=True, blank=True)

    class Meta:
        verbose_name = _("animation")
        verbose_name_plural = _("animations")
        constraints = [models.UniqueConstraint(fields=["game", "format"], name="film_once")]
        indexes = [
            models.Index(fields=["state", "due_at"], name="film_due"),
            models.Index(fields=["state", "version"], name="film_version"),
            models.Index(fields=["state", "-id"], name="film_state"),
        ]

    def __str__(self) -> str:
        return f"{self.format} of {self.game_id}"

    def file_names(self) -> tuple[str, str]:
        """Return two names: a new file never takes the place of the one that is shown."""
        stem = f"films/{self.pk // 1000}/{self.pk}"
        return f"{stem}-0.{self.format}", f"{stem}-1.{self.format}"
