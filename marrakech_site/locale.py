"""The time zone and the language of signed-in users."""

from functools import lru_cache
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.selectors import get_profile


@lru_cache(4096)
def viewer_fingerprint(user_id: int) -> str:
    """Return an anonymous id of a user, with which a browser keeps the stored pages of several users apart."""
    return salted_hmac("marrakech_site.locale", str(user_id), algorithm="sha1").hexdigest()[:16]


def activate(user: User) -> str:
    """Switch this thread to the user's time zone and language; return the language. Unknown values change nothing."""
    profile = get_profile(user)
    try:
        timezone.activate(ZoneInfo(profile.time_zone))
    except (KeyError, ValueError):
        timezone.deactivate()
    if profile.language in dict(settings.LANGUAGES):
        translation.activate(profile.language)
    return translation.get_language() or settings.LANGUAGE_CODE
