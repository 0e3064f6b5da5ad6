"""What players write for themselves: notes, diaries, and the trees of their studies."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models import Game


class Note(models.Model):
    """One player's private notes about one table. No one else can read them."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="notes"
    )
    text = models.TextField(max_length=4000, blank=True)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"notes of {self.user_id} at {self.game_id}"


class DiaryLine(models.Model):
    """One entry of a player's diary. ``ply`` is the length of the log when it was written.

    Only its author can read it during the game; afterwards everyone who can see the table.
    """

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="diary")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="diary"
    )
    ply = models.PositiveIntegerField(_("step"))
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("diary entry")
        verbose_name_plural = _("diary entries")
        ordering = ["ply", "id"]
        indexes = [models.Index(fields=["game", "ply"], name="diary_of_game")]

    def __str__(self) -> str:
        return f"line of {self.user_id} at {self.game_id}"


class Study(models.Model):
    """One player's tree at one table. It is private until ``published_at`` is set, after the end of the game."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="studies")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="studies"
    )
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("planning board")
        verbose_name_plural = _("planning boards")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="study_once")]

    def __str__(self) -> str:
        return f"study of {self.user_id} at {self.game_id}"


class StudyNode(models.Model):
    """One action in a study. ``seat`` is None for chance (a chosen face).

    ``ply`` is the length of the log before the action. A node without a parent branches off the game's log there; any
    other node follows its parent. ``rank`` orders the children of one parent.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="nodes")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    notation = models.CharField(max_length=64)
    comment = models.CharField(max_length=500, blank=True)
    rank = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["rank", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "ply", "notation"], condition=models.Q(parent__isnull=True), name="study_root_once"
            ),
            models.UniqueConstraint(
                fields=["parent", "notation"], condition=models.Q(parent__isnull=False), name="study_node_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notation} after {self.ply}"
