"""People: the user, the profile, API tokens."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .managers import PlayerManager
from .validators import NAME_VALIDATORS

COLOURS = {"c": _("Crimson"), "y": _("Yellow"), "r": _("Royal blue"), "p": _("Pine green")}


class User(AbstractUser):
    """Whoever plays. ``username`` is the unique name that everybody sees and that stands in URLs.

    A robot is a user with neither password nor address, who never signs in.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=NAME_VALIDATORS,
        help_text=_("2 to 30 letters and digits, with - _ . in between. Everyone can see it."),
        error_messages={"unique": _("This name is taken.")},
    )
    # The confirmed address, "" for none: one that waits to be confirmed stands in allauth's EmailAddress alone.
    email = models.EmailField(_("email address"), blank=True)
    robot = models.CharField(_("robot"), max_length=20, blank=True, editable=False)  # which one plays; "" for people
    bounced_at = models.DateTimeField(null=True, blank=True, editable=False)  # since when mail to ``email`` comes back

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        # Unique in any letter case, on SQLite and PostgreSQL alike; the plain unique columns do not see case.
        constraints = [
            models.UniqueConstraint(
                Lower("username"), name="one_user_per_name", violation_error_message=_("This name is taken.")
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="one_user_per_address",
                violation_error_message=_("This email address is already in use."),
            ),
        ]
        indexes = [models.Index(fields=["robot"], condition=~models.Q(robot=""), name="user_robots")]

    def __str__(self) -> str:
        return self.username

    def clean(self) -> None:
        """Keep addresses in small letters, as allauth looks for them."""
        super().clean()
        self.email = self.email.lower()

    @property
    def is_confirmed(self) -> bool:
        """Tell whether this is a person with a confirmed address: who may deal with others, and gets mail."""
        return bool(self.email) and not self.robot


class Profile(models.Model):
    """What a player tells about themself. Made with the user; read it by ``selectors.get_profile``."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="profile")
    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=8, default="en")
    colour = models.CharField(_("preferred colour"), max_length=12, blank=True)
    about = models.TextField(_("about me"), max_length=1000, blank=True)
    plays_by_reply = models.BooleanField(
        _("play by replying to emails"),
        default=False,
        help_text=_("Your reply to a turn email is played. Anyone who can send email in your name could play for you."),
    )
    digest_hour = models.PositiveSmallIntegerField(
        _("hour of my digest"), default=8, validators=[MaxValueValidator(23)]
    )
    quiet_from = models.TimeField(_("no emails from"), null=True, blank=True)
    quiet_until = models.TimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return self.display_name or self.user.username


class ApiToken(models.Model):
    """A key to the API. Only its SHA-256 is stored; ``prefix`` lets the owner recognise it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(_("starts with"), max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
