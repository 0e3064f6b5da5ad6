"""Middleware: the request's id and log line, security headers, time zone and language, domain errors."""

import re
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from uuid import uuid4

import structlog
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes

from accounts.models import User
from accounts.quiet import reading_as
from accounts.rate_limits import device_of
from accounts.selectors import get_profile
from accounts.services import SESSION_RENEWED, renew_session
from accounts.time_zones import zone_of
from games.clocks.activity import note_seen
from games.conduct.services import note_trace
from games.core import jobs
from games.core.selectors import is_unchanged
from games.site.search_engines import is_listed

from . import logs, problems

GetResponse = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger("request")

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",  # the QR code of two-factor authentication is a data: picture
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
FRAMED_POLICY = CONTENT_SECURITY_POLICY.replace(
    "frame-ancestors 'none'", "frame-ancestors *"
)  # for pages that other sites may frame
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in [
        "accelerometer",
        "camera",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "payment",
        "usb",
    ]
)
DAY = 24 * 60 * 60  # seconds
OLD_COOKIES = {  # the names of before, with their ages in seconds
    "sessionid": settings.SESSION_COOKIE_AGE,
    "csrftoken": settings.CSRF_COOKIE_AGE,
    "django_language": 365 * DAY,
    "look": 365 * DAY,
    "known": 365 * DAY,
}
OLD_COOKIES_FOR = timedelta(days=60)
SESSIONLESS_PREFIX = "/embed/"  # framed by other sites, so their visitors stay anonymous here
API_PREFIX = "/api/"
POLL = re.compile(r"/t/([a-z0-9]{1,16})/poll/")
ACCOUNT_PAGES = re.compile(
    r"^/(accounts|settings|admin|notifications|mail/settings|mail/bounce|time|deputy)/|^/t/[^/]+/mail/$"
)
# What a sentence, a bracket or a mail program leaves at the end of a link, such as ".", ")", ">" or a zero-width space.
STRAY_END = re.compile(r"/?[^\w/\0-]+/?\Z")
PARTS_OF_PAGES = re.compile(r"^/static/.+\.(css|js|woff2)$")
QUIET_PATHS = re.compile(r"^/(static/|healthz$|readyz$|t/[^/]+/(poll|presence)/$)")


def request_log(get_response: GetResponse) -> GetResponse:
    """Give every request an id (or keep the proxy's) in each log line and in X-Request-ID, and log the response."""

    def middleware(request: HttpRequest) -> HttpResponse:
        proxy_id = request.headers.get("X-Request-ID", "") if settings.TRUSTED_PROXIES else ""
        request_id = proxy_id if re.fullmatch(r"[\w-]{8,64}", proxy_id) else uuid4().hex
        began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        response = get_response(request)
        note = log.debug if QUIET_PATHS.match(request.path) and response.status_code < 500 else log.info
        ms = round((time.perf_counter() - began) * 1000)
        note("answered", method=request.method, path=logs.safe_path(request), status=response.status_code, ms=ms)
        response["X-Request-ID"] = request_id
        return response

    return middleware


def security_headers(get_response: GetResponse) -> GetResponse:
    """Add Content-Security-Policy, Permissions-Policy and Cross-Origin-Resource-Policy to responses without their own.

    Other sites may frame only pages with ``xframe_options_exempt``, and load only what everybody may cache. Style
    sheets, scripts and fonts are never documents: browsers would ignore the first two.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        may_be_framed = getattr(response, "xframe_options_exempt", False)
        if not PARTS_OF_PAGES.match(request.path):
            policy = FRAMED_POLICY if may_be_framed else CONTENT_SECURITY_POLICY
            response.headers.setdefault("Content-Security-Policy", policy)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        is_public = may_be_framed or "public" in response.get("Cache-Control", "")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if is_public else "same-origin")
        return response

    return middleware


def search_engines(get_response: GetResponse) -> GetResponse:
    """Keep every page out of search engines that is not meant for them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code == HTTPStatus.OK and response.get("Content-Type", "").startswith("text/html")
        if is_page and not is_listed(request):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return middleware


def private_responses(get_response: GetResponse) -> GetResponse:
    """Let nobody share what is not public, and let nobody store what is about an account.

    A response without a policy of its own may be kept by its viewer's browser, which asks each time whether it is still
    right. Pages of an account may show addresses, keys, sessions or the administration, and answers of the API to a
    player are about that player. After signing out, the browser forgets what it has kept.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_own_answer = request.path.startswith(API_PREFIX) and isinstance(getattr(request, "user", None), User)
        if ACCOUNT_PAGES.match(request.path) or is_own_answer:
            response["Cache-Control"] = "no-store, private"
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.path.startswith("/art/"):  # the same for everyone, whatever was read on the way
            response["Vary"] = "Accept-Encoding"
        if response.status_code == HTTPStatus.NOT_MODIFIED:  # as the whole page, which is compressed
            patch_vary_headers(response, ["Accept-Encoding"])
        if getattr(request, "has_signed_out", False):
            response["Clear-Site-Data"] = '"cache"'
        return response

    return middleware


def polls(get_response: GetResponse) -> GetResponse:
    """Answer the poll of an unchanged table with 204, with the session but without the user.

    Ten thousand open tables poll all day. Every other request goes to the views, also that of an ended session.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _is_poll_without_news(request):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return get_response(request)

    return middleware


def _is_poll_without_news(request: HttpRequest) -> bool:
    match = POLL.fullmatch(request.path_info) if request.method == "GET" else None
    version = request.GET.get("v", "") if match else ""
    if match is None or not (version.isascii() and version.isdecimal() and len(version) < 10):
        return False
    return is_unchanged(match[1], int(version), request.GET.get("k", "")) and _has_session_of_page(request)


def _has_session_of_page(request: HttpRequest) -> bool:
    """Return False if the page was made for a user whose session has ended, or is now that of someone else."""
    person, key = request.headers.get("X-Person", ""), request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if not person:
        return True
    user_id = SessionStore(key).get(SESSION_KEY) if key.isalnum() else None
    return user_id is not None and viewer_fingerprint(int(user_id)) == person


def stray_link_ends(get_response: GetResponse) -> GetResponse:
    """Send a link with stray characters at its end to the page that it means, if there is no page of that name."""

    def middleware(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        trimmed = STRAY_END.sub("/", path)
        if trimmed == path or request.method not in {"GET", "HEAD"} or path.startswith("/api/"):
            return get_response(request)
        written, meant = _match(path.rstrip("/") + "/"), _match(trimmed)
        if meant is None or (written and "token" not in meant.kwargs):
            return get_response(request)
        request.resolver_match = meant  # the log leaves out the secrets that it names
        query = request.META["QUERY_STRING"]
        address = escape_leading_slashes(escape_uri_path(STRAY_END.sub("/", request.path)))
        return HttpResponseRedirect(f"{address}?{query}" if query else address)

    return middleware


def _match(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def host_cookies(get_response: GetResponse) -> GetResponse:
    """Read cookies by their names of before the prefix ``__Host-``, and issue them again by the new ones.

    That ends 60 days after the upgrade: a subdomain can set cookies with the old names. Until then it matters, because
    the cookie of a guest is the only key to the guest's games.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        old = {name: value for name, value in request.COOKIES.items() if settings.COOKIE_PREFIX and name in OLD_COOKIES}
        if not old:
            return get_response(request)
        moved = _moved_cookies(request, old)
        request.COOKIES.update(moved)
        response = get_response(request)
        if "public" not in response.get("Cache-Control", ""):
            _issue_again(response, moved)
            for name in old:
                response.delete_cookie(name, samesite="Lax")
        return response

    return middleware


def _moved_cookies(request: HttpRequest, old: Mapping[str, str]) -> dict[str, str]:
    """Return the old cookies by their new names, without those that the browser has by the new name already."""
    now = timezone.now()
    if now - jobs.began("cookie-names", now) > OLD_COOKIES_FOR:
        return {}
    named = {settings.COOKIE_PREFIX + name: value for name, value in old.items()}
    return {name: value for name, value in named.items() if name not in request.COOKIES}


def _issue_again(response: HttpResponse, moved: Mapping[str, str]) -> None:
    """Set the moved cookies, except those that the response sets or deletes itself."""
    for name, value in moved.items():
        if name not in response.cookies:
            age = OLD_COOKIES[name.removeprefix(settings.COOKIE_PREFIX)]
            response.set_cookie(name, value, max_age=age, secure=True, httponly=True, samesite="Lax")


def refuse_nul_cookies(get_response: GetResponse) -> GetResponse:
    """Remove a session cookie that contains NUL, because PostgreSQL fails on it and Django does not check."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        return get_response(request)

    return middleware


@lru_cache(4096)
def viewer_fingerprint(user_id: int) -> str:
    """Return an anonymous id of a user, with which a browser keeps the stored pages of several users apart."""
    return salted_hmac("marrakech_site.locale", str(user_id), algorithm="sha1").hexdigest()[:16]


def activate_locale(user: User) -> str:
    """Switch this thread to the user's time zone and language, if the site has it. Return the language in use."""
    profile = get_profile(user)
    timezone.activate(zone_of(profile.time_zone))
    if profile.language in dict(settings.LANGUAGES):
        translation.activate(profile.language)
    return translation.get_language() or settings.LANGUAGE_CODE


def user_locale(get_response: GetResponse) -> GetResponse:
    """Activate the signed-in user's time zone and language. X-Person tells the service worker the user of a page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(SESSIONLESS_PREFIX):
            return get_response(request)
        user = request.user
        if isinstance(user, User):
            request.LANGUAGE_CODE = activate_locale(user)
            try:
                with reading_as(user):
                    response = get_response(request)
            finally:
                timezone.deactivate()
            response["X-Person"] = viewer_fingerprint(user.pk)
            return response
        return get_response(request)

    return middleware


def note_activity(get_response: GetResponse) -> GetResponse:
    """Record that a signed-in player is here, at most once a minute, and from where they act (games.conduct)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = getattr(request, "session", None)
        is_known = (session is not None and session.accessed) or "Authorization" in request.headers
        if is_known and isinstance(request.user, User):
            note_seen(request.user, timezone.now())
            if request.method == "POST" and response.status_code < HTTPStatus.BAD_REQUEST:
                address = get_adapter().get_client_ip(request)
                note_trace(request.user, address, device_of(request), timezone.now())
        return response

    return middleware


def renew_sessions(get_response: GetResponse) -> GetResponse:
    """Let the session of a signed-in user last its whole time again, at most once a day.

    A response that others may cache gets no cookie, and one whose session has just been stored has it anyway.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = getattr(request, "session", None)
        if session is None or session.session_key is None or not session.accessed or session.modified:
            return response  # a program with a token has no session key
        if "public" in response.get("Cache-Control", ""):
            return response
        now = timezone.now()
        is_due = now.timestamp() - session.get(SESSION_RENEWED, 0) >= DAY
        if is_due and isinstance(request.user, User) and renew_session(session.session_key, now):
            response.set_cookie(
                settings.SESSION_COOKIE_NAME,
                session.session_key,
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


class SiteErrorMiddleware:
    """Turns an error raised by a view, or its empty refusal of a method, into a response. Views contain no ``try``."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_empty_refusal = isinstance(response, HttpResponseNotAllowed) and not response.content
        return problems.not_allowed(request, response["Allow"]) if is_empty_refusal else response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]
    ) -> HttpResponse | None:
        """Add the game's code to the log lines of the view. Refuse an address that contains NUL.

        PostgreSQL fails on NUL in any text. The API checks its queries itself and names the wrong field.
        """
        if (code := kwargs.get("code")) and request.path.startswith("/t/"):
            structlog.contextvars.bind_contextvars(game=code)
        if "\0" in request.path:
            return problems.not_found(request)
        has_nul = "%00" in request.META["QUERY_STRING"] and not request.path.startswith("/api/")
        return problems.bad_request(request) if has_nul else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return problems.error_response(request, exception)
