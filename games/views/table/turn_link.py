"""View of the links in an email: one choice and one button, without signing in."""

from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.errors import Forbidden
from games.forms.tables.orders import ChoiceForm, TurnPlanForm
from games.forms.tables.table_page import TableQueryForm
from games.forms.values import clean_or_raise, query_values
from games.mail.links.turn_tokens import TurnToken, read_turn_link, turn_link_token
from games.mail.recipient import user_locale
from games.mail.tables.offers import PLAN
from games.presenters.orders.plan import plan_view
from games.presenters.table.turn_link import TurnLinkView, TurnOfLink, turn_link_view
from games.selectors.tables.turn_links import player_by_link, player_of_link, table_of_link
from games.services.clocks.signs_of_life import note_seen
from games.services.play.actions import play_actions
from games.services.play.orders import play_turn

from ..decorators import recover_with, viewer_of

ELSEWHERE = _("This form came from another site. Open the link in the email again.")
PRIVATE_HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow, noarchive"}


# No CSRF token: it needs a cookie, and browsers inside mail programs often drop cookies. The signed key in the address
# gives the right to act, and other sites do not know it. Forms of other sites are refused all the same, by the headers
# that say where a request comes from.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def turn_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the choice of a link in an email while its turn lasts; POST plays it. GET changes nothing."""
    key, choice = read_turn_link(token)
    if request.method != "POST":
        return _render(request, key, choice)
    if is_from_other_site(request):
        raise Forbidden("elsewhere", ELSEWHERE)
    ply = _play(request, key, choice)
    return private(redirect("games:turn_link", turn_link_token(replace(key, ply=ply), "")))


def _render_refusal(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    """Show the same page with the error and with what has happened since."""
    return _render(request, *read_turn_link(token), error=error.message)


recover_with(turn_link, _render_refusal)


def _play(request: HttpRequest, key: TurnToken, choice: str) -> int:
    """Play the choice of the form. Return the length of the log after it."""
    player = player_who_acts(key.user_id)
    with user_locale(player):
        if choice == PLAN:
            plan = TurnPlanForm(request.POST)
            return play_turn(key.game_id, player, plan.text, key.ply, undone=key.undone, share=plan.share).ply
        sent = clean_or_raise(ChoiceForm(request.POST))
        return play_actions(key.game_id, player, sent["action"], key.ply, undone=key.undone, share=sent["share"]).ply


def player_who_acts(user_id: int) -> User:
    """Return the player of a link that is about to act: a sign of life. Raises Gone (account-closed)."""
    player = player_by_link(user_id)
    note_seen(player, timezone.now())
    return player


def _render(request: HttpRequest, key: TurnToken, choice: str, error: "str | Promise" = "") -> HttpResponse:
    game, player = table_of_link(key.game_id), player_of_link(key.user_id)
    if player is None:
        return private(render(request, "games/table/turn_link_closed.html", status=HTTPStatus.GONE))

    def link(linked: str) -> str:
        return reverse("games:turn_link", args=[turn_link_token(replace(key, ply=game.ply), linked)])

    look = query_values(TableQueryForm, request.GET)
    chosen = {"choice": choice, "drafted": look.get("done", ()), "step": look.get("choose")}
    with user_locale(player):
        at = TurnOfLink(key.turn, key.ply, key.undone)
        view = turn_link_view(game, player, viewer_of(request), at, link=link, **chosen)
        return private(_page(request, view, str(error)))


def _page(request: HttpRequest, view: TurnLinkView, error: str) -> HttpResponse:
    """Render the prompt of the turn, its plan, or its result."""
    context: dict[str, object] = {"view": view, "game": view.game, "error": error}
    context |= {"plan_address": view.link(PLAN)}
    if view.choice == PLAN and view.may_plan:
        form = TurnPlanForm(request.POST or request.GET)
        context |= {
            "plan": plan_view(view, form.rotation, form.places, has_hints=view.table.shows_hints),
            "back": view.question,
        }
        return render(request, "games/table/plan.html", context)
    status = HTTPStatus.OK if view.is_open or view.is_result or view.waits else HTTPStatus.GONE
    return render(request, "games/table/turn_link.html", context, status=status)


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
