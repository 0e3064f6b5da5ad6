"""Receipts for opened shares of the dice, signed with the site's published key (docs/dice.md).

The device that opened a share keeps its receipt: with it, anyone can see that the site took the opening, and after how
many results. The key is one row of the database, so that all web servers sign with the same one.
"""

import base64
from collections.abc import Sequence
from typing import TypedDict

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)
from django.utils.translation import gettext_lazy as _

from games.common.errors import Conflict

from .cipher import dice_cipher
from .models import Game, ReceiptKey, Seat

ALGORITHM = "ECDSA P-256 SHA-256"
_FORMAT = "marrakech-receipt-v1"
_ONLY_ROW = 1


class Receipt(TypedDict):
    """What a receipt says, and its signature: r and s in 32 bytes each, Base64.

    ``step`` is the number of entries before the opening, ``results`` the number of results of chance among them,
    ``mixed`` K after it. If a turn without chance is taken back, ``step`` stays what it was then; ``results`` is exact.
    """

    table: str
    seat: int
    commitment: str
    step: int
    results: int
    mixed: str
    signature: str


def receipt_text(receipt: Receipt) -> str:
    """Return the text that is signed."""
    values = (receipt[key] for key in ("table", "seat", "commitment", "step", "results", "mixed"))
    return "\n".join([_FORMAT, *map(str, values)])


def receipt_key() -> ReceiptKey:
    """Return the site's key; make it at the first call. Two web servers that make it together keep the same one."""
    key = ReceiptKey.objects.filter(pk=_ONLY_ROW).first()
    if key is None:
        values = _new_key()
        key, _is_new = ReceiptKey.objects.get_or_create(pk=_ONLY_ROW, defaults=values)
    return key


def published_key() -> str:
    """Return the public key without making one: "" before the site's first table."""
    return ReceiptKey.objects.filter(pk=_ONLY_ROW).values_list("public", flat=True).first() or ""


def _new_key() -> dict[str, bytes | str]:
    private = ec.generate_private_key(ec.SECP256R1())
    der = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    public = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return {"sealed": dice_cipher().encrypt(der), "public": base64.b64encode(public).decode()}


def new_receipt(game: Game, seat: Seat, results: int) -> Receipt:
    """Return the signed receipt of a share that has just been opened. Raises Conflict (dice-key-missing)."""
    receipt: Receipt = {
        "table": game.code,
        "seat": seat.number or 0,
        "commitment": seat.share_commitment,
        "step": seat.opening_ply or 0,
        "results": results,
        "mixed": game.entropy,
        "signature": "",
    }
    try:
        der = dice_cipher().decrypt(bytes(receipt_key().sealed))
    except InvalidToken:
        message = _("This site has lost the key of its receipts: no share can be opened. Please tell its operators.")
        raise Conflict("dice-key-missing", message) from None
    private = load_der_private_key(der, None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)  # by _new_key
    r, s = decode_dss_signature(private.sign(receipt_text(receipt).encode(), ec.ECDSA(SHA256())))
    return {**receipt, "signature": base64.b64encode(r.to_bytes(32) + s.to_bytes(32)).decode()}


def receipts_of(seats: Sequence[Seat]) -> list[Receipt]:
    """Return the receipts of a table, in the order of its seats."""
    return [seat.receipt for seat in seats if seat.receipt]


def is_key_lost() -> bool:
    """Return True if there is a key of receipts that no SECRET_KEY opens: no share can be opened then."""
    key = ReceiptKey.objects.filter(pk=_ONLY_ROW).first()
    try:
        return key is not None and not dice_cipher().decrypt(bytes(key.sealed))
    except InvalidToken:
        return True


def replace_receipt_key() -> ReceiptKey:
    """Make a new key in the place of a lost one. Devices keep the receipts of the old one, with its public part."""
    ReceiptKey.objects.filter(pk=_ONLY_ROW).delete()
    return receipt_key()


def reseal_receipt_key() -> tuple[int, int]:
    """Seal the key with the newest SECRET_KEY. Return the numbers of keys that were sealed, and that no key opens."""
    key = ReceiptKey.objects.filter(pk=_ONLY_ROW).first()
    if key is None:
        return 0, 0
    try:
        sealed = dice_cipher().rotate(bytes(key.sealed))
    except InvalidToken:
        return 0, 1
    return ReceiptKey.objects.filter(pk=_ONLY_ROW).update(sealed=sealed), 0
