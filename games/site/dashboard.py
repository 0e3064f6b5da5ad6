"""The lists of a player's home page."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from accounts.models import User
from games.core.lists import MAX_COUNTED, MAX_CURRENT, MAX_FINISHED, waiting_count
from games.core.models import Game
from games.lobby.models import Invitation
from games.lobby.selectors import invitations_of
from games.play.models import Proposal
from games.play.open_proposals import proposals_waiting_for


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's games. ``waiting_count`` counts all that wait, ``has_more`` tells that some are left out.

    ``others`` are open tables, and running games that wait for other players.
    """

    waiting: Sequence[Game]
    others: Sequence[Game]
    finished: Sequence[Game]
    invitations: Sequence[Invitation]
    proposals: Sequence[Proposal]
    waiting_count: int
    has_more: bool


def dashboard_of(user: User) -> Dashboard:
    waiting = list(Game.objects.waiting_for(user).with_unread()[: MAX_CURRENT + 1])
    has_room = len(waiting) <= MAX_CURRENT
    room = MAX_CURRENT + 1 - len(waiting)
    others = list(Game.objects.others_for(user).with_unread()[:room]) if has_room else []
    has_more = len(waiting) + len(others) > MAX_CURRENT
    return Dashboard(
        waiting=waiting[:MAX_CURRENT],
        others=others[: MAX_CURRENT - len(waiting)] if has_room else [],
        finished=list(Game.objects.finished_by(user).with_unread()[:MAX_FINISHED]),
        invitations=list(invitations_of(user)),
        proposals=proposals_waiting_for(user, MAX_COUNTED),
        waiting_count=len(waiting) if has_room else waiting_count(user),
        has_more=has_more,
    )


def dashboard_version(user: User) -> str:
    """Return a digest of the player's latest current games and their versions, and of the invitations, in two queries.

    New names, of players and tables, do not change it.
    """
    games = Game.objects.current_for(user).order_by("-seats__game_id").values_list("id", "version", "seats__is_acting")
    invitations = invitations_of(user).order_by("id").values_list("id", flat=True)
    return sha256(repr((list(games[:MAX_COUNTED]), list(invitations))).encode()).hexdigest()[:16]
