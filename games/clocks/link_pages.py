"""Pages behind links in emails that act without signing in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name
from games.common.decorators import recover_with
from games.common.errors import Forbidden
from games.common.forms import clean_or_raise
from games.core.forms import AnswerRequestForm
from games.notifications.recipient import user_locale
from games.notifications.selectors import player_by_link, player_of_link

from .activity import note_seen

ELSEWHERE = _("This form came from another site. Open the link in the email again.")
PRIVATE_HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow, noarchive"}


class LinkToken(Protocol):
    """What a link says of its player."""

    @property
    def user_id(self) -> int:
        """The player who may answer."""


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A kind of link. ``page`` returns what the template shows of the question, ``answer`` answers it."""

    name: str
    template: str
    read: Callable[[str], Any]
    page: Callable[[Any, User], Mapping[str, object]]
    answer: Callable[[Any, User, bool], object]


def answer_link_view(link: AnswerLink) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a kind of link: a page with two buttons. POST answers; GET changes nothing."""

    # No CSRF token, for the reasons given in ``turn_link``.
    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, token: str) -> HttpResponse:
        key = link.read(token)
        if request.method != "POST":
            return _answer_page(request, link, key)
        if is_from_other_site(request):
            raise Forbidden("elsewhere", ELSEWHERE)
        is_yes = clean_or_raise(AnswerRequestForm(request.POST))["answer"] == "yes"
        link.answer(key, player_who_acts(key.user_id), is_yes)
        return private(redirect(f"games:{link.name}", token))

    recover_with(view, lambda request, error, token: _answer_page(request, link, link.read(token), error))
    return view


def _answer_page(
    request: HttpRequest, link: AnswerLink, key: LinkToken, error: SiteError | None = None
) -> HttpResponse:
    player = player_of_link(key.user_id)
    if player is None:
        return private(render(request, "games/table/turn_link_closed.html", status=410))
    with user_locale(player):
        context = {"holder": display_name(player), "holder_id": player.pk, **link.page(key, player)}
        context["error"] = str(error.message) if error else ""
        return private(render(request, link.template, context, status=error.status if error else 200))


def player_who_acts(user_id: int) -> User:
    """Return the player of a link that is about to act, which counts as activity. Raises Gone (account-closed)."""
    player = player_by_link(user_id)
    note_seen(player, timezone.now())
    return player


def is_from_other_site(request: HttpRequest) -> bool:
    """Return True if the browser says that a page of another site has sent the request."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    own = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
    return origin is not None and origin.partition("//")[2] not in own  # "null" is refused, too


def private(response: HttpResponse) -> HttpResponse:
    """Add headers that keep a page with a secret address out of caches and search engines."""
    for header, value in PRIVATE_HEADERS.items():
        response[header] = value
    return response
