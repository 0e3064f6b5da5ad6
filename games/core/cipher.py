"""The cipher for what the database keeps secret: the dice of games, and the key of receipts."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def dice_cipher() -> MultiFernet:
    """Return the cipher of SECRET_KEY, which also reads what SECRET_KEY_FALLBACKS have sealed."""
    return _cipher_of(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(4)
def _cipher_of(*keys: str) -> MultiFernet:
    derived = (HKDF(SHA256(), 32, None, b"marrakech-dice-at-rest").derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
