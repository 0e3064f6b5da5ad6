"""For whom a mail is: name, address, language, time zone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from accounts.selectors import display_name, get_profile
from games.models import Notification
from games.selectors.notifications.subjects import invitation_of


@dataclass(frozen=True, slots=True)
class Recipient:
    """``name`` is empty for somebody without an account."""

    address: str
    name: str
    language: str
    zone: str

    @contextmanager
    def locale(self) -> Iterator[None]:
        """Say and show everything inside as this reader wants it."""
        with translation.override(self.language), timezone.override(ZoneInfo(self.zone)):
            yield


def user_locale(user: User) -> AbstractContextManager[None]:
    """Say and show everything inside as this player wants it, also where nobody is signed in."""
    return _reader(user, "", "").locale()


def recipient_of(row: Notification) -> Recipient:
    """Return the reader of a row; somebody without an account reads in the language of whoever invites."""
    if row.user:
        return _reader(row.user, row.user.email, display_name(row.user))
    invitation = invitation_of(row)
    if invitation and invitation.inviter:
        return _reader(invitation.inviter, row.email, "")
    return Recipient(row.email, "", settings.LANGUAGE_CODE, settings.TIME_ZONE)


def _reader(like: User, address: str, name: str) -> Recipient:
    profile = get_profile(like)
    language = profile.language if profile.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return Recipient(address, name, language, _zone(profile.time_zone))


def _zone(name: str) -> str:
    """Return the time zone's name, or the site's where there is none such (any more)."""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        return settings.TIME_ZONE
