"""Views of pairing: find an opponent, standing challenges, a challenge from a profile."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import SiteError
from accounts.models import User
from games.clocks.views import AnswerLink, answer_link_view
from games.common.decorators import player_of, recover_with
from games.common.errors import Conflict
from games.common.forms import clean_or_raise, query_values
from games.core.choices import Status
from games.core.models import Game
from games.core.selectors import Viewer, first_rules, is_rated_for
from games.lobby.invitations import accept_invitation, decline_invitation
from games.lobby.models import InvitationState
from games.lobby.presenters import invitation_cards, joined_text

from . import services
from .forms import DirectChallengeForm, FindOpponentForm, NewChallengeForm, OfferForm, RemakeForm, SavePairingForm
from .presenters import challenge_view, challenge_views, search_view
from .selectors import (
    InvitationToken,
    challenges_to_show,
    invitation_of_token,
    last_title,
    own_challenges,
    read_invitation_token,
    settings_of,
)
from .services import challenge_directly, end_challenge, find_opponent, open_challenge, play_challenge, wish_of


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Show the game that a search has found; POST plays it. Visitors and guests are led to an account first."""
    user = request.user if isinstance(request.user, User) else None
    if user is None or user.is_guest:
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': reverse('games:find_opponent')})}")
    if request.method != "POST":
        return _show_found(request, user, clean_or_raise(FindOpponentForm(request.GET)))
    sent = clean_or_raise(OfferForm(request.POST))
    only, is_rated = sent.pop("only"), sent.pop("is_rated")
    found = find_opponent(user, wish_of(user, **sent), only=only, is_rated=is_rated or not only)
    if not found.is_new:
        return _go_to_seat(request, found.game)
    return redirect("games:table", found.game.code)  # which says that the player waits


def _show_others(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse | None:
    """Show what waits now after someone else was faster."""
    if not isinstance(error, Conflict):
        return _refusal(request, error)
    sent = clean_or_raise(FindOpponentForm(request.POST))
    return _show_found(request, player_of(request), sent, error=str(error.message), status=error.status)


def _show_found(
    request: HttpRequest, user: User, sent: Mapping[str, Any], *, error: str = "", status: int = 200
) -> HttpResponse:
    if not user.is_confirmed:
        return redirect("games:challenges")
    search = search_view(user, wish_of(user, **sent), timezone.now())
    values = {"title": search.title, "seat_count": search.seat_count, "pace": search.pace.key}
    has_chosen = bool(request.GET or error)
    context = {"search": search, "has_chosen": has_chosen, "find": FindOpponentForm(initial=values), "error": error}
    return render(request, "games/pairing/find.html", context, status=status)


def _go_to_seat(request: HttpRequest, game: Game) -> HttpResponse:
    messages.success(request, joined_text(game))
    return redirect("games:table", game.code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def challenges(request: HttpRequest) -> HttpResponse:
    """Show the form of a search, and the player's standing challenges; POST opens one."""
    if request.method != "POST":
        return _page(request)
    form = NewChallengeForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    user = player_of(request)
    row = open_challenge(user, form.new_challenge())
    games = [pairing.game for pairing in row.games.select_related("game")]
    if not games:
        messages.success(
            request, _("Your challenge is open. Games start automatically, and you get an email each time.")
        )
    return _tell_started(request, games)


def _tell_started(request: HttpRequest, games: list[Game]) -> HttpResponse:
    for game in games:
        if game.status == Status.RUNNING:
            messages.success(request, _("A game has started: %(name)s.") % {"name": game.name})
    return redirect("games:challenges")


def _page(
    request: HttpRequest, *, form: NewChallengeForm | None = None, error: str = "", status: int = 200
) -> HttpResponse:
    user, now = player_of(request), timezone.now()
    own, settings = list(own_challenges(user).select_related("user__profile")), settings_of(user)
    saved = {"max_running": settings.max_running, "paused": settings.is_paused}
    context: dict[str, Any] = {
        "own": [challenge_view(row) for row in own],
        "is_full": len(own) >= services.MAX_CHALLENGES,
        "suitable": challenge_views(challenges_to_show(user, now)),
        "find": FindOpponentForm(initial={"title": last_title(user).key}),
        "form": form or NewChallengeForm(initial=_initial(request, user)),
        "settings": SavePairingForm(initial=saved),
        "is_paused": settings.is_paused,
        "error": error,
    }
    return render(request, "games/pairing/challenges.html", context, status=status)


def _initial(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the initial values of the form: those of the challenge that is to be remade, if any."""
    pk = query_values(RemakeForm, request.GET).get("remake")
    row = own_challenges(user).filter(pk=pk).first() if pk else None
    if row is None:
        title = last_title(user)
        return {"ruleset": f"{title.key}:{first_rules(title)}"}
    names = ("seat_count", "pace", "max_games", "min_rating", "max_rating", "min_hours")
    values = {name: getattr(row, name) for name in names}
    return {**values, "ruleset": f"{row.title}:{row.ruleset}", "rated": row.is_rated, "replaces": row.pk}


def _refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse | None:
    sent = NewChallengeForm(request.POST) if "ruleset" in request.POST else None
    return _page(request, form=sent, error=str(error.message), status=error.status)


@require_POST
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    sent = clean_or_raise(SavePairingForm(request.POST))
    services.save_settings(player_of(request), is_paused=sent["paused"], max_running=sent["max_running"])
    messages.success(request, _("Saved."))
    return redirect("games:challenges")


@require_POST
@login_required
def end(request: HttpRequest, pk: int) -> HttpResponse:
    end_challenge(player_of(request), pk)
    messages.success(request, _("The challenge has ended. Its games go on."))
    return redirect("games:challenges")


@require_POST
@login_required
def play(request: HttpRequest, pk: int) -> HttpResponse:
    return _go_to_seat(request, play_challenge(player_of(request), pk))


@require_POST
@login_required
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """Open a table for two with an invitation for this player."""
    form = DirectChallengeForm(request.POST)
    clean_or_raise(form)
    game = challenge_directly(player_of(request), name, **form.wanted())
    messages.success(request, _("Invitation sent. A seat has been reserved."))
    return redirect("games:table", game.code)


def _invitation_page(key: InvitationToken, player: User, _visitor: Viewer) -> Mapping[str, object]:
    invitation = invitation_of_token(key, player)
    is_open = invitation.state == InvitationState.PENDING and invitation.game.status == Status.OPEN
    is_mine = invitation.game.seats.filter(user=player).exists()
    card = invitation_cards([invitation])[0]
    is_rated = is_rated_for(invitation.game, player)
    return {"card": card, "game": invitation.game, "is_open": is_open, "is_seated": is_mine, "is_rated": is_rated}


def _answer_invitation(key: InvitationToken, player: User, is_yes: bool) -> object:
    code = invitation_of_token(key, player).code
    return (accept_invitation if is_yes else decline_invitation)(code, player)


INVITATION_LINK = AnswerLink(
    "invitation_link", "games/pairing/invitation_link.html", read_invitation_token, _invitation_page, _answer_invitation
)
invitation_link = answer_link_view(INVITATION_LINK)


recover_with(find, _show_others)
for _view in (challenges, settings, play, challenge):
    recover_with(_view, _refusal)
