"""Calls to addresses that players have given: whose are slow, or lead nowhere, wait while all others are called.

An address that does not answer is left alone for a minute, by whomever it was given; and so are all other addresses of
the player who has given it, or one that takes its time: else ten that are made to be slow hold up everybody.
"""

import time
from collections.abc import Mapping

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.services.notifications.web_addresses import parse_web_address

from . import safe_http
from .errors import UserFacingError

BACKOFF = 60  # seconds
SLOW_ANSWER = 2.0  # seconds


class BackingOff(UserFacingError):
    """It is left alone for now. The text says why, for the administrators and whoever tries it out."""


def post_with_backoff(owner: User, url: str, body: bytes, headers: Mapping[str, str]) -> safe_http.Answer:
    """Send a POST request for a player. Raises Resting, and Invalid and Unreachable as ``safe_http.post`` does."""
    host = parse_web_address(url).authority
    of_host, of_owner = f"calls-rest:{host}", f"calls-rest-of:{owner.pk}"
    if resting := cache.get_many([of_host, of_owner]):
        raise BackingOff(
            _("%(host)s did not answer in time and is paused for a minute"), host=next(iter(resting.values()))
        )
    began = time.monotonic()
    try:
        answer = safe_http.post(url, body, headers)
    except safe_http.Unreachable:
        cache.set_many({of_host: host, of_owner: host}, BACKOFF)
        raise
    if time.monotonic() - began >= SLOW_ANSWER:
        cache.set(of_owner, host, BACKOFF)
    return answer
