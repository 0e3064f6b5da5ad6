"""Serializers of proposals."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.models import Pace, Proposal, ProposalKind, ProposalState, Seat
from games.selectors.tables.proposals import missing
from games.services.tables.proposal_values import OWN_TIMES

from .requests.forms import OwnPaceForm
from .seats import letter


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
    """Return the values of a request for the service."""
    own = sent.get("own_pace")
    times = {name: own[name] for name in OWN_TIMES} if own else None
    return {"until": sent.get("until"), "pace": sent.get("pace", ""), "own_pace": times}
