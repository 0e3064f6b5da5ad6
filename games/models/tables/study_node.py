"""The actions in a study."""

from django.db import models

from .study import Study


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
