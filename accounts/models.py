"""Models of people: user, profile, API token, block, export, erasure."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Self

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import MaxValueValidator
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .signals import password_stored, time_zone_changed
from .time_zones import zone_of
from .validators import NAME_VALIDATORS, skeleton

USERNAME_HELP = _("2 to 30 letters and digits, with - _ . in between. Everyone can see it.")
KEY_PREFIX = "mk_"  # of an API token, before 43 characters of base64
PREFIX_LENGTH = 8
UNCONFIRMED_MAX_IDLE = timedelta(days=60)  # after the last visit; then an unconfirmed account is deleted
COLOURS = {"c": _("Crimson"), "y": _("Yellow"), "r": _("Royal blue"), "p": _("Pine green")}


class MailThreads(models.TextChoices):
    """Which emails about games a mail program shows as one conversation."""

    TURN = "turn", _("One for each turn; the subject says what has happened")
    TABLE = "table", _("One for each table; the subject is always the same")


class QuietMode(models.TextChoices):
    """Whether an account reads and writes no words of players, and who has decided so."""

    OFF = "", _("off")
    OWN = "own", _("on")
    STAFF = "staff", _("on, switched on by a moderator")


class PlayerManager(UserManager["User"]):
    """Creates the profile together with the user; finds names in any letter case."""

    use_in_migrations = False  # migrations need nothing of this class

    def _create_user(self, username: str, email: str | None, password: str | None, **fields: Any) -> "User":
        with transaction.atomic():
            user: User = super()._create_user(username, (email or "").lower(), password, **fields)  # type: ignore[misc]
            Profile.objects.create(user=user)
        return user

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Create an administrator. The address counts as confirmed: only an operator can run this command."""
        with transaction.atomic():
            user = super().create_superuser(username, email, password, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.alias(lower_name=Lower("username")).get(lower_name=(username or "").lower())


class User(AbstractUser):
    """A player. ``username`` is the unique name that everyone sees and that URLs contain.

    A robot is a user without password and address; it never signs in. A guest has neither, either: the session keeps
    them signed in until they sign up or sign in (accounts/guests.py). They play against robots only.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=NAME_VALIDATORS,
        help_text=USERNAME_HELP,
        error_messages={"unique": _("This name is taken.")},
    )
    # What look-alikes of the name have in common (validators.py).
    skeleton = models.CharField(max_length=60, blank=True, editable=False)
    # The confirmed address, "" for none. An unconfirmed address is only in allauth's EmailAddress.
    email = models.EmailField(_("email address"), blank=True)
    robot = models.CharField(_("robot"), max_length=20, blank=True, editable=False)  # key of the robot; "" for people
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    bounced_at = models.DateTimeField(null=True, blank=True, editable=False)  # when emails to ``email`` began to bounce
    undelivered_at = models.DateTimeField(null=True, blank=True, editable=False)  # when emails began to fail otherwise
    # Grows with each new password and with "end all access"; links in emails contain it, and end with it.
    link_version = models.PositiveIntegerField(default=0, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)  # the last activity, to the minute

    has_new_password = False  # chosen, and not saved yet
    tables_of_housemates: dict[int, int] | None = None  # kept for a request, by games/core/selectors.py

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        # Unique in any letter case: unique columns are case-sensitive on SQLite and PostgreSQL.
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
        indexes = [
            models.Index(
                fields=["robot"], name="user_robots"
            ),  # no condition: SQLite would not use it with a parameter
            # For the daily deletion of unconfirmed accounts, and for filters of the admin by what few accounts have.
            models.Index(
                fields=["robot", "last_login", "date_joined"], condition=models.Q(email=""), name="user_unconfirmed"
            ),
            models.Index(fields=["skeleton"], name="user_skeleton"),
            models.Index(fields=["-id"], condition=models.Q(is_staff=True), name="user_staff"),
            models.Index(fields=["-id"], condition=models.Q(is_active=False), name="user_closed"),
            models.Index(fields=["-id"], condition=models.Q(email=""), name="user_without_address"),
        ]

    def __str__(self) -> str:
        return self.username

    def get_full_name(self) -> str:
        """Return "": there is only one name. Django's pages would show the empty ones."""
        return ""

    def save(self, *args: Any, **options: Any) -> None:
        self.skeleton = skeleton(self.username)[:60]
        columns = options.get("update_fields")
        if columns is not None and "username" in columns:
            options["update_fields"] = [*columns, "skeleton"]
        is_new_password = self.has_new_password and columns is None and not self._state.adding
        super().save(*args, **options)
        self.has_new_password = False
        if is_new_password:
            password_stored.send(sender=User, user=self)

    def set_password(self, raw_password: str | None) -> None:
        """Set the password. When the whole row is saved, all sessions end, and the links of emails sent until now.

        A better hash of the same password is saved alone: it ends nothing.
        """
        super().set_password(raw_password)
        self.has_new_password = True
        self.link_version += 1

    def clean(self) -> None:
        """Convert the address to small letters, as allauth expects."""
        super().clean()
        self.email = self.email.lower()

    @cached_property
    def housemates(self) -> set[int]:
        """The ids of the players with whom this one has said, and they have confirmed, a common household."""
        rows = Household.objects.filter(Q(user=self) | Q(other=self), confirmed_at__isnull=False)
        return {one for row in rows for one in (row.user_id, row.other_id)} - {self.pk}

    @property
    def is_confirmed(self) -> bool:
        """True if this is a person with a confirmed address, who may contact others and gets email."""
        return bool(self.email) and not self.robot

    @property
    def kept_until(self) -> datetime:
        """When the games of the guest who is reading a page are deleted, if this visit was the last."""
        return timezone.now() + UNCONFIRMED_MAX_IDLE


class Profile(models.Model):
    """Public details and settings of a user. Created with the user; read it with ``selectors.get_profile``."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="profile")
    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    skeleton = models.CharField(max_length=80, blank=True, editable=False)
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
    mail_threads = models.CharField(_("conversations"), max_length=5, choices=MailThreads, default=MailThreads.TURN)
    mails_as_text = models.BooleanField(
        _("text only"), default=False, help_text=_("Emails without pictures, in lines of at most 72 characters.")
    )
    takes_automatic_holidays = models.BooleanField(
        _("automatic holidays"),
        default=True,
        help_text=_("When your time runs out, a holiday of one day begins by itself, as long as you have days left."),
    )

    # Read it with ``selectors.is_quiet``, never here.
    quiet = models.CharField(_("quiet mode"), max_length=5, choices=QuietMode, default=QuietMode.OFF, blank=True)
    # A moderator has switched it, and the player has not said that they have read so.
    quiet_unread = models.BooleanField(default=False, editable=False)
    tours_seen = models.JSONField(_("short tours that are not shown any more"), default=list, blank=True)
    news_seen = models.CharField(_("last news of the site that was seen"), max_length=80, blank=True)

    stored_zone = ""  # the time zone in the database, as far as it is known

    class Meta:
        indexes = [
            models.Index(fields=["quiet"], name="profile_quiet"),  # for sitemaps, which leave out these players
            models.Index(fields=["skeleton"], name="profile_skeleton"),
            models.Index(Lower("display_name"), condition=~models.Q(display_name=""), name="profile_display_name"),
        ]
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return self.display_name or self.user.username

    def save(self, *args: Any, **options: Any) -> None:
        """Store the row. If the time zone changes, send ``time_zone_changed`` in the same transaction."""
        columns = options.get("update_fields")
        self.skeleton = skeleton(self.display_name)[:80]
        if columns is not None and "display_name" in columns:
            options["update_fields"] = [*columns, "skeleton"]
        with transaction.atomic():
            super().save(*args, **options)
            if columns is None or "time_zone" in columns:
                before, self.stored_zone = self.stored_zone, self.time_zone
                if before and before != self.time_zone:
                    time_zone_changed.send(sender=Profile, user=self.user, before=before)

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        profile = super().from_db(db, field_names, values, **options)
        profile.stored_zone = profile.time_zone if "time_zone" in field_names else ""
        return profile

    @property
    def zone(self) -> str:
        """The name of the zone of the player's times: the site's own if ``time_zone`` does not exist any more."""
        return zone_of(self.time_zone).key

    @property
    def lost_zone(self) -> str:
        """The name of a time zone that does not exist any more, "" if the player's exists."""
        return self.time_zone if self.zone != self.time_zone else ""


def new_key() -> str:
    return KEY_PREFIX + secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """Return the stored digest of a key. A random key cannot be guessed, so a fast hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def in_a_year() -> datetime:
    return timezone.now() + timedelta(days=365)


class ApiToken(models.Model):
    """An API token. Only the SHA-256 of its key is stored; the owner recognises it by ``prefix``."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(_("starts with"), max_length=8)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires"), default=in_a_year)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        constraints = [models.UniqueConstraint(fields=["digest"], name="api_token_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class Block(models.Model):
    """A player wants nothing to do with another. The other does not learn it, and both are kept apart.

    Whom it concerns is read in ``blocks.py`` only. ``hides_messages`` is about tables where both play:
    the blocker does not see there what the other writes.
    """

    blocker = models.ForeignKey(User, verbose_name=_("player"), on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(
        User, verbose_name=_("blocked player"), on_delete=models.CASCADE, related_name="blocks_received"
    )
    hides_messages = models.BooleanField(
        _("Hide their messages at tables where we both play"),
        default=True,
        help_text=_("They still see yours. Elsewhere, you never see what they write."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="block_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} > {self.blocked_id}"


class Household(models.Model):
    """Two players say that they live together: declared by one, and in force from when the other has confirmed it.

    They alone see it, and moderators.
    """

    user = models.ForeignKey(User, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(User, verbose_name=_("other player"), on_delete=models.CASCADE, related_name="+")
    declared_at = models.DateTimeField(_("declared"), auto_now_add=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("household")
        verbose_name_plural = _("households")
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="household_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("other")), name="household_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} + {self.other_id}"


class Export(models.Model):
    """A copy of everything that the site has about a player: one zip, which a worker makes.

    A worker may claim it from ``due_at`` on; while one makes it, this is the end of its lease. ``file`` is the zip.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="exports")
    requested_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)  # when it was given up
    file = models.FileField(blank=True, default="", db_default="")
    data = models.BinaryField(null=True, blank=True)  # the zip, if code of before has made it
    size = models.PositiveBigIntegerField(default=0)  # in bytes

    class Meta:
        ordering = ["-requested_at", "-id"]

    def __str__(self) -> str:
        return f"export of user {self.user_id}"


class Erasure(models.Model):
    """A player has closed the account. Some days later it is erased, unless the player signs in before.

    It ``is_final`` if an administrator has closed the account meanwhile: then signing in does not reopen it.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="erasure")
    closed_at = models.DateTimeField()
    removes_messages = models.BooleanField(default=False)
    is_final = models.BooleanField(default=False)
    erased_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"erasure of user {self.user_id}"


class HeldName(models.Model):
    """A name of an erased account, which nobody else may take for a while. Only a keyed digest of it is stored."""

    digest = models.CharField(max_length=64)
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["digest"], name="held_name_digest")]

    def __str__(self) -> str:
        return f"held until {self.until:%Y-%m-%d}"
