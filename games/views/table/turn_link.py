"""The links of a mail: one choice, one button, no signing in."""

from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from games.errors import Forbidden
from games.forms.orders import ChoiceForm, TurnPlanForm
from games.forms.values import clean_or_raise
from games.mail.recipient import user_locale
from games.mail.tables.offers import PLAN
from games.mail.turn_tokens import TurnToken, read_turn_link, turn_link_token
from games.presenters.orders.plan import plan_view
from games.presenters.table.turn_link import TurnLinkView, turn_link_view
from games.selectors.turn_links import player_by_link, player_of_link, table_of_link
from games.services.play.actions import play_action
from games.services.play.orders import play_turn

from ..decorators import viewer_of

PRIVATE_HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow, noarchive"}


# No CSRF token: it would prove that the page and the form met the same browser, by a cookie that browsers inside mail
# programs often keep for nobody. What entitles to act here is the signed key in the address, and whoever knows that
# needs no other site to act in somebody's name. A form of another site is refused all the same, by what browsers say
# about where a request comes from.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def turn_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link of a mail offers, as long as its turn is on; POST does it. GET changes nothing."""
    key, choice = read_turn_link(token)
    if request.method != "POST":
        return _shown(request, key, choice)
    if _is_from_elsewhere(request):
        raise Forbidden("elsewhere", _("This form came from another site. Open the link in the email again."))
    ply = _played(request, key, choice)
    return _quietly(redirect("games:turn_link", turn_link_token(replace(key, ply=ply), "")))


def _refused(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    """Show the same page with what is wrong, and what has happened since."""
    return _shown(request, *read_turn_link(token), error=error.message)


turn_link.recover = _refused  # type: ignore[attr-defined]


def _played(request: HttpRequest, key: TurnToken, choice: str) -> int:
    """Play what the form says. Return how long the log is then."""
    player = player_by_link(key.user_id)
    with user_locale(player):
        if choice == PLAN:
            return play_turn(key.game_id, player, TurnPlanForm(request.POST).text, key.ply).ply
        return play_action(key.game_id, player, clean_or_raise(ChoiceForm(request.POST))["action"], key.ply).ply


def _shown(request: HttpRequest, key: TurnToken, choice: str, error: "str | Promise" = "") -> HttpResponse:
    game, player = table_of_link(key.game_id), player_of_link(key.user_id)
    if player is None:
        return _quietly(render(request, "games/table/turn_link_closed.html", status=HTTPStatus.GONE))

    def link(wish: str) -> str:
        return reverse("games:turn_link", args=[turn_link_token(replace(key, ply=game.ply), wish)])

    with user_locale(player):
        view = turn_link_view(game, player, viewer_of(request), turn=key.turn, seen=key.ply, choice=choice, link=link)
        return _quietly(_page(request, view, str(error)))


def _page(request: HttpRequest, view: TurnLinkView, error: str) -> HttpResponse:
    """Render the turn: its question, its plan, or how it went."""
    context: dict[str, object] = {"view": view, "game": view.game, "error": error}
    context |= {"plan_address": view.link(PLAN)}
    if view.choice == PLAN and view.may_plan:
        form = TurnPlanForm(request.POST or request.GET)
        context |= {"plan": plan_view(view, form.rotation, form.places), "back": view.question}
        return render(request, "games/table/plan.html", context)
    status = HTTPStatus.OK if view.is_open or view.is_result else HTTPStatus.GONE
    return render(request, "games/table/turn_link.html", context, status=status)


def _is_from_elsewhere(request: HttpRequest) -> bool:
    """Return True if the browser says that a page of another site has sent the request."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    own = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
    return origin is not None and origin.partition("//")[2] not in own  # whatever it is: nothing reads it


def _quietly(response: HttpResponse) -> HttpResponse:
    """Keep a page behind a secret address out of every cache and every index."""
    for header, value in PRIVATE_HEADERS.items():
        response[header] = value
    return response
