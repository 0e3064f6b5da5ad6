"""Signed tokens in links of mails: whoever holds one may stop one kind of mail to one reader, and nothing else.

They never expire: a mail must stay stoppable for as long as somebody keeps it.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.errors import NotFound
from games.models import Kind
from games.selectors.mail import is_refused, is_switched_off

SALT = "games.mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class Stop:
    """A wish that can be granted: no more mails of this kind to this player, or to this address without an account."""

    user: User | None
    email: str
    kind: Kind

    def is_granted(self) -> bool:
        """Tell whether such mail is off already."""
        return is_switched_off(self.user, self.kind) if self.user else is_refused(self.email)


def stop_token(reader: User | str, kind: str) -> str:
    """Return the token by which a player, or the reader of an address, stops this kind of mail."""
    return Signer(salt=SALT).sign_object([reader.pk if isinstance(reader, User) else reader, kind])


def read_stop(token: str) -> Stop:
    """Return what a token allows. Raises NotFound for a forged one, and where the account is gone."""
    try:
        who, kind = Signer(salt=SALT).unsign_object(token)
        if isinstance(who, str):
            return Stop(None, who, Kind(kind))
        return Stop(User.objects.get(pk=who), "", Kind(kind))
    except (BadSignature, ValueError, User.DoesNotExist):
        raise NotFound from None
