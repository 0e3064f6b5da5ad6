"""Signed tokens in the links and addresses of emails."""

import base64
import binascii
import re
import struct
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.common.errors import BrokenLink, NotFound
from games.core.models import Game

from .models import Kind
from .preferences import OPTIONAL_KINDS, UnsubscribeScope
from .selectors import table_of_token, user_of_token

MARK = "+return-"

SEAT_SALT = "games.mail.seat"

# The salts stay as they are: links and addresses of old emails depend on them.
LINK_SALT = "games.mail.turn"
ADDRESS_SALT = "games.mail.reply"
CHAT_SALT = "games.mail.talk"
PACKED = struct.Struct(">QBQQHH")  # zeros at the front are left out, so old addresses have fewer numbers
MAX_UNDONE = 255
SIGNATURE_BYTES = 10  # the part before the @ may have 64 characters in all

UNSUBSCRIBE_SALT = "games.mail.unsubscribe"


def return_address(pk: int) -> str:
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    return f"{local}{MARK}{pk}-{_signature(pk)}@{domain}" if at else ""


def row_of_return_address(address: str) -> int | None:
    """Return the primary key of a return address's row; None for any other or a forged address."""
    _local, mark, signed = address.partition("@")[0].lower().rpartition(MARK)
    pk, _dash, signature = signed.partition("-")
    if not mark or not re.fullmatch(r"[0-9]{1,18}", pk) or not constant_time_compare(signature, _signature(int(pk))):
        return None
    return int(pk)


def _signature(pk: int) -> str:
    return salted_hmac("games.return", str(pk), algorithm="sha256").hexdigest()[:20]


def seat_token(user: User, game: Game) -> str:
    return Signer(salt=SEAT_SALT).sign_object([user.pk, game.pk, *version_of(user)])


class SeatToken(NamedTuple):
    """The seat of a player at one table, to take it back."""

    user_id: int
    game_id: int
    version: int = 0


def version_of(user: User) -> list[int]:
    """Return what ends the link of a player: nothing before the first new password, as in links of earlier releases."""
    return [user.link_version] if user.link_version else []


def read_seat_token(text: str) -> SeatToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return SeatToken(*(int(number) for number in Signer(salt=SEAT_SALT).unsign_object(text)))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


@dataclass(frozen=True, slots=True)
class TurnToken:
    """One player's turn at one table as it stood at ``ply``.

    ``undone`` counts what was taken back at the table by then: a turn that comes again is another one. An email about
    a proposal has its id. ``is_chat``: the email asks for no turn, so a reply without a command goes to the chat.
    """

    user_id: int
    game_id: int
    turn: int
    ply: int
    undone: int = 0
    proposal: int = 0
    is_chat: bool = field(default=False, repr=False)  # the digest of an email contains the rest
    version: int = field(default=0, repr=False, compare=False)  # ``User.link_version``, of links only

    @classmethod
    def of(cls, user: User, game: Game) -> "TurnToken":
        undone = min(game.undone, MAX_UNDONE)
        return cls(user.pk, game.pk, game.turn, game.ply, undone, version=user.link_version)

    def is_same_turn(self, game: Game) -> bool:
        """Return True if the game is still in this turn. A part of the turn may have been played."""
        undone = min(game.undone, MAX_UNDONE)
        return (self.game_id, self.turn, self.undone) == (game.pk, game.turn, undone)

    @property
    def packed(self) -> bytes:
        numbers = (self.proposal, self.undone, self.user_id, self.game_id, self.turn, self.ply)
        return PACKED.pack(*numbers).lstrip(b"\0")


def turn_link_token(token: TurnToken, choice: str) -> str:
    """Return the text of a token in a link. ``choice`` is a notation, "" for the question, "plan" for a whole turn."""
    numbers = [token.user_id, token.game_id, token.turn, token.ply]
    if token.undone or token.version:
        numbers += [token.undone, *([token.version] if token.version else [])]
    return Signer(salt=LINK_SALT).sign_object([*numbers, choice])


def read_turn_link(text: str) -> tuple[TurnToken, str]:
    """Return token and choice of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        *numbers, choice = Signer(salt=LINK_SALT).unsign_object(text)
        user, game, turn, ply, undone, version = (*numbers, 0, 0)[:6]
        return TurnToken(user, game, turn, ply, undone, version=version), str(choice)
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def reply_address(token: TurnToken) -> str:
    """Return the Reply-To address of a turn, "" if the site receives no email.

    Base32 in small letters: some mail programs convert addresses to small letters.
    """
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    if not at:
        return ""
    packed = token.packed
    signed = (
        base64.b32encode(_turn_signature(packed, settings.SECRET_KEY, _salt_of(token)) + packed)
        .decode()
        .rstrip("=")
        .lower()
    )
    return f"{local}+{signed}@{domain}"


def read_reply_address(address: str) -> TurnToken:
    """Return the token in an address. Raises NotFound if there is none or it is forged."""
    local, _, domain = address.strip().lower().rpartition("@")
    expected, _, expected_domain = settings.INBOUND_ADDRESS.lower().partition("@")
    name, plus, signed = local.partition("+")
    if not plus or (name, domain) != (expected, expected_domain):
        raise NotFound
    try:
        raw = base64.b32decode(signed.upper() + "=" * (-len(signed) % 8))
        packed = raw[SIGNATURE_BYTES:]
        proposal, undone, *numbers = PACKED.unpack(packed.rjust(PACKED.size, b"\0"))
    except (binascii.Error, struct.error, ValueError):
        raise NotFound from None
    user_id, game_id, turn, ply = numbers
    token = TurnToken(user_id, game_id, turn, ply, undone, proposal)
    found = (one for one in (token, replace(token, is_chat=True)) if _is_signed(one, raw[:SIGNATURE_BYTES], packed))
    if signed_token := next(found, None):
        return signed_token
    raise NotFound


def _is_signed(token: TurnToken, signature: bytes, packed: bytes) -> bool:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    salt = _salt_of(token)
    return any(constant_time_compare(signature, _turn_signature(packed, secret, salt)) for secret in secrets)


def _salt_of(token: TurnToken) -> str:
    return CHAT_SALT if token.is_chat else ADDRESS_SALT


def _turn_signature(packed: bytes, secret: str, salt: str) -> bytes:
    return salted_hmac(salt, packed, secret, algorithm="sha256").digest()[:SIGNATURE_BYTES]


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
        for scope in (UnsubscribeScope.TABLE, UnsubscribeScope.DIGESTS, UnsubscribeScope.KIND):
            if scope in self.scopes:
                return scope
        return UnsubscribeScope.ALL


def unsubscribe_token(recipient: User | str, kind: str, game: Game | None = None) -> str:
    who = recipient.pk if isinstance(recipient, User) else recipient
    return Signer(salt=UNSUBSCRIBE_SALT).sign_object([who, kind, game.pk] if game else [who, kind])


def read_unsubscribe_token(token: str) -> UnsubscribeRequest:
    """Return the request of a token. Raises BrokenLink for a forged one, NotFound for a deleted account."""
    try:
        who, kind, *table = Signer(salt=UNSUBSCRIBE_SALT).unsign_object(token)
        if isinstance(who, str):
            return UnsubscribeRequest(None, who, Kind(kind))
        kind = Kind(kind)
    except (BadSignature, ValueError):
        raise BrokenLink from None
    user = user_of_token(who)
    if user is None:
        raise NotFound
    return UnsubscribeRequest(user, "", kind, table_of_token(table[0]) if table else None)


# Kinds without an unsubscribe link: answers to the recipient's own emails, and the site's test email.


def host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def link(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def table_link(game: Game) -> str:
    return f"{settings.SITE_URL}{game.get_absolute_url()}"
