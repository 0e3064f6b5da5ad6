"""The check of an incoming email's sender: does the player of the turn write it?"""

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
    """A player who has written about their own turn."""

    user: User
    game: Game
    token: TurnToken


def verify_sender(mail: IncomingMail) -> VerifiedSender | MailOutcome:
    """Return the player and their turn, or the outcome of an email that may not play. Writes nothing.

    A stranger who has the address, or a forged sender, gets no answer. The player gets a warning at their own address,
    once per turn: they may have written it themselves from another address.
    """
    if not settings.INBOUND_ADDRESS:
        return MailOutcome(InboundState.REFUSED, "this site receives no email")
    if reason := automatic_reason(mail):
        return MailOutcome(InboundState.IGNORED, reason)
    token = mail.token
    if token is None:
        return MailOutcome(InboundState.REFUSED, "not sent to the address of a turn")
    user, game = player_of_token(token.user_id), table_of_token(token.game_id)
    if user is None or game is None or seat_of(game, user) is None:
        return MailOutcome(InboundState.REFUSED, "the player or the table of this address is gone")
    sender = VerifiedSender(user, game, token)
    if mail.sender != user.email.lower():
        return _refused(sender, mail, "stranger", f"not from the address of {user.username}")
    if failure := failure_of(mail):
        return _refused(sender, mail, "forged", f"its sender is doubtful: {failure}")
    if not get_profile(user).plays_by_reply:
        answer = MailAnswer(user, "off", event=f"off:{game.pk}:{token.turn}")
        reason = "the player has not turned on playing by reply"
        return MailOutcome(InboundState.ANSWERED, reason, user, game, "", answer)
    return sender


def _refused(sender: VerifiedSender, mail: IncomingMail, code: str, reason: str) -> MailOutcome:
    if not get_profile(sender.user).plays_by_reply:
        return MailOutcome(InboundState.REFUSED, reason, None, sender.game)
    event = f"{code}:{sender.game.pk}:{sender.token.turn}"
    answer = MailAnswer(sender.user, code, {"sender": mail.sender[:120]}, event)
    return MailOutcome(InboundState.REFUSED, reason, None, sender.game, "", answer)
