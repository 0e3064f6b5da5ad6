"""Views of proposals to everyone at a table."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.proposals import ProposalSerializer, proposal_row, proposal_values
from games.api.serializers.requests.forms import AnswerForm, NothingForm, ProposalForm, cleaned
from games.models import Game, Proposal
from games.selectors.tables.proposals import proposal_with_answers, proposals_of
from games.selectors.tables.seats import seats_with_users
from games.services.tables import proposals

from .base import INVITE, GameView


class Proposals(GameView):
    """The proposals at a table."""

    @extend_schema(
        operation_id="list_proposals",
        tags=["play"],
        parameters=[INVITE],
        responses={200: ProposalSerializer(many=True), **problems(404)},
    )
    def get(self, _request: Request, **_address: str) -> Response:
        """List the proposals at a table, latest first: the open ones with those who still have to answer."""
        game = self.game()
        seats = seats_with_users(game)
        return Response(ProposalSerializer([proposal_row(row, seats) for row in proposals_of(game)], many=True).data)

    @extend_schema(
        operation_id="propose",
        tags=["play"],
        request=ProposalForm,
        responses={201: ProposalSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Propose something to all players of a running game. It takes effect when everyone in the game agrees."""
        game, player = self.game(), self.player
        sent = cleaned(ProposalForm, request)
        row = proposals.propose(game.pk, player, sent["kind"], proposal_values(sent))
        return _response(game, row, 201)


class AnswerProposal(GameView):
    """An answer to a proposal."""

    @extend_schema(
        operation_id="answer_proposal",
        tags=["play"],
        request=AnswerForm,
        responses={200: ProposalSerializer, **problems(*BODY_STATUSES, 403, 404, 409)},
    )
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Agree with a proposal, or decline it, which ends it."""
        game, player = self.game(), self.player
        agrees = cleaned(AnswerForm, request)["agrees"]
        return _response(game, proposals.answer(game.pk, number, player, agrees))


class WithdrawProposal(GameView):
    """The withdrawal of a proposal."""

    @extend_schema(
        operation_id="withdraw_proposal",
        tags=["play"],
        request=None,
        responses={200: ProposalSerializer, **problems(403, 404, 409)},
    )
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Withdraw one's own proposal. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        game, player = self.game(), self.player
        return _response(game, proposals.withdraw(game.pk, number, player))


def _response(game: Game, row: Proposal, status: int = 200) -> Response:
    found = proposal_row(proposal_with_answers(row.pk) or row, seats_with_users(game))
    return Response(ProposalSerializer(found).data, status)
