"""The player of a request. Selectors and services decide about permissions."""

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts.models import User


def player_of(request: Request) -> User:
    """Return the signed-in player. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
