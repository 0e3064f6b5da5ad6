"""Signed tokens in links of mails: whoever holds one may stop one kind of mail for one player, and nothing else.

They never expire: a mail must stay stoppable for as long as somebody keeps it.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.errors import NotFound
from games.models import Kind

SALT = "games.mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class Stop:
    """A wish that can be granted: no more mails of this kind to this player."""

    user: User
    kind: Kind


def stop_token(user: User, kind: str) -> str:
    """Return the token by which this player stops this kind of mail."""
    return Signer(salt=SALT).sign_object([user.pk, kind])


def read_stop(token: str) -> Stop:
    """Return what a token allows. Raises NotFound for a forged one, and where the account is gone."""
    try:
        pk, kind = Signer(salt=SALT).unsign_object(token)
        return Stop(User.objects.get(pk=pk), Kind(kind))
    except (BadSignature, ValueError, User.DoesNotExist):
        raise NotFound from None
