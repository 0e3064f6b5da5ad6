"""Views of proposals: on the table page, and behind the links in emails."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.errors import Forbidden
from games.forms.proposals import AnswerProposalForm, AnswerTableProposalForm, ProposeForm
from games.forms.values import clean_or_raise
from games.mail.proposal_links import ProposalToken, read_proposal_link
from games.mail.recipient import user_locale
from games.models import Game, Status
from games.presenters.table.proposal_link import proposal_link_view
from games.presenters.table.proposals import agreement_view
from games.presenters.table.view import table_view
from games.selectors.games import game_for_viewer
from games.selectors.seats import seat_of
from games.selectors.turn_links import player_by_link, player_of_link
from games.services.play import endings
from games.services.play.actions import running_seat
from games.services.tables import proposals

from ..decorators import player_required, redirect_to_table, table_action, viewer_of
from ..render import render_refusal
from ..table_urls import invite_code
from .turn_link import ELSEWHERE, is_from_other_site, private


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def propose(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show what a player can propose to all players; POST proposes it."""
    if request.method != "POST":
        running_seat(game, user)
        return _show_forms(request, game)
    sent = clean_or_raise(ProposeForm(request.POST))
    proposals.propose(game.pk, user, sent["kind"], ProposeForm.values_of(sent))
    return redirect_to_table(request, game, "#more")


def _refused(request: HttpRequest, error: SiteError, code: str) -> HttpResponse:
    """Show the forms again with the error, or the table to those who cannot propose anything there."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    if game.status != Status.RUNNING or seat_of(game, viewer_of(request)) is None:
        return render_refusal(request, error, code)
    return _show_forms(request, game, error)


propose.recover = _refused  # type: ignore[attr-defined]


def _show_forms(request: HttpRequest, game: Game, error: SiteError | None = None) -> HttpResponse:
    view = table_view(game, viewer_of(request))
    agreement = agreement_view(game, view.rows, view.me, view.entries)
    context = {"game": game, "agreement": agreement, "error": str(error.message) if error else ""}
    return render(request, "games/table/propose.html", context, status=error.status if error else 200)


@table_action
def answer(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Answer a proposal, or withdraw one's own."""
    sent = clean_or_raise(AnswerTableProposalForm(request.POST))
    _answer(game.pk, sent["proposal"], user, sent["answer"])
    return redirect_to_table(request, game, "#more")


@table_action
def take_back_resignation(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take back a resignation."""
    endings.take_back_resignation(game.pk, user)
    messages.success(request, _("You are back in the game."))
    return redirect_to_table(request, game)


def _answer(game_id: int, number: int, user: User, said: str) -> None:
    if said == "withdraw":
        proposals.withdraw(game_id, number, user)
    else:
        proposals.answer(game_id, number, user, said == "yes")


# No CSRF token, for the same reasons as in turn_link.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def proposal_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the proposal of a link with two buttons; POST answers it. GET changes nothing."""
    key = read_proposal_link(token)
    if request.method != "POST":
        return _show(request, key)
    if is_from_other_site(request):
        raise Forbidden("elsewhere", ELSEWHERE)
    said = clean_or_raise(AnswerProposalForm(request.POST))["answer"]
    _answer(key.game_id, key.proposal_id, player_by_link(key.user_id), said)
    return private(redirect("games:proposal_link", token))


def _show_refusal(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    """Show the same page with the error."""
    return _show(request, read_proposal_link(token), error)


proposal_link.recover = _show_refusal  # type: ignore[attr-defined]


def _show(request: HttpRequest, key: ProposalToken, error: SiteError | None = None) -> HttpResponse:
    """Render the page of a link, in the language of its player."""
    player = player_of_link(key.user_id)
    if player is None:
        return private(render(request, "games/table/turn_link_closed.html", status=410))
    with user_locale(player):
        view = proposal_link_view(key.proposal_id, player)
        context = {"view": view, "game": view.game, "error": str(error.message) if error else ""}
        status = error.status if error else 200
        return private(render(request, "games/table/proposal_link.html", context, status=status))
