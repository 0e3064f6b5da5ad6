"""Deputies: friends who may act for a player."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.blocks import hidden_from
from accounts.models import User


class DeputyQuerySet(models.QuerySet["Deputy"]):
    def current(self) -> "DeputyQuerySet":
        return self.filter(ended_at=None)

    def in_force(self) -> "DeputyQuerySet":
        """Keep those that were accepted, between active accounts. Their dates may lie in the past or in the future."""
        return self.current().filter(accepted_at__isnull=False, deputy__is_active=True, user__is_active=True)

    def without_blocked(self, viewer: User | None) -> "DeputyQuerySet":
        """Leave out those between the viewer and people who are kept apart from the viewer."""
        people = hidden_from(viewer)
        return self.exclude(user__in=people).exclude(deputy__in=people)

    def unwanted(self) -> "DeputyQuerySet":
        """Keep the requests to people who are kept apart from the player, which nobody will answer."""
        return self.current().filter(accepted_at=None, user__in=hidden_from(OuterRef("deputy")))

    def about(self, now: datetime) -> "DeputyQuerySet":
        """Leave out those whose dates are over, or begin later, wherever on earth the player's days are counted."""
        day = timedelta(days=1)
        begun = Q(first=None) | Q(first__lte=(now + day).date())
        return self.filter(begun, Q(last=None) | Q(last__gte=(now - day).date()))


class Deputy(models.Model):
    """A friend whom a player trusts with all seats: between two local days, or (both null) whenever the player is late.

    It takes effect when the deputy accepts, and ends when either of the two ends it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="deputies"
    )
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("deputy"), on_delete=models.CASCADE, related_name="deputy_for"
    )
    first = models.DateField(_("first day"), null=True, blank=True)
    last = models.DateField(_("last day"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("ended by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )

    objects = DeputyQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(ended_at=None), name="one_deputy"),
            models.CheckConstraint(condition=~Q(user=models.F("deputy")), name="deputy_is_another"),
        ]
        verbose_name = _("deputy")
        verbose_name_plural = _("deputies")

    def __str__(self) -> str:
        return f"user {self.deputy_id} for user {self.user_id}"
