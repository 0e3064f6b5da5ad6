"""Signed links that answer a proposal. They need no expiry date: a closed proposal cannot be answered."""

from typing import NamedTuple

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.common.errors import BrokenLink
from games.notifications.links import link
from games.play.models import Proposal

SALT = "games.mail.proposal"


class ProposalToken(NamedTuple):
    """One player's answer to one proposal."""

    user_id: int
    game_id: int
    proposal_id: int


def proposal_link_token(row: Proposal, user: User) -> str:
    return Signer(salt=SALT).sign_object([user.pk, row.game_id, row.pk])


def read_proposal_link(text: str) -> ProposalToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return ProposalToken(*Signer(salt=SALT).unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def proposal_url(row: Proposal, user: User) -> str:
    return link("games:proposal_link", proposal_link_token(row, user))
