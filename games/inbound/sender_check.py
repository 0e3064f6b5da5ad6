"""The check of an incoming email's sender: does the player of the turn write it?"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from accounts.models import User
from accounts.selectors import get_profile
from games.mail.links.turn_tokens import TurnToken
from games.models import Game, InboundReason, InboundState, Seat
from games.selectors.notifications.inbound_mail import is_invited, player_of_token, table_of_token
from games.selectors.tables.seats import seats_with_users
from games.selectors.time.deputies import represents_someone
from games.services.notifications.inbound_mail import MailAnswer, MailOutcome

from .authentication import failure_of, is_proved
from .automatic_mail import automatic_reason
from .incoming_mail import IncomingMail


@dataclass(frozen=True, slots=True)
class VerifiedSender:
    """A player who has written about their own turn, or about that of a player whose deputy they are."""

    user: User
    game: Game
    token: TurnToken
    seats: Sequence[Seat]

    @property
    def seat(self) -> Seat | None:
        """The player's own seat."""
        return next((seat for seat in self.seats if seat.user_id == self.user.pk), None)


def verify_sender(mail: IncomingMail) -> VerifiedSender | MailOutcome:
    """Return the player and their turn, or the outcome of an email that may not play. Writes nothing.

    A stranger who has the address, or a forged sender, gets no answer. The player gets a warning at their own address,
    once per turn: they may have written it themselves from another address.
    """
    if not settings.INBOUND_ADDRESS:
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_INBOUND)
    if reason := automatic_reason(mail):
        return MailOutcome(InboundState.IGNORED, reason)
    token = mail.token
    if token is None:
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_TURN)
    user, game = player_of_token(token.user_id), table_of_token(token.game_id)
    if user is None or game is None:
        return MailOutcome(InboundState.REFUSED, InboundReason.GONE)
    sender = VerifiedSender(user, game, token, seats_with_users(game))
    if not _belongs(sender):
        return MailOutcome(InboundState.REFUSED, InboundReason.GONE)
    if mail.sender != user.email.lower():
        return _refused(sender, mail, InboundReason.STRANGER)
    if failure := failure_of(mail):
        return _refused(sender, mail, InboundReason.FORGED, failure)
    if settings.INBOUND_AUTH == "require" and not is_proved(mail):
        return _refused(sender, mail, InboundReason.UNPROVED)
    if not get_profile(user).plays_by_reply:
        answer = MailAnswer(user, "off", event=f"off:{game.pk}:{token.turn}")
        return MailOutcome(InboundState.ANSWERED, InboundReason.OFF, user, game, answer=answer)
    return sender


def _belongs(sender: VerifiedSender) -> bool:
    """Return True for a player, a deputy, and someone who is invited."""
    game, user = sender.game, sender.user
    return sender.seat is not None or represents_someone(game, user) or is_invited(game, user)


def _refused(sender: VerifiedSender, mail: IncomingMail, reason: InboundReason, detail: str = "") -> MailOutcome:
    if not get_profile(sender.user).plays_by_reply:
        return MailOutcome(InboundState.REFUSED, reason, None, sender.game, detail=detail)
    event = f"{reason}:{sender.game.pk}:{sender.token.turn}"
    answer = MailAnswer(sender.user, reason.value, {"sender": mail.sender[:120]}, event)
    return MailOutcome(InboundState.REFUSED, reason, None, sender.game, answer=answer, detail=detail)
