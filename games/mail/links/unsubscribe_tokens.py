"""Signed tokens in unsubscribe links: they stop and resume emails to one recipient, and do nothing else.

They never expire: an old email must still be stoppable. A token names the recipient, the kind of the email and its
table (older tokens have no table). The button on the page says which of these to stop.

A mail program sends no choice (RFC 8058, List-Unsubscribe-Post). It stops what the email's List-Id names: all emails
from this table; for an invitation, all invitations; for a digest, all that comes in digests; for an email about no
table, all but account emails.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.errors import BrokenLink, NotFound
from games.models import Game, Kind
from games.selectors.notifications.inbound_mail import table_of_token
from games.selectors.notifications.mail_preferences import OPTIONAL_KINDS, UnsubscribeScope, has_opted_out, is_stopped
from games.selectors.notifications.subjects import user_of_token

SALT = "games.mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """A request to get fewer emails: of a player, or of an address without an account."""

    user: User | None
    email: str
    kind: Kind
    game: Game | None = None

    @property
    def scopes(self) -> tuple[UnsubscribeScope, ...]:
        """Return what a player can stop, the smallest scope first."""
        scopes = [UnsubscribeScope.KIND] if self.kind in OPTIONAL_KINDS else []
        scopes += [UnsubscribeScope.TABLE] if self.game and self.kind != Kind.INVITATION else []
        scopes += [UnsubscribeScope.DIGESTS] if self.kind is Kind.DIGEST else []
        return (*scopes, UnsubscribeScope.ALL)

    @property
    def default_scope(self) -> UnsubscribeScope:
        """Return the scope to stop if none was chosen."""
        for scope in (UnsubscribeScope.TABLE, UnsubscribeScope.DIGESTS, UnsubscribeScope.KIND):
            if scope in self.scopes:
                return scope
        return UnsubscribeScope.ALL

    def has_stopped(self, scope: UnsubscribeScope | None = None) -> bool:
        """Return True if these emails are stopped already."""
        if self.user is None:
            return has_opted_out(self.email)
        return is_stopped(self.user, scope or self.default_scope, self.kind, self.game)


def unsubscribe_token(recipient: User | str, kind: str, game: Game | None = None) -> str:
    """Return the unsubscribe token of a player or an address for emails of this kind and table."""
    who = recipient.pk if isinstance(recipient, User) else recipient
    return Signer(salt=SALT).sign_object([who, kind, game.pk] if game else [who, kind])


def read_unsubscribe_token(token: str) -> UnsubscribeRequest:
    """Return the request of a token. Raises BrokenLink for a forged one, NotFound for a deleted account."""
    try:
        who, kind, *table = Signer(salt=SALT).unsign_object(token)
        if isinstance(who, str):
            return UnsubscribeRequest(None, who, Kind(kind))
        kind = Kind(kind)
    except (BadSignature, ValueError):
        raise BrokenLink from None
    user = user_of_token(who)
    if user is None:
        raise NotFound
    return UnsubscribeRequest(user, "", kind, table_of_token(table[0]) if table else None)
