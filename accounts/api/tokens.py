"""Keys of API tokens: ``mk_`` and 43 characters of base64."""

import hashlib
import secrets

KEY_PREFIX = "mk_"
PREFIX_LENGTH = 8


def new_key() -> str:
    """Return a new key with 256 random bits."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """Return the stored digest of a key. A random key cannot be guessed, so a fast hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
