"""The key pair with which the site signs its requests to push services (RFC 8292)."""

from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid
from py_vapid.utils import b64urlencode

CURVE_BYTES = 32


def is_on() -> bool:
    """Return True if the site has a key, and so can push."""
    return bool(settings.VAPID_PRIVATE_KEY)


@cache
def _key_of(private_key: str) -> Vapid:
    vapid = Vapid.from_string(private_key)
    vapid.conf["no-strict"] = True  # a subject at "localhost" is good enough for development
    return vapid


def public_key(private_key: str = "") -> str:
    """Return the public key as browsers expect it: an uncompressed point in base64url, or "" without a key.

    Raises ValueError for a text that is not a private key.
    """
    private_key = private_key or settings.VAPID_PRIVATE_KEY
    if not private_key:
        return ""
    key = _key_of(private_key).public_key
    return str(b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def new_private_key() -> str:
    """Return a new private key for VAPID_PRIVATE_KEY: 32 bytes in base64url."""
    vapid = Vapid()
    vapid.generate_keys()
    return str(b64urlencode(vapid.private_key.private_numbers().private_value.to_bytes(CURVE_BYTES, "big")))


def authorization(endpoint: str) -> str:
    """Return the Authorization header for a push service. It is valid for a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": settings.VAPID_SUBJECT}
    return str(_key_of(settings.VAPID_PRIVATE_KEY).sign(claims)["Authorization"])
