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
from games.errors import CutLink, NotFound
from games.models import Game, Kind
from games.selectors.mail import is_refused
from games.selectors.mail_choices import SWITCHABLE, Reach, is_stopped

SALT = "games.mail.unsubscribe"


@dataclass(frozen=True, slots=True)
class Stop:
    """A wish that can be granted: less mail to this player, or no invitations to this address without an account."""

    user: User | None
    email: str
    kind: Kind
    game: Game | None = None

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """Return what a player can stop, the smallest part first."""
        reaches = [Reach.KIND] if self.kind in SWITCHABLE else []
        reaches += [Reach.TABLE] if self.game and self.kind != Kind.INVITATION else []
        reaches += [Reach.DIGESTS] if self.kind is Kind.DIGEST else []
        return (*reaches, Reach.ALL)

    @property
    def usual(self) -> Reach:
        """Return what stops where nothing is said."""
        for reach in (Reach.TABLE, Reach.DIGESTS, Reach.KIND):
            if reach in self.reaches:
                return reach
        return Reach.ALL

    def is_granted(self, reach: Reach | None = None) -> bool:
        """Tell whether such mail is off already."""
        if self.user is None:
            return is_refused(self.email)
        return is_stopped(self.user, reach or self.usual, self.kind, self.game)


def stop_token(reader: User | str, kind: str, game: Game | None = None) -> str:
    """Return the token by which a player, or the reader of an address, stops mails like one of this kind and table."""
    who = reader.pk if isinstance(reader, User) else reader
    return Signer(salt=SALT).sign_object([who, kind, game.pk] if game else [who, kind])


def read_stop(token: str) -> Stop:
    """Return what a token allows. Raises CutLink for a forged or mangled one, NotFound where the account is gone."""
    try:
        who, kind, *table = Signer(salt=SALT).unsign_object(token)
        if isinstance(who, str):
            return Stop(None, who, Kind(kind))
        game = Game.objects.filter(pk=table[0]).first() if table else None
        return Stop(User.objects.get(pk=who), "", Kind(kind), game)
    except User.DoesNotExist:
        raise NotFound from None
    except (BadSignature, ValueError):
        raise CutLink from None
