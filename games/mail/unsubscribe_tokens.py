"""Signed tokens in links of mails: whoever holds one may stop, and resume, mails to one reader, and nothing else.

They never expire: a mail must stay stoppable for as long as somebody keeps it. A token names the reader, the kind of
the mail and its table (older ones have no table); which of them is to stop is said by the button that is pressed.

A mail program presses by itself and says nothing (RFC 8058, List-Unsubscribe-Post). It stops what the mail's List-Id
names: everything from this table; for an invitation, which comes from many tables, that kind of mail; for a digest
whatever comes in digests; for a mail about no table everything but account mail.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

from accounts.models import User
from games.errors import BrokenLink, NotFound
from games.models import Game, Kind
from games.selectors.notifications.mail_preferences import OPTIONAL_KINDS, UnsubscribeScope, is_stopped
from games.selectors.notifications.subjects import has_opted_out

SALT = "games.mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """A wish that can be granted: less mail to this player, or no invitations to this address without an account."""

    user: User | None
    email: str
    kind: Kind
    game: Game | None = None

    @property
    def scopes(self) -> tuple[UnsubscribeScope, ...]:
        """Return what a player can stop, the smallest part first."""
        scopes = [UnsubscribeScope.KIND] if self.kind in OPTIONAL_KINDS else []
        scopes += [UnsubscribeScope.TABLE] if self.game and self.kind != Kind.INVITATION else []
        scopes += [UnsubscribeScope.DIGESTS] if self.kind is Kind.DIGEST else []
        return (*scopes, UnsubscribeScope.ALL)

    @property
    def default_scope(self) -> UnsubscribeScope:
        """Return what stops where nothing is said."""
        for scope in (UnsubscribeScope.TABLE, UnsubscribeScope.DIGESTS, UnsubscribeScope.KIND):
            if scope in self.scopes:
                return scope
        return UnsubscribeScope.ALL

    def has_stopped(self, scope: UnsubscribeScope | None = None) -> bool:
        """Tell whether such mail is off already."""
        if self.user is None:
            return has_opted_out(self.email)
        return is_stopped(self.user, scope or self.default_scope, self.kind, self.game)


def unsubscribe_token(reader: User | str, kind: str, game: Game | None = None) -> str:
    """Return the token by which a player, or the reader of an address, stops mails like one of this kind and table."""
    who = reader.pk if isinstance(reader, User) else reader
    return Signer(salt=SALT).sign_object([who, kind, game.pk] if game else [who, kind])


def read_unsubscribe_token(token: str) -> UnsubscribeRequest:
    """Return what a token allows. Raises BrokenLink for a forged or mangled one, NotFound where the account is gone."""
    try:
        who, kind, *table = Signer(salt=SALT).unsign_object(token)
        if isinstance(who, str):
            return UnsubscribeRequest(None, who, Kind(kind))
        game = Game.objects.filter(pk=table[0]).first() if table else None
        return UnsubscribeRequest(User.objects.get(pk=who), "", Kind(kind), game)
    except User.DoesNotExist:
        raise NotFound from None
    except (BadSignature, ValueError):
        raise BrokenLink from None
