"""View of the link in an email by which a friend answers a request to be a deputy, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from games.errors import Forbidden
from games.forms.deputies import AnswerRequestForm
from games.forms.values import clean_or_raise
from games.mail.deputy_links import DeputyToken, read_deputy_link
from games.mail.recipient import user_locale
from games.presenters.deputies import request_view
from games.selectors.turn_links import player_by_link
from games.services.clocks import deputies

from ..table.turn_link import ELSEWHERE, is_from_other_site, private


# No CSRF token, for the reasons given in ``turn_link``.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def deputy_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the request of a link with two buttons; POST answers it. GET changes nothing."""
    key = read_deputy_link(token)
    if request.method != "POST":
        return _page(request, key)
    if is_from_other_site(request):
        raise Forbidden("elsewhere", ELSEWHERE)
    is_yes = clean_or_raise(AnswerRequestForm(request.POST))["answer"] == "yes"
    answer = deputies.accept if is_yes else deputies.end
    answer(player_by_link(key.user_id), key.deputy_id, timezone.now())
    return private(redirect("games:deputy_link", token))


def _page(request: HttpRequest, key: DeputyToken, error: str = "", status: int = 200) -> HttpResponse:
    player = player_by_link(key.user_id)
    with user_locale(player):
        context = {"deputy": request_view(player, key.deputy_id), "error": error}
        return private(render(request, "games/site/deputy_link.html", context, status=status))


def _refused(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    """Show the page with the reason of a refusal."""
    return _page(request, read_deputy_link(token), str(error.message), error.status)


deputy_link.recover = _refused  # type: ignore[attr-defined]
