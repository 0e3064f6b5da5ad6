"""Signed tokens in the links and addresses of emails."""

import base64
import binascii
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils import timezone
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
PACKED = struct.Struct(">QBQQHH")  # of these old addresses, with zeros at the front left out
REPLY_SALT = "games.mail.answer"
MESSAGE_SALT = "games.mail.message"
MESSAGE_ID = re.compile(r"<[a-z_]+\.\w+\.(?P<pk>[0-9]{1,18})\.(?P<key>[a-z2-7]{16,80})@(?P<host>[^<>@\s]+)>")
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


class Subject(IntEnum):
    """What a reply answers. The numbers stand in addresses."""

    TURN = 0
    CHAT = 1  # the email asks for no turn: a reply without a command goes to the chat
    PROPOSAL = 2
    INVITATION = 3
    DEPUTY = 4  # a request to be a player's deputy, about no table
    HOLIDAY = 5  # as CHAT, and the reader can say "I'm back"
    CONFIRM = 6  # a question about an earlier reply


OF_A_TURN = frozenset({Subject.TURN, Subject.CHAT, Subject.HOLIDAY})
# An email about a turn can be answered as long as the turn lasts.
LIFETIMES: Mapping[Subject, timedelta] = {
    Subject.CHAT: timedelta(days=90),
    Subject.PROPOSAL: timedelta(days=30),
    Subject.INVITATION: timedelta(days=60),
    Subject.DEPUTY: timedelta(days=60),
    Subject.HOLIDAY: timedelta(days=14),
    Subject.CONFIRM: timedelta(days=3),
}
FIRST_DAY = date(2025, 1, 1)  # addresses count days from here


@dataclass(frozen=True, slots=True)
class TurnToken:
    """One player's turn at one table as it stood at ``ply``, or another subject of an email to the player.

    ``undone`` counts what was taken back at the table by then: a turn that comes again is another one. A subject that
    is no turn has a ``number``, its primary key; the game of a request to be a deputy is 0, and so is the user of an
    invitation to an address. A link or address ends with the ``version`` of the player's links, and most addresses some
    time after the ``day`` of the email, counted from FIRST_DAY; 0 in those of earlier releases.
    """

    user_id: int
    game_id: int
    turn: int = 0
    ply: int = 0
    undone: int = 0
    about: Subject = Subject.TURN
    number: int = 0
    version: int = field(default=0, repr=False, compare=False)  # ``User.link_version``
    day: int = field(default=0, repr=False, compare=False)

    @classmethod
    def of(cls, user: User, game: Game) -> "TurnToken":
        undone = min(game.undone, MAX_UNDONE)
        return cls(user.pk, game.pk, game.turn, game.ply, undone, version=user.link_version)

    @classmethod
    def to_answer(cls, about: Subject, number: int, user: User | None, game: Game | None) -> "TurnToken":
        """Return the token of an email that asks for an answer and not for a turn."""
        version = user.link_version if user else 0
        return cls(user.pk if user else 0, game.pk if game else 0, about=about, number=number, version=version)

    def is_same_turn(self, game: Game) -> bool:
        """Return True if the game is still in this turn. A part of the turn may have been played."""
        undone = min(game.undone, MAX_UNDONE)
        return (self.game_id, self.turn, self.undone) == (game.pk, game.turn, undone)

    @property
    def is_chat(self) -> bool:
        return self.about in {Subject.CHAT, Subject.HOLIDAY}

    def has_expired(self, now: datetime) -> bool:
        lifetime = LIFETIMES.get(self.about)
        written = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC) + timedelta(days=self.day + 1)
        return bool(lifetime and self.day) and now >= written + (lifetime or timedelta())

    @property
    def packed(self) -> bytes:
        day = self.day or day_number(timezone.now())
        place = (self.turn, self.ply, self.undone) if self.about in OF_A_TURN else (self.number,)
        return _bytes_of((self.about, self.version, day, self.user_id, self.game_id, *place))


def day_number(at: datetime) -> int:
    return (at.astimezone(UTC).date() - FIRST_DAY).days


def _bytes_of(numbers: Sequence[int]) -> bytes:
    """Return numbers in as few bytes as they need: seven bits in each byte, the eighth in all but a number's last."""
    found = bytearray()
    for number in numbers:
        while number > 127:
            found.append(number & 127 | 128)
            number >>= 7
        found.append(number)
    return bytes(found)


def _numbers_in(packed: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def _token_of(packed: bytes) -> TurnToken:
    """Return the token of signed bytes."""
    about, version, day, user, game, *place = _numbers_in(packed)
    if about in OF_A_TURN:
        turn, ply, undone = place
        return TurnToken(user, game, turn, ply, undone, Subject(about), version=version, day=day)
    (number,) = place
    return TurnToken(user, game, about=Subject(about), number=number, version=version, day=day)


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
    """Return the Reply-To address of an email, "" if the site receives no email."""
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    return f"{local}+{_signed(token.packed, REPLY_SALT)}@{domain}" if at else ""


def read_reply_address(address: str) -> TurnToken:
    """Return the token in an address. Raises NotFound if there is none or it is forged."""
    local, _, domain = address.strip().lower().rpartition("@")
    expected, _, expected_domain = settings.INBOUND_ADDRESS.lower().partition("@")
    name, plus, signed = local.partition("+")
    if not plus or (name, domain) != (expected, expected_domain):
        raise NotFound
    signature, packed = _parts_of(signed)
    return _token_of(packed) if _is_signed(signature, packed, REPLY_SALT) else _earlier_token(signature, packed)


def message_key(token: TurnToken | None, pk: int) -> str:
    """Return the part of a Message-ID that no one can guess. It says what a reply is about, None for nothing."""
    return _signed(token.packed if token else b"", f"{MESSAGE_SALT}.{pk}")


def read_message_id(text: str) -> TurnToken | None:
    """Return what a reply to the email with this Message-ID is about, None for nothing.

    Raises NotFound if it is forged, or not one of this site.
    """
    found = MESSAGE_ID.fullmatch(text)
    if found is None or found["host"] != host():
        raise NotFound
    signature, packed = _parts_of(found["key"])
    if not _is_signed(signature, packed, f"{MESSAGE_SALT}.{found['pk']}"):
        raise NotFound
    return _token_of(packed) if packed else None


def _signed(packed: bytes, salt: str) -> str:
    """Return bytes with their signature in Base32, in small letters: some mail programs convert addresses to them."""
    return _in_base32(_turn_signature(packed, settings.SECRET_KEY, salt) + packed)


def _in_base32(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=").lower()


def _parts_of(signed: str) -> tuple[bytes, bytes]:
    """Return signature and signed bytes. Raises NotFound."""
    try:
        raw = base64.b32decode(signed.upper() + "=" * (-len(signed) % 8))
    except (binascii.Error, ValueError):
        raise NotFound from None
    if _in_base32(raw) != signed:  # other letters, the same bytes
        raise NotFound
    return raw[:SIGNATURE_BYTES], raw[SIGNATURE_BYTES:]


def _earlier_token(signature: bytes, packed: bytes) -> TurnToken:
    """Return the token of an address in an email of an earlier release. Raises NotFound."""
    try:
        proposal, undone, user, game, turn, ply = PACKED.unpack(packed.rjust(PACKED.size, b"\0"))
    except struct.error:
        raise NotFound from None
    about = Subject.PROPOSAL if proposal else Subject.TURN
    token = TurnToken(user, game, turn, ply, undone, about, proposal)
    if _is_signed(signature, packed, CHAT_SALT):
        return replace(token, about=Subject.CHAT)
    if not _is_signed(signature, packed, ADDRESS_SALT):
        raise NotFound
    return token


def _is_signed(signature: bytes, packed: bytes, salt: str) -> bool:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(constant_time_compare(signature, _turn_signature(packed, secret, salt)) for secret in secrets)


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
