"""Views of proposals at a table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.forms.tables.proposals import AnswerProposalForm, ProposeForm
from games.forms.tables.table_page import ConfirmResignationForm
from games.forms.values import clean_or_raise
from games.models import Game, ProposalKind, Status
from games.presenters.table.base import table_of
from games.presenters.table.log.history import TableHistory
from games.presenters.table.proposals.view import Requests
from games.selectors.games import game_for_viewer
from games.selectors.tables.seats import seat_of
from games.services.play import resignations
from games.services.play.actions import running_seat
from games.services.tables import proposals

from ..decorators import player_required, recover_with, redirect_to_table, table_action, viewer_of
from ..table_urls import invite_code


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def propose(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show what a player can propose to all players; POST proposes it."""
    if request.method != "POST":
        running_seat(game, user)
        return _render_forms(request, game)
    sent = clean_or_raise(ProposeForm(request.POST))
    if sent["kind"] == ProposalKind.ABORT and not sent["is_sure"]:
        return render(request, "games/table/end_without_result.html", {"game": game})
    proposals.propose(game.pk, user, sent["kind"], ProposeForm.values_of(sent))
    return redirect_to_table(request, game, "#requests")


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the forms again with the error, or the table to those who cannot propose anything there."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    if game.status != Status.RUNNING or seat_of(game, viewer_of(request)) is None:
        return None
    return _render_forms(request, game, error)


recover_with(propose, _render_refusal)


def _render_forms(request: HttpRequest, game: Game, error: SiteError | None = None) -> HttpResponse:
    table = table_of(game, viewer_of(request))
    agreement = Requests(table, TableHistory(table, game.ply)).agreement
    context = {"game": game, "agreement": agreement, "error": str(error.message) if error else ""}
    return render(request, "games/table/propose.html", context, status=error.status if error else 200)


@table_action
def answer(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Answer a proposal, or withdraw one's own."""
    sent = clean_or_raise(AnswerProposalForm(request.POST))
    if sent["answer"] == "withdraw":
        proposals.withdraw(game.pk, sent["proposal"], user)
    else:
        proposals.answer(game.pk, sent["proposal"], user, sent["answer"] == "yes")
    return redirect_to_table(request, game, "#requests")


@table_action
def take_back_resignation(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take back a resignation."""
    resignations.take_back_resignation(game.pk, user)
    messages.success(request, _("You are back in the game."))
    return redirect_to_table(request, game)


@table_action
def confirm_resignation(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Do not wait for the ten minutes in which a player can take back a resignation."""
    sent = clean_or_raise(ConfirmResignationForm(request.POST))
    resignations.confirm_resignation(game.pk, user, sent["seat"])
    return redirect_to_table(request, game)
