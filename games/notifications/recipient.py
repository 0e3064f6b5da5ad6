"""The recipient of an email: name, address, language, time zone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from accounts.quiet import reading_as
from accounts.selectors import get_profile
from accounts.time_zones import zone_of


@dataclass(frozen=True, slots=True)
class Recipient:
    """``name`` is empty for a person without an account."""

    address: str
    name: str
    language: str
    zone: str
    wants_text: bool = False
    user: User | None = None  # if the recipient has an account

    @contextmanager
    def locale(self) -> Iterator[None]:
        """Activate the recipient's language, time zone and quiet mode."""
        with reading_as(self.user), translation.override(self.language), timezone.override(zone_of(self.zone)):
            yield


def user_locale(user: User) -> AbstractContextManager[None]:
    """Activate a player's language and time zone, outside of their requests."""
    return recipient_from(user, "", "").locale()


def recipient_from(like: User, address: str, name: str) -> Recipient:
    profile = get_profile(like)
    language = profile.language if profile.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return Recipient(address, name, language, profile.zone, profile.mails_as_text, like)
