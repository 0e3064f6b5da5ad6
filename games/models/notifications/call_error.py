"""Reasons why a call to a device or webhook failed."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CallError(models.TextChoices):
    """Codes with texts that contain the parameters of the error."""

    STATUS = "status", _("the server answered %(status)d")
    PAUSED = "paused", _("%(host)s did not answer in time and is paused for a minute")
    NO_ANSWER = "no-answer", _("no answer within %(seconds)d seconds")
    CERTIFICATE = "certificate", _("the certificate is not valid: %(why)s")
    UNKNOWN_HOST = "unknown-host", _("the host name %(host)s is unknown")
    NOT_HTTP = "not-http", _("the answer is not valid HTTP")
    CLOSED = "closed", _("the connection was closed without an answer")
    NETWORK = "network", _("network error: %(why)s")
    BAD_ADDRESS = "bad-address", _("This is not a valid web address.")
    PRIVATE_ADDRESS = "private-address", _("This address is in a private network. Use a public address.")
    NOT_VISIBLE = "not-visible", _("the owner can no longer see the table")
    SWITCHED_OFF = "switched-off", _("the webhook was removed or turned off")
    DEVICE_REMOVED = "device-removed", _("the device was removed")
    SIGNED_OFF = "signed-off", _("notifications are turned off on the device (status %(status)d)")
    NO_KEY = "no-key", _("the site has no key for web push")
    OTHER = "error", "%(why)s"
