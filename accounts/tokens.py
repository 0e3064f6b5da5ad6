"""The shape of an API key: ``mk_`` and 43 characters of base64."""

import hashlib
import secrets

KEY_PREFIX = "mk_"
PREFIX_LENGTH = 8


def new_key() -> str:
    """Return a fresh clear key with 256 random bits."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """Return what is stored of a key. A random key needs no slow hash: it cannot be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()
