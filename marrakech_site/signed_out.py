"""Requests from a page whose session has ended, or now belongs to someone else: nothing is done, and no text is lost.

An open page sends the number of its user (``person_of``) with each request of a script, in the header X-Person, and
with each form, in the field "person" (static/js/common/session.js). If it is not the number of the session’s user, the
request is refused before its view runs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from accounts.errors import Problem
from accounts.guests import guest_of
from accounts.models import User
from accounts.selectors import display_name
from games.play.decorators import invite_code, table_url

from .middleware import viewer_fingerprint
from .problems import problem_response, refuse, sent_texts, wants_json

log = structlog.get_logger("signed_out")
FOR_EVERYONE = {"account_logout", "set_language", "games:look"}  # these need no session


@dataclass(frozen=True)
class Refusal:
    """Why a page may no longer act, with what its user can do about it."""

    status: int
    code: str
    heading: str
    detail: str
    link: str
    link_text: str


def person_of(request: HttpRequest) -> str:
    """Return an anonymous number of the user for whom a page is made.

    Visitors have none, nor has a page with a secret link, which acts without a session.
    """
    match = request.resolver_match
    return "" if match and "token" in match.kwargs else _number_of(getattr(request, "user", None))


def _number_of(user: object) -> str:
    return viewer_fingerprint(user.pk) if isinstance(user, User) else ""


def _sent_person(request: HttpRequest, view: Callable[..., object]) -> str:
    if "X-Person" in request.headers or request.method != "POST" or getattr(view, "csrf_exempt", False):
        return request.headers.get("X-Person", "")
    return request.POST.get("person", "")


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true" or "X-Person" in request.headers


class SignedOutMiddleware:
    """Refuses requests of pages that were made for another user, and says so where a view would ask for sign-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Explain instead of a redirect to sign in, which a script cannot show and which loses what was sent."""
        response = self.get_response(request)
        target = urlsplit(response.get("Location", "")) if response.status_code == 302 else None
        if target is None or target.path not in {reverse("account_login"), reverse("admin:login")} or not target.query:
            return response
        if not (_is_script(request) or sent_texts(request)):
            return response
        page = parse_qs(target.query).get("next", ["/"])[0]
        return _answer(request, _ended(request, _page_of(request) or page))

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in FOR_EVERYONE or "token" in kwargs:
            return None
        sent = _sent_person(request, view)
        refusal = _other_person(request, sent) if sent else None
        return _answer(request, refusal) if refusal else None


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without its token: an ended session, an old tab, another site, or cookies switched off."""
    log.warning("csrf", reason=reason)
    sent = request.headers.get("X-Person") or request.POST.get("person", "")
    refusal = (_other_person(request, sent) or _renewed(request)) if sent else None
    if refusal:
        return _answer(request, refusal)
    detail = _("This form has expired or came from another site. Go back, reload the page and send it again.")
    return refuse(request, Problem(403, "csrf", detail))


def _other_person(request: HttpRequest, sent: str) -> Refusal | None:
    user = guest_of(request) or request.user
    if sent == _number_of(user):
        return None
    return _changed(request, display_name(user)) if isinstance(user, User) else _ended(request, _page_of(request))


def _ended(request: HttpRequest, page: str) -> Refusal:
    detail = (
        _("Nothing was sent. What you have chosen and written is kept here until you sign in again.")
        if _is_script(request)
        else _("Nothing was sent. Sign in, then send it again.")
    )
    link = f"{reverse('account_login')}?{urlencode({'next': page or '/'})}"
    return Refusal(401, "signed-out", _("You are signed out"), detail, link, _("Sign in and come back"))


def _changed(request: HttpRequest, name: str) -> Refusal:
    heading = _("You are signed in as %(name)s now") % {"name": name}
    detail = _("The page was opened for another account. Nothing was sent.")
    text = _("Open the page as %(name)s") % {"name": name}
    return Refusal(409, "other-user", heading, detail, _page_of(request) or "/", text)


def _renewed(request: HttpRequest) -> Refusal:
    detail = (
        _("Nothing was sent. Load the page again. What you have chosen and written is kept.")
        if _is_script(request)
        else _("Nothing was sent. Load the page again, then send it again.")
    )
    heading = _("You have signed in again since this page was opened")
    return Refusal(403, "signed-in-again", heading, detail, _page_of(request) or "/", _("Load the page again"))


def _page_of(request: HttpRequest) -> str:
    """Return the address of the page that made a request, without the host; "" if it is unknown or not ours."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return ""
    parts, match = urlsplit(page), request.resolver_match
    if match and parts.path == request.path and getattr(match.func, "is_table_action", False):
        return table_url("table", match.kwargs["code"], invite=invite_code(request))  # after a refused form
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a script with a part for its page, a program with a problem document, and a form with a page."""
    log.info("refused", code=refusal.code, status=refusal.status)
    if wants_json(request):
        response = problem_response(Problem(refusal.status, refusal.code, refusal.heading))
    else:
        template = "errors/_signed_out.html" if _is_script(request) else "errors/signed_out.html"
        context = {"refusal": refusal, "texts": sent_texts(request)}
        response = render(request, template, context, status=refusal.status)
    response["X-Session"] = refusal.code
    response["Cache-Control"] = "no-store, private"
    return response
