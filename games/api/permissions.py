"""Who is asking. What they may do is decided by selectors and services."""

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts.models import User


def player_of(request: Request) -> User:
    """Return the signed-in player. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
