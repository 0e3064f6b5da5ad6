"""Signed tokens of one turn, in the links of an email and in its Reply-To address.

A token names the player, the table, the turn, and the length of the log when it was made. The caller checks that the
turn is not over. Tokens need no expiry date: turns do not come back.
"""

import base64
import binascii
import struct
from dataclasses import dataclass, field, replace

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.errors import BrokenLink, NotFound
from games.models import Game

# The salts stay as they are: links and addresses of old emails depend on them.
LINK_SALT = "games.mail.turn"
ADDRESS_SALT = "games.mail.reply"
CHAT_SALT = "games.mail.talk"
PACKED = struct.Struct(">QBQQHH")  # zeros at the front are left out, so old addresses have fewer numbers
MAX_UNDONE = 255
SIGNATURE_BYTES = 10  # the part before the @ may have 64 characters in all


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

    @classmethod
    def of(cls, user: User, game: Game) -> "TurnToken":
        """Return the token of a player's turn at the present position."""
        return cls(user.pk, game.pk, game.turn, game.ply, min(game.undone, MAX_UNDONE))

    def is_same_turn(self, game: Game) -> bool:
        """Return True if the game is still in this turn. A part of the turn may have been played."""
        undone = min(game.undone, MAX_UNDONE)
        return (self.game_id, self.turn, self.undone) == (game.pk, game.turn, undone)

    @property
    def packed(self) -> bytes:
        """The numbers of the token in few bytes."""
        numbers = (self.proposal, self.undone, self.user_id, self.game_id, self.turn, self.ply)
        return PACKED.pack(*numbers).lstrip(b"\0")


def turn_link_token(token: TurnToken, choice: str) -> str:
    """Return the text of a token in a link. ``choice`` is a notation, "" for the question, "plan" for a whole turn."""
    numbers = [token.user_id, token.game_id, token.turn, token.ply, *([token.undone] if token.undone else [])]
    return Signer(salt=LINK_SALT).sign_object([*numbers, choice])


def read_turn_link(text: str) -> tuple[TurnToken, str]:
    """Return token and choice of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        *numbers, choice = Signer(salt=LINK_SALT).unsign_object(text)
        return TurnToken(*numbers), str(choice)
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
        base64.b32encode(_signature(packed, settings.SECRET_KEY, _salt_of(token)) + packed).decode().rstrip("=").lower()
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
    return any(constant_time_compare(signature, _signature(packed, secret, salt)) for secret in secrets)


def _salt_of(token: TurnToken) -> str:
    return CHAT_SALT if token.is_chat else ADDRESS_SALT


def _signature(packed: bytes, secret: str, salt: str) -> bytes:
    return salted_hmac(salt, packed, secret, algorithm="sha256").digest()[:SIGNATURE_BYTES]
