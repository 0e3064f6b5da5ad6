"""The sealed dice: secrets made, kept encrypted, drawn from, and opened."""

import base64
import json
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.engine import dice
from games.engine.values import Chance
from games.errors import Invalid
from games.models import DiceSecret, Game, Seat
from games.models.game import new_code

DRAFT_LIFETIME = 24 * 3600  # seconds in which a form for a new table must be sent
SHARE_CHARACTERS = (16, 64)
HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2}){16,64}")


@dataclass(frozen=True, slots=True)
class DiceDraft:
    """The dice of a table that does not exist yet, so that its host, too, adds to them after the commitment is known.

    ``token`` carries the encrypted secret through the form; the server keeps nothing.
    """

    code: str
    commitment: str
    token: str


def _cipher() -> MultiFernet:
    """Return a cipher for the present SECRET_KEY that also reads what earlier keys (SECRET_KEY_FALLBACKS) wrote."""
    return _cipher_of(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(4)
def _cipher_of(*keys: str) -> MultiFernet:
    derived = (HKDF(SHA256(), 32, None, b"marrakech-dice-at-rest").derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])


def new_draft() -> DiceDraft:
    """Draw the secret of a future table."""
    code, secret = new_code(), secrets.token_bytes(32)
    token = _cipher().encrypt(json.dumps({"code": code, "secret": secret.hex()}).encode()).decode()
    return DiceDraft(code, dice.commitment(code, secret), token)


def read_draft(token: str) -> tuple[str, bytes]:
    """Return code and secret of a draft; of a new one for an empty token. Raises Invalid for an old or foreign one."""
    try:
        content = json.loads(_cipher().decrypt((token or new_draft().token).encode(), ttl=DRAFT_LIFETIME))
    except InvalidToken:
        message = _("This form is more than a day old, and its dice have expired. Send it again to use new dice.")
        raise Invalid("old-draft", message) from None
    return content["code"], bytes.fromhex(content["secret"])


def store_secret(game: Game, secret: bytes) -> None:
    """Store the secret of a new table, encrypted."""
    DiceSecret.objects.create(game=game, sealed=_cipher().encrypt(secret))


def share_of(text: str) -> str:
    """Return a player's share of the dice in hexadecimal.

    Hexadecimal text of at least 16 bytes is taken as those bytes, any other text as its UTF-8; an empty one is drawn
    here. Raises Invalid for a text that is too short or too long.
    """
    text = text.strip()
    if not text:
        return secrets.token_hex(16)
    if HEXADECIMAL.fullmatch(text):
        return text
    least, most = SHARE_CHARACTERS
    if len(text) < least or len(text.encode()) > most:  # most is in bytes: that is what the column holds
        message = _("Your share of the dice must have %(least)s to %(most)s characters or be empty.")
        raise Invalid("bad-share", message % {"least": least, "most": most})
    return text.encode().hex()


def mix(seats: list[Seat]) -> str:
    """Return K in hexadecimal: what all players' shares, in seat order, make together."""
    return dice.table_entropy([bytes.fromhex(seat.entropy) for seat in seats]).hex()


def draw(game: Game, chance: Chance) -> str:
    """Return the result of a chance that is due. Only ever called under the game's lock."""
    kept = game.dice_secret  # kept on the object: a turn may draw twice
    return dice.draw(_cipher().decrypt(bytes(kept.sealed)), bytes.fromhex(game.entropy), chance)


def open_dice(game: Game, now: datetime) -> None:
    """Publish the secret of a game that is over. Opening twice changes nothing."""
    kept = game.dice_secret
    if not kept.opened:
        kept.opened = _cipher().decrypt(bytes(kept.sealed)).hex()
        kept.opened_at = now
        kept.save(update_fields=["opened", "opened_at"])
