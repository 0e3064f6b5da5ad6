"""Studies on the planning board: trees of lines, private until published after the game."""

from django.conf import settings
from django.db import models

from .game import Game


class Study(models.Model):
    """One player's tree at one table. It is private until ``published_at`` is set, after the end of the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="studies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies")
    published_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"
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
