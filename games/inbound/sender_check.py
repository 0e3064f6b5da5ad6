"""Whether a mail may play: whose turn its address is the key to, and whether it is that player who writes."""

from dataclasses import dataclass

from django.conf import settings

from accounts.models import User
from accounts.selectors import get_profile
from games.mail.turn_tokens import TurnToken
from games.models import Game, InboundState
from games.selectors.notifications.inbound_mail import player_of_token, table_of_token
from games.selectors.seats import seat_of
from games.services.notifications.inbound_mail import MailAnswer, MailOutcome

from .authentication import failure_of
from .automatic_mail import automatic_reason
from .incoming_mail import IncomingMail


@dataclass(frozen=True, slots=True)
class VerifiedSender:
    """A player who has written about a turn of their own."""

    user: User
    game: Game
    key: TurnToken


def verify_sender(arrival: IncomingMail) -> VerifiedSender | MailOutcome:
    """Return who writes about which turn, or what becomes of the mail instead. Reads only.

    A stranger who has the key, or somebody who only says to be the player, is never answered. The player is told, at
    their own address and once in a turn: it may have been they, from another address.
    """
    if not settings.INBOUND_ADDRESS:
        return MailOutcome(InboundState.REFUSED, "this site takes no mail")
    if machine := automatic_reason(arrival):
        return MailOutcome(InboundState.IGNORED, machine)
    key = arrival.key
    if key is None:
        return MailOutcome(InboundState.REFUSED, "sent to no address of a turn")
    user, game = player_of_token(key.user_id), table_of_token(key.game_id)
    if user is None or game is None or seat_of(game, user) is None:
        return MailOutcome(InboundState.REFUSED, "the player or the table of this address is gone")
    if problem := _doubt(arrival, user):
        code, reason = problem
        return _not_admitted(VerifiedSender(user, game, key), arrival, code, reason)
    if not get_profile(user).plays_by_reply:
        answer = MailAnswer(user, "off", event=f"off:{game.pk}:{key.turn}")
        return MailOutcome(
            InboundState.ANSWERED, "the player has not switched on playing by reply", user, game, "", answer
        )
    return VerifiedSender(user, game, key)


def _doubt(arrival: IncomingMail, user: User) -> tuple[str, str] | None:
    if arrival.sender != user.email.lower():
        return "stranger", f"not from the address of {user.username}"
    failure = failure_of(arrival)
    return ("forged", f"its sender is doubtful: {failure}") if failure else None


def _not_admitted(who: VerifiedSender, arrival: IncomingMail, code: str, reason: str) -> MailOutcome:
    told = MailAnswer(who.user, code, {"sender": arrival.sender[:120]}, f"{code}:{who.game.pk}:{who.key.turn}")
    is_on = get_profile(who.user).plays_by_reply
    return MailOutcome(InboundState.REFUSED, reason, None, who.game, "", told if is_on else None)
