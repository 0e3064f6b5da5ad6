"""The time zone and the language of signed-in users.

Both come from the profile and are stored in the default cache, not in games/models/cache.py: they belong to a user and
to no game, every request needs them, and a saved profile removes them.
"""

from functools import lru_cache, partial
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.models import Profile

CACHE_SECONDS = 300


def _cache_key(user_id: str) -> str:
    return f"locale:{user_id}"


def get_locale(user_id: str) -> tuple[str, str]:
    """Return (time zone, language) of a user; UTC and the default language when there is no profile."""
    locale: tuple[str, str] | None = cache.get(_cache_key(user_id))
    if locale is None:
        row = Profile.objects.filter(user_id=user_id).values_list("time_zone", "language").first()
        locale = row or ("UTC", settings.LANGUAGE_CODE)
        cache.set(_cache_key(user_id), locale, CACHE_SECONDS)
    return locale


@receiver(post_save, sender=Profile, dispatch_uid="clear-cached-locale")
def clear_cached_locale(instance: Profile, **_: object) -> None:
    """Remove a changed profile from the cache, so that the change applies from the next page on.

    Remove it again after the commit: until then, another request may have read and cached the old values.
    """
    key = _cache_key(str(instance.user_id))
    cache.delete(key)
    transaction.on_commit(partial(cache.delete, key))


@lru_cache(4096)
def viewer_fingerprint(user_id: str) -> str:
    """Return an anonymous id of a user, with which a browser keeps the stored pages of several users apart."""
    return salted_hmac("marrakech_site.locale", user_id).hexdigest()[:16]


def activate(user_id: str) -> str:
    """Switch this thread to the user's time zone and language; return the language. Unknown values change nothing."""
    zone, language = get_locale(user_id)
    try:
        timezone.activate(ZoneInfo(zone))
    except (KeyError, ValueError):
        timezone.deactivate()
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
    return translation.get_language() or settings.LANGUAGE_CODE
