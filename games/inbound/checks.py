"""Whether a mail may play: whose turn its address is the key to, and whether it is that player who writes."""

from dataclasses import dataclass

from django.conf import settings

from accounts.models import User
from accounts.selectors import get_profile
from games.mail.turn_keys import TurnKey
from games.models import Game, InboundState
from games.selectors.inbound import player_of_key, table_of_key
from games.selectors.people import seat_of
from games.services.inbound import Answer, Result

from .arrival import Arrival
from .authentication import failure_of
from .machines import machine_behind


@dataclass(frozen=True, slots=True)
class Admitted:
    """A player who has written about a turn of their own."""

    user: User
    game: Game
    key: TurnKey


def admitted(arrival: Arrival) -> Admitted | Result:
    """Return who writes about which turn, or what becomes of the mail instead. Reads only.

    A stranger who has the key, or somebody who only says to be the player, is never answered. The player is told, at
    their own address and once in a turn: it may have been they, from another address.
    """
    if not settings.INBOUND_ADDRESS:
        return Result(InboundState.REFUSED, "this site takes no mail")
    if machine := machine_behind(arrival):
        return Result(InboundState.IGNORED, machine)
    key = arrival.key
    if key is None:
        return Result(InboundState.REFUSED, "sent to no address of a turn")
    user, game = player_of_key(key.user_id), table_of_key(key.game_id)
    if user is None or game is None or seat_of(game, user) is None:
        return Result(InboundState.REFUSED, "the player or the table of this address is gone")
    if problem := _doubt(arrival, user):
        code, reason = problem
        return _not_admitted(Admitted(user, game, key), arrival, code, reason)
    if not get_profile(user).plays_by_reply:
        answer = Answer(user, "off", event=f"off:{game.pk}:{key.turn}")
        return Result(InboundState.ANSWERED, "the player has not switched on playing by reply", user, game, "", answer)
    return Admitted(user, game, key)


def _doubt(arrival: Arrival, user: User) -> tuple[str, str] | None:
    if arrival.sender != user.email.lower():
        return "stranger", f"not from the address of {user.username}"
    failure = failure_of(arrival)
    return ("forged", f"its sender is doubtful: {failure}") if failure else None


def _not_admitted(who: Admitted, arrival: Arrival, code: str, reason: str) -> Result:
    told = Answer(who.user, code, {"sender": arrival.sender[:120]}, f"{code}:{who.game.pk}:{who.key.turn}")
    is_on = get_profile(who.user).plays_by_reply
    return Result(InboundState.REFUSED, reason, None, who.game, "", told if is_on else None)
