"""Signed tokens of seats to which a player may return, in the links of emails.

A token names the player and the table. Whether the player may still return is checked when the link is used.
"""

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.errors import BrokenLink
from games.models import Game

SALT = "games.mail.seat"


def seat_token(user: User, game: Game) -> str:
    """Return the token of a player's seat at a table."""
    return Signer(salt=SALT).sign_object([user.pk, game.pk])


def read_seat_token(text: str) -> tuple[int, int]:
    """Return the ids of the player and the table. Raises BrokenLink for a forged or incomplete token."""
    try:
        user_id, game_id = Signer(salt=SALT).unsign_object(text)
        return int(user_id), int(game_id)
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None
