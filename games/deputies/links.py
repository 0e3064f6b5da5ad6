"""Signed links that answer a request to be a deputy. They need no expiry date: what has ended cannot be answered."""

from typing import NamedTuple

from django.core.signing import BadSignature, Signer

from games.common.errors import BrokenLink
from games.notifications.links import link

from .models import Deputy

SALT = "games.mail.deputy"


class DeputyToken(NamedTuple):
    """A friend's answer to one request."""

    user_id: int
    deputy_id: int


def deputy_link_token(row: Deputy) -> str:
    return Signer(salt=SALT).sign_object([row.deputy_id, row.pk])


def read_deputy_link(text: str) -> DeputyToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return DeputyToken(*Signer(salt=SALT).unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def deputy_url(row: Deputy) -> str:
    return link("games:deputy_link", deputy_link_token(row))
