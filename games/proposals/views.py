"""Views of proposals at a table."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.board.history import TableHistory
from games.board.viewed_table import table_of
from games.clocks.views import AnswerLink, answer_link_view
from games.common.decorators import recover_with
from games.common.forms import clean_or_raise
from games.core.choices import Status
from games.core.models import Game
from games.core.selectors import Viewer, game_for_viewer, seat_of, viewer_of
from games.play import proposals
from games.play.actions import running_seat
from games.play.decorators import invite_code, player_required, redirect_to_table, table_action
from games.play.models import ProposalKind

from .forms import AnswerProposalForm, ProposeForm
from .presenters import ProposalToken, Requests, proposal_link_view, read_proposal_link


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def propose(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method != "POST":
        running_seat(game, user)
        return _render_forms(request, game)
    sent = clean_or_raise(ProposeForm(request.POST))
    if sent["kind"] == ProposalKind.ABORT and not sent["is_sure"]:
        return render(request, "games/proposals/end_without_result.html", {"game": game})
    proposals.propose(game.pk, user, sent["kind"], ProposeForm.values_of(sent))
    return redirect_to_table(request, game)


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the forms again with the error, or the table to those who cannot propose anything there."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    if game.status != Status.RUNNING or seat_of(game, viewer_of(request)) is None:
        return None
    return _render_forms(request, game, error)


recover_with(propose, _render_refusal)


def _render_forms(request: HttpRequest, game: Game, error: SiteError | None = None) -> HttpResponse:
    table = table_of(game, viewer_of(request))
    view = Requests(table, TableHistory(table, game.ply)).proposals
    context = {"game": game, "proposals": view, "error": str(error.message) if error else ""}
    return render(request, "games/proposals/propose.html", context, status=error.status if error else 200)


@table_action
def answer(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(AnswerProposalForm(request.POST))
    if sent["answer"] == "withdraw":
        proposals.withdraw(game.pk, sent["proposal"], user)
    else:
        proposals.answer(game.pk, sent["proposal"], user, sent["answer"] == "yes")
    return redirect_to_table(request, game)


def _proposal_page(key: ProposalToken, player: User, visitor: Viewer) -> Mapping[str, object]:
    view = proposal_link_view(key.proposal_id, player, visitor)
    return {"view": view, "game": view.game}


def _answer_proposal(key: ProposalToken, player: User, is_yes: bool) -> object:
    return proposals.answer(key.game_id, key.proposal_id, player, is_yes)


PROPOSAL_LINK = AnswerLink(
    "proposal_link", "games/proposals/proposal_link.html", read_proposal_link, _proposal_page, _answer_proposal
)
proposal_link = answer_link_view(PROPOSAL_LINK)
