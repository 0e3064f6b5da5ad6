"""Browsers with web push notifications."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PushDevice(models.Model):
    """A browser with notifications turned on. ``endpoint`` is an address of the browser's vendor."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.URLField(max_length=500)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    name = models.CharField(_("device"), max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    last_sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["endpoint"], name="push_device_once")]

    def __str__(self) -> str:
        return self.name
