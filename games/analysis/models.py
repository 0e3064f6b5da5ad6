"""Analyses of finished games."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game, Job


class Analysis(Job):
    """``turns_done`` of ``turns`` are computed; ``result`` is set with the last. ``version`` is the method's.

    ``luck_swing`` is how many points of luck lie between the luckiest and the unluckiest seat.
    """

    RESULT: ClassVar[str] = "result"

    game = models.OneToOneField(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="analysis")
    version = models.PositiveSmallIntegerField(_("version"))
    turns_done = models.PositiveSmallIntegerField(_("turns done"), default=0)
    turns = models.PositiveSmallIntegerField(_("turns"), default=0)
    result = models.JSONField(null=True, blank=True)
    packed = models.BinaryField(null=True)  # the result of a game whose log is packed (``games.analysis.packed``)
    luck_swing = models.FloatField(_("difference in luck"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [
            models.Index(fields=["state", "due_at"], name="analysis_due"),
            models.Index(fields=["state", "-id"], name="analysis_state"),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
