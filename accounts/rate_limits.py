"""Rate limits: a token bucket in the cache, and the limits of wrong passwords and codes.

While the server of the cache is away, each process counts alone in its memory: several together let more through than
the limit, and none refuses more.

Limits of wrong passwords and codes stop the guesser, not the player. Wrong ones at one account are counted for each
address, and apart from that for each browser in which the player has signed in before. Many addresses together have a
limit too, which does not concern these browsers. One who guesses codes knows the password, so that limit is low.

An IPv6 address stands for its /64: a provider gives that many to each customer.
"""

import hashlib
import ipaddress
import math
import secrets
import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from .models import User
from .selectors import account_by_login

LOCK_SECONDS = 2


def seconds_to_wait(key: str, capacity: int, refill_per_second: float) -> float:
    """Take one token from the bucket ``key``; return 0.0 if there was one, else the seconds until the next.

    A full bucket holds ``capacity`` tokens. Of two requests at the same moment one takes a token, and the other must
    wait a second: parallel requests gain nothing.
    """
    lock = f"limit-lock:{key}"
    if not cache.add(lock, 1, LOCK_SECONDS):
        return 1.0
    try:
        return _take(f"limit:{key}", capacity, refill_per_second, time.time())
    finally:
        cache.delete(lock)


def _take(name: str, capacity: int, refill_per_second: float, now: float) -> float:
    stored: tuple[float, float] = cache.get(name, (float(capacity), now))
    tokens, counted_at = stored
    tokens = min(float(capacity), tokens + max(0.0, now - counted_at) * refill_per_second)
    if tokens < 1:
        return (1 - tokens) / refill_per_second
    # An unused bucket is full again after this time, so the cache may forget it.
    cache.set(name, (tokens - 1, now), math.ceil(capacity / refill_per_second) + 1)
    return 0.0


IPV6_PREFIX = 64


def unmapped(address: str) -> str:
    """Return an address with IPv4 as such: a server that listens for both kinds writes it as IPv6."""
    try:
        mapped = ipaddress.IPv6Address(address).ipv4_mapped
    except ValueError:
        return address
    return str(mapped) if mapped else address


def network_of(address: str) -> str:
    """Return what is counted for an address: its /64 of IPv6; IPv4 as it is, also inside IPv6."""
    address = unmapped(address)
    try:
        return str(ipaddress.IPv6Network((int(ipaddress.IPv6Address(address)), IPV6_PREFIX), strict=False))
    except ValueError:
        return address


def visitor_of(request: HttpRequest) -> str:
    """Return what limits count for a visitor."""
    return network_of(get_adapter().get_client_ip(request))


MAX_FAILURES, WINDOW = 5, 300  # by one address or known browser, in these seconds
MAX_BY_STRANGERS, DAY = 200, 24 * 3600  # by all other addresses together
MAX_CODES_BY_STRANGERS = 20  # of a million codes
MAX_CODES_BY_DEVICE = 50  # in a day by one known browser
CODES_BEFORE_MAIL = 5  # wrong codes after the right password, in a day
SALT = "known-browser"
COOKIE_AGE = 365 * DAY
MAX_KNOWN = 5  # accounts in one browser


class GuessLimit:
    """Wrong guesses at one account by one guesser. A guess is counted before it is checked.

    ``counts`` are keys in the cache, each with its limit and the seconds for which it counts.
    """

    def __init__(self, counts: list[tuple[str, int, int]]) -> None:
        self._counts = counts

    def take(self) -> bool:
        """Count a guess. Return False if there have been too many."""
        is_allowed = True
        for key, most, seconds in self._counts:
            cache.add(key, 0, seconds)
            is_allowed = _add(key, 1) <= most and is_allowed
        return is_allowed

    def give_back(self) -> None:
        """Do not count a right guess."""
        for key, _most, _seconds in self._counts:
            _add(key, -1)


def _hashed(text: str) -> str:
    """Return a part of a key for a text that a visitor enters: not every letter is allowed in a key."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def may_send_confirmation(request: HttpRequest, user: User, address: str) -> bool:
    """Count an email that asks to confirm an address. Return False if there have been too many.

    Each account has its own limit: whoever signs up first with a newcomer's address must not use up the newcomer's. The
    limits of the address itself are for those who would fill a mailbox with many accounts.
    """
    to = _hashed(address.strip().lower())
    limits = [
        (f"confirm:{user.pk}:{to}", 1, 1 / 180),
        (f"confirm:{user.pk}", 5, 20 / DAY),
        (f"confirm:{to}:{visitor_of(request)}", 5, 5 / 3600),
        (f"confirm:{to}", 50, 50 / DAY),
    ]
    return not any(seconds_to_wait(*limit) for limit in limits)


def may_send_reminder(address: str) -> bool:
    """Count an email that an address has an account already. Return False if there was one a moment ago."""
    return not seconds_to_wait(f"reminder:{_hashed(address.strip().lower())}", 1, 1 / 180)


def password_limit(request: HttpRequest, login: str) -> GuessLimit:
    login = login.strip().lower()
    known = _known(request)
    user = account_by_login(login) if known else None
    device = known.get(str(user.pk), "") if user else ""
    key = f"sign-in:{_hashed(login)}"
    counts = [(f"{key}:{device or visitor_of(request)}", MAX_FAILURES, WINDOW)]
    return GuessLimit(counts if device else [*counts, (key, MAX_BY_STRANGERS, DAY)])


def code_limit(request: HttpRequest, user: User) -> GuessLimit:
    """Return the limit of codes of the second factor."""
    device, key = _known(request).get(str(user.pk), ""), f"code:{user.pk}"
    counts = [(f"{key}:{device or visitor_of(request)}", MAX_FAILURES, WINDOW)]
    by_day = (f"{key}:{device}:day", MAX_CODES_BY_DEVICE, DAY) if device else (key, MAX_CODES_BY_STRANGERS, DAY)
    return GuessLimit([*counts, by_day])


def is_worth_a_mail(user: User) -> bool:
    """Count a wrong code after the right password, from anywhere. Return True for the fifth of a day."""
    key = f"wrong-code:{user.pk}"
    cache.add(key, 0, DAY)
    return _add(key, 1) == CODES_BEFORE_MAIL


def _add(key: str, number: int) -> int:
    try:
        return int(cache.incr(key, number))
    except ValueError:  # the time is over, or the cache was emptied or went away since
        return 0


def _known(request: HttpRequest) -> dict[str, str]:
    """Return the ids that this browser has as a known one, by account."""
    try:
        found = signing.loads(request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def device_of(request: HttpRequest) -> str:
    """Return what all accounts that have signed in in this browser have in common, "" for a browser without one."""
    return min(_known(request).values(), default="")


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Store in the browser that this account has signed in there."""
    known = _known(request)
    ident = known.pop(str(user.pk), "") or secrets.token_urlsafe(9)
    latest = dict([*known.items(), (str(user.pk), ident)][-MAX_KNOWN:])
    response.set_cookie(
        settings.KNOWN_COOKIE_NAME,
        signing.dumps(latest, salt=SALT),
        max_age=COOKIE_AGE,
        path="/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
