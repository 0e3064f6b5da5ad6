"""Proposals to everyone at a table, and the answers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ..game import Game


class ProposalKind(models.TextChoices):
    """What a player can propose."""

    ABORT = "abort", _("end the game without a result")
    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("go on after a pause")
    UNDO = "undo", _("take back the last turn")
    PACE = "pace", _("another pace")


class ProposalState(models.TextChoices):
    """The state of a proposal."""

    OPEN = "open", pgettext_lazy("a proposal", "open")
    AGREED = "agreed", _("agreed")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", pgettext_lazy("a proposal", "withdrawn")
    EXPIRED = "expired", _("expired")


class Proposal(models.Model):
    """A proposal of a player that takes effect when everyone still in the game has agreed.

    ``params`` depend on the kind: ``until`` of a pause, ``ply`` of an undo (the log's length to go back to), ``pace``
    and ``own_pace``. ``ply`` is the length of the log when it was made.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=6, choices=ProposalKind)
    params = models.JSONField(default=dict, blank=True)
    ply = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=ProposalState, default=ProposalState.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(state="open"), name="proposal_open_once"
            )
        ]
        indexes = [
            models.Index(fields=["expires_at"], condition=models.Q(state="open"), name="proposal_expiry"),
        ]
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")

    def __str__(self) -> str:
        return f"{self.kind} at game {self.game_id}"


class ProposalAnswer(models.Model):
    """One player's answer to a proposal. The player who proposes agrees with it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proposal_answers")
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["proposal", "user"], name="proposal_answer_once")]
        verbose_name = _("answer to a proposal")
        verbose_name_plural = _("answers to proposals")

    def __str__(self) -> str:
        return f"{'yes' if self.agrees else 'no'} of user {self.user_id}"
