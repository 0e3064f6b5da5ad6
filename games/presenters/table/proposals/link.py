"""The page behind the link of an email about a proposal."""

from dataclasses import dataclass

from accounts.models import User
from games.errors import NotFound
from games.models import Game, Proposal, ProposalState
from games.selectors.tables.proposals import proposal_with_answers
from games.selectors.tables.seats import seats_of

from .texts import result_text
from .view import ProposalView, proposal_view


@dataclass(frozen=True, slots=True)
class ProposalLinkView:
    """A proposal for the player of a link. ``result`` is how it ended, "" while it is open."""

    game: Game
    row: ProposalView
    result: str

    @property
    def has_answered(self) -> bool:
        """True if the proposal is open and needs no answer of this player."""
        return not self.result and not self.row.may_answer


def proposal_link_view(proposal_id: int, player: User) -> ProposalLinkView:
    """Return the page of a link. Raises NotFound if the proposal is gone with its table."""
    row: Proposal | None = proposal_with_answers(proposal_id)
    if row is None:
        raise NotFound
    seats = seats_of(row.game)
    me = next((seat for seat in seats if seat.user_id == player.pk), None)
    result = "" if row.state == ProposalState.OPEN else result_text(row.state)
    return ProposalLinkView(row.game, proposal_view(row, seats, me), result)
