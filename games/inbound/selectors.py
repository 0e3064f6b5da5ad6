"""Received emails and the answers to them."""

from datetime import datetime

from accounts.models import User
from games.core.models import Game
from games.lobby.models import InvitationState
from games.notifications.models import InboundMail, InboundState, Kind, Notification


def player_of_token(user_id: int) -> User | None:
    """Return the player of a reply token, with the profile; None for an account that is closed or has no address."""
    return User.objects.select_related("profile").filter(pk=user_id, is_active=True).exclude(email="").first()


def is_invited(game: Game, user: User) -> bool:
    """Return True if the user has an invitation to the table that is not answered."""
    return game.invitations.filter(user=user, state=InvitationState.PENDING).exists()


def notification_of_report(pk: int) -> Notification | None:
    """Return the notification that a bounce report is about, with its user; None if it was deleted."""
    return Notification.objects.filter(pk=pk).select_related("user").first()


def answers_since(user: User, moment: datetime) -> int:
    """Return how many answers to emails the player was sent since then."""
    return Notification.objects.filter(kind=Kind.REPLY, user=user, created_at__gte=moment).count()


def was_answered(user: User, game: Game, excerpt: str, since: datetime) -> bool:
    """Return True if an email with the same text was answered since then, without a move being played."""
    same = InboundMail.objects.filter(user=user, game=game, excerpt=excerpt, state=InboundState.ANSWERED)
    return same.filter(received_at__gte=since).exists()
