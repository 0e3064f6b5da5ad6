"""Limits of wrong passwords: they stop the guesser, not the player.

Wrong passwords at one account are counted for each address, and apart from that for each browser in which the player
has signed in before. Many addresses together have a limit too, which does not concern these browsers.

The counts are in the cache. While its server is away, each process counts alone: several together let more guesses
through, and nobody is kept out for it.
"""

import secrets

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from .models import User
from .selectors import account_by_login

MAX_FAILURES, WINDOW = 5, 300  # by one address or known browser, in these seconds
MAX_BY_STRANGERS, DAY = 200, 24 * 3600  # by all other addresses together
COOKIE, SALT = "known", "known-browser"
COOKIE_AGE = 365 * DAY
MAX_KNOWN = 5  # accounts in one browser


class SignInLimit:
    """The wrong passwords at one account by one guesser. A guess is counted before its password is checked."""

    def __init__(self, request: HttpRequest, login: str) -> None:
        login = login.strip().lower()
        device = _device(request, login)
        guesser = device or get_adapter().get_client_ip(request)
        self._counts = [(f"sign-in:{login}:{guesser}", MAX_FAILURES, WINDOW)]
        if not device:
            self._counts.append((f"sign-in:{login}", MAX_BY_STRANGERS, DAY))

    def take(self) -> bool:
        """Count a guess. Return False if there have been too many."""
        is_allowed = True
        for key, most, seconds in self._counts:
            cache.add(key, 0, seconds)
            is_allowed = _add(key, 1) <= most and is_allowed
        return is_allowed

    def give_back(self) -> None:
        """Do not count a right password."""
        for key, _most, _seconds in self._counts:
            _add(key, -1)


def _add(key: str, number: int) -> int:
    try:
        return int(cache.incr(key, number))
    except ValueError:  # the time is over, or the cache was emptied or went away since
        return 0


def _known(request: HttpRequest) -> dict[str, str]:
    """Return the ids that this browser has as a known one, by account."""
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _device(request: HttpRequest, login: str) -> str:
    """Return the id of a browser in which this account has signed in before, "" for any other."""
    known = _known(request)
    user = account_by_login(login) if known else None
    return known.get(str(user.pk), "") if user else ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Store in the browser that this account has signed in there."""
    known = _known(request)
    ident = known.pop(str(user.pk), "") or secrets.token_urlsafe(9)
    latest = dict([*known.items(), (str(user.pk), ident)][-MAX_KNOWN:])
    response.set_cookie(
        COOKIE,
        signing.dumps(latest, salt=SALT),
        max_age=COOKIE_AGE,
        path="/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
