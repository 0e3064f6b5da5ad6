"""Signed keys to one turn: in the links of a mail, and in the address that a reply goes to.

A key says whose turn it is, at which table, which turn, and how long the log was when it was written. It is good for
nothing else, and for nobody else; whoever takes one checks that the turn is still on. Keys need no
expiry of their own: the log never grows shorter.
"""

import base64
import binascii
import struct
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.errors import BrokenLink, NotFound
from games.models import Game

# The salts stay as they are: links and addresses of old emails depend on them.
LINK_SALT = "games.mail.turn"
ADDRESS_SALT = "games.mail.reply"
PACKED = struct.Struct(">QQHH")
SEAL = 10  # bytes of the signature in an address, whose left part may have 64 characters in all


@dataclass(frozen=True, slots=True)
class TurnToken:
    """One player's turn at one table as it stood at ``ply``."""

    user_id: int
    game_id: int
    turn: int
    ply: int

    @classmethod
    def of(cls, user: User, game: Game) -> "TurnToken":
        """Return the key to the position that the table has now."""
        return cls(user.pk, game.pk, game.turn, game.ply)

    def is_same_turn(self, game: Game) -> bool:
        """Tell whether the turn is still the same, though a part of it may have been played."""
        return (self.game_id, self.turn) == (game.pk, game.turn)


def turn_link_token(key: TurnToken, choice: str) -> str:
    """Return the token of a link. ``choice`` is a notation, "" for the question itself, "plan" for the whole turn."""
    return Signer(salt=LINK_SALT).sign_object([key.user_id, key.game_id, key.turn, key.ply, choice])


def read_turn_link(token: str) -> tuple[TurnToken, str]:
    """Return key and choice of a link. Raises BrokenLink for a forged or mangled one."""
    try:
        *numbers, choice = Signer(salt=LINK_SALT).unsign_object(token)
        return TurnToken(*numbers), str(choice)
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def reply_address(key: TurnToken) -> str:
    """Return the address that a reply about this turn goes to, "" where the site takes no mail.

    It survives programs that turn addresses into small letters.
    """
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    if not at:
        return ""
    packed = PACKED.pack(key.user_id, key.game_id, key.turn, key.ply).lstrip(b"\0")
    sealed = base64.b32encode(_seal(packed, settings.SECRET_KEY) + packed).decode().rstrip("=").lower()
    return f"{local}+{sealed}@{domain}"


def read_reply_address(address: str) -> TurnToken:
    """Return the key in an address. Raises NotFound where it has none, or a forged one."""
    local, _, domain = address.strip().lower().rpartition("@")
    expected, _, expected_domain = settings.INBOUND_ADDRESS.lower().partition("@")
    name, plus, sealed = local.partition("+")
    if not plus or (name, domain) != (expected, expected_domain):
        raise NotFound
    try:
        raw = base64.b32decode(sealed.upper() + "=" * (-len(sealed) % 8))
        packed = raw[SEAL:]
        numbers = PACKED.unpack(packed.rjust(PACKED.size, b"\0"))
    except (binascii.Error, struct.error, ValueError):
        raise NotFound from None
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(raw[:SEAL], _seal(packed, secret)) for secret in secrets):
        raise NotFound
    return TurnToken(*numbers)


def _seal(packed: bytes, secret: str) -> bytes:
    return salted_hmac(ADDRESS_SALT, packed, secret, algorithm="sha256").digest()[:SEAL]
