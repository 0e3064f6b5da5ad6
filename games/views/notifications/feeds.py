"""Feeds at private addresses: no sign-in, nobody else's eyes, cheap where nothing is new."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.mail.feeds import atom_of, calendar_of
from games.mail.recipient import user_locale
from games.models import Feed
from games.release import release
from games.selectors.notifications.feeds import feed_by_code, feed_version

MAX_AGE = 5 * 60  # seconds for which nobody needs to ask again


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Send the calendar of deadlines."""
    return _answer(request, feed_by_code(key, is_calendar=True), calendar_of, "text/calendar; charset=utf-8")


@require_safe
def atom(request: HttpRequest, key: str) -> HttpResponse:
    """Send the feed of one's turns, or of a table."""
    return _answer(request, feed_by_code(key, is_calendar=False), atom_of, "application/atom+xml; charset=utf-8")


def _answer(request: HttpRequest, feed: Feed, make: Callable[[Feed], bytes], kind: str) -> HttpResponse:
    """Answer 304 where the asker has it already. There is no Last-Modified: a turn that is played leaves no date."""
    with user_locale(feed.user):
        seen_as = [release(), get_language(), timezone.get_current_timezone_name(), *feed_version(feed)]
        etag = quote_etag(hashlib.sha256(repr(seen_as).encode()).hexdigest()[:32])
        answer = get_conditional_response(request, etag=etag) or HttpResponse(make(feed), content_type=kind)
        answer["Content-Language"] = get_language()
    answer["ETag"] = etag
    answer["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, private=True, max_age=MAX_AGE)
    return answer
