"""Serializers of request bodies. They check types and lengths; services check the rules."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import INVITE, GameView
from games.clocks.api import OwnPaceForm
from games.common.api import NothingForm, Values, cleaned, letter, operation
from games.core.choices import Pace
from games.core.models import Game, Seat
from games.core.selectors import seats_with_users
from games.play import proposals
from games.play.models import Proposal, ProposalKind, ProposalState
from games.play.open_proposals import missing, proposal_with_answers, proposals_of
from games.play.proposals import OWN_PACE_FIELDS


class ProposalForm(serializers.Serializer[Values]):
    """A proposal to everyone at a table."""

    kind = serializers.ChoiceField(ProposalKind.choices)
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="Of a pause: its end, at most 30 days ahead. Without it, it lasts until all agree to go on.",
    )
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="Change the pace, from the next turn on.")
    own_pace = OwnPaceForm(required=False, help_text="The times of the pace `own`.")


class AnswerForm(serializers.Serializer[Values]):
    """An answer to a proposal."""

    agrees = serializers.BooleanField(help_text="One answer with `false` ends the proposal.")


class ProposalSerializer(serializers.Serializer[Any]):
    """A proposal to everyone at a table."""

    number = serializers.IntegerField(help_text="Its id, for answers.")
    kind = serializers.ChoiceField(ProposalKind.choices)
    by = serializers.CharField(help_text="The name of the player who has made it.")
    state = serializers.ChoiceField(ProposalState.choices)
    until = serializers.DateTimeField(allow_null=True, help_text="Of a pause: its end, null until all agree to go on.")
    pace = serializers.ChoiceField(Pace.choices, allow_null=True, help_text="The pace proposed.")
    own_pace = OwnPaceForm(allow_null=True, help_text="The times of the pace `own`.")
    back_to_ply = serializers.IntegerField(allow_null=True, help_text="Of an undo: the `ply` of the game afterwards.")
    agreed = serializers.ListField(child=serializers.CharField(), help_text="Letters of the seats that have agreed.")
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="Letters of the seats that still have to answer."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


def proposal_row(row: Proposal, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a proposal for the serializer. ``seats`` are all seats of its table, with users."""
    is_open = row.state == ProposalState.OPEN
    agreed = {answer.user_id for answer in row.answers.all() if answer.agrees}
    return {
        "number": row.pk,
        "kind": row.kind,
        "by": row.user.username,
        "state": row.state,
        "until": row.params.get("until"),
        "pace": row.params.get("pace"),
        "own_pace": row.params.get("own_pace"),
        "back_to_ply": row.params.get("ply"),
        "agreed": [letter(seat.number) for seat in seats if seat.user_id in agreed],
        "missing": [letter(seat.number) for seat in missing(row, seats)] if is_open else [],
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "ended_at": row.ended_at,
    }


def proposal_values(sent: dict[str, Any]) -> dict[str, Any]:
    own = sent.get("own_pace")
    times = {name: own[name] for name in OWN_PACE_FIELDS} if own else None
    return {"until": sent.get("until"), "pace": sent.get("pace", ""), "own_pace": times}


class Proposals(GameView):
    @operation("list_proposals", "play", {200: ProposalSerializer(many=True)}, 404, parameters=[INVITE])
    def get(self, _request: Request, **_address: str) -> Response:
        """List the proposals at a table, latest first: the open ones with those who still have to answer."""
        game = self.game()
        seats = seats_with_users(game)
        return Response(ProposalSerializer([proposal_row(row, seats) for row in proposals_of(game)], many=True).data)

    @operation("propose", "play", {201: ProposalSerializer}, 403, 404, 409, 422, request=ProposalForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Propose something to all players of a running game. It takes effect when everyone in the game agrees."""
        game, player = self.game(), self.player
        sent = cleaned(ProposalForm, request)
        row = proposals.propose(game.pk, player, sent["kind"], proposal_values(sent))
        return _response(game, row, 201)


class AnswerProposal(GameView):
    @operation("answer_proposal", "play", {200: ProposalSerializer}, 403, 404, 409, request=AnswerForm)
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Agree with a proposal, or decline it, which ends it."""
        game, player = self.game(), self.player
        agrees = cleaned(AnswerForm, request)["agrees"]
        return _response(game, proposals.answer(game.pk, number, player, agrees))


class WithdrawProposal(GameView):
    @operation("withdraw_proposal", "play", {200: ProposalSerializer}, 403, 404, 409)
    def post(self, request: Request, number: int, **_address: str) -> Response:
        """Withdraw one's own proposal. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        game, player = self.game(), self.player
        return _response(game, proposals.withdraw(game.pk, number, player))


def _response(game: Game, row: Proposal, status: int = 200) -> Response:
    found = proposal_row(proposal_with_answers(row.pk) or row, seats_with_users(game))
    return Response(ProposalSerializer(found).data, status)
