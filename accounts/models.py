"""People: the user, the profile, API tokens."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Whoever signs in. ``username`` is the unique name that everybody sees and that stands in URLs."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)

    def __str__(self) -> str:
        return self.username


class Profile(models.Model):
    """What a player tells about themself. Every user has one, made with the user."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="profile")
    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=8, default="en")
    colour = models.CharField(_("preferred colour"), max_length=12, blank=True)
    about = models.TextField(_("about me"), max_length=1000, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.user.username


class ApiToken(models.Model):
    """A key to the API. Only its SHA-256 is stored; ``prefix`` lets the owner recognise it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
