"""Views of calendars and Atom feeds at private addresses, without sign-in."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.common.release import release
from games.notifications.models import Feed
from games.notifications.recipient import user_locale
from games.notifications.selectors import feed_by_code

from .calendars import atom_of, calendar_of, feed_version

MAX_AGE = 5 * 60  # seconds


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    return _feed_response(request, feed_by_code(key, is_calendar=True), calendar_of, "text/calendar; charset=utf-8")


@require_safe
def atom(request: HttpRequest, key: str) -> HttpResponse:
    return _feed_response(request, feed_by_code(key, is_calendar=False), atom_of, "application/atom+xml; charset=utf-8")


def _feed_response(
    request: HttpRequest, feed: Feed, render: Callable[[Feed], bytes], content_type: str
) -> HttpResponse:
    """Send a feed, or 304 if it has not changed. There is no Last-Modified: a played turn disappears without a date."""
    with user_locale(feed.user):
        version = [release(), get_language(), timezone.get_current_timezone_name(), *feed_version(feed)]
        version.append(feed.expires_soon(timezone.now()))
        etag = quote_etag(hashlib.sha256(repr(version).encode()).hexdigest()[:32])
        response = get_conditional_response(request, etag=etag) or HttpResponse(render(feed), content_type=content_type)
        response["Content-Language"] = get_language()
    response["ETag"] = etag
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, max_age=MAX_AGE)
    return response
