"""The recipient of an email: name, address, language, time zone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from accounts.selectors import display_name, get_profile
from games.models import Notification
from games.selectors.notifications.subjects import invitation_of


@dataclass(frozen=True, slots=True)
class Recipient:
    """``name`` is empty for a person without an account."""

    address: str
    name: str
    language: str
    zone: str
    wants_text: bool = False

    @contextmanager
    def locale(self) -> Iterator[None]:
        """Activate the recipient's language and time zone."""
        with translation.override(self.language), timezone.override(ZoneInfo(self.zone)):
            yield


def user_locale(user: User) -> AbstractContextManager[None]:
    """Activate a player's language and time zone, outside of their requests."""
    return _recipient(user, "", "").locale()


def recipient_of(row: Notification) -> Recipient:
    """Return the recipient of a row. A person without an account reads in the language of the inviter."""
    if row.user:
        return _recipient(row.user, row.user.email, display_name(row.user))
    invitation = invitation_of(row)
    if invitation and invitation.inviter:
        return replace(_recipient(invitation.inviter, row.email, ""), wants_text=False)
    return Recipient(row.email, "", settings.LANGUAGE_CODE, settings.TIME_ZONE)


def _recipient(like: User, address: str, name: str) -> Recipient:
    profile = get_profile(like)
    language = profile.language if profile.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return Recipient(address, name, language, _zone(profile.time_zone), profile.mails_as_text)


def _zone(name: str) -> str:
    """Return the time zone's name, the site's own if it does not exist any more."""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        return settings.TIME_ZONE
