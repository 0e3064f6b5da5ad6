"""POST requests that leave slow and silent web addresses alone for a minute.

A host that does not answer is not called for a minute, for any player. All addresses of the owner of a silent
or slow address wait too, because otherwise a player with ten slow addresses would delay all others.

The pauses are in the cache. While its server is away, each process has its own, so that every one of them may try an
address once a minute.
"""

import time
from collections.abc import Mapping

from django.core.cache import cache

from accounts.models import User
from games.notifications.models import CallError
from games.notifications.webhooks import parse_web_address

from . import safe_http
from .email import DeliveryError

BACKOFF = 60  # seconds
SLOW_ANSWER = 2.0  # seconds


class BackingOff(DeliveryError):
    """The address is paused. The text says why."""


def post_with_backoff(owner: User, url: str, body: bytes, headers: Mapping[str, str]) -> safe_http.Answer:
    """Send a POST request for a player. Raises BackingOff, and Invalid and Unreachable as ``safe_http.post`` does."""
    host = parse_web_address(url).authority
    of_host, of_owner = f"calls-rest:{host}", f"calls-rest-of:{owner.pk}"
    if resting := cache.get_many([of_host, of_owner]):
        raise BackingOff(CallError.PAUSED, host=next(iter(resting.values())))
    began = time.monotonic()
    try:
        answer = safe_http.post(url, body, headers)
    except safe_http.Unreachable:
        cache.set_many({of_host: host, of_owner: host}, BACKOFF)
        raise
    if time.monotonic() - began >= SLOW_ANSWER:
        cache.set(of_owner, host, BACKOFF)
    return answer
