"""Who the site is to the makers of browsers: the key pair of web push (RFC 8292)."""

import base64
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid

CURVE_BYTES = 32


def is_on() -> bool:
    """Tell whether the site can push."""
    return bool(settings.VAPID_PRIVATE_KEY)


@cache
def _key_of(private_key: str) -> Vapid:
    vapid = Vapid.from_string(private_key)
    vapid.conf["no-strict"] = True  # a subject at "localhost" serves for trying things out
    return vapid


def public_key(private_key: str = "") -> str:
    """Return the public half as browsers want it (base64url of an uncompressed point), "" where there is no key.

    Raises ValueError for a text that is no private key.
    """
    private_key = private_key or settings.VAPID_PRIVATE_KEY
    if not private_key:
        return ""
    key = _key_of(private_key).public_key
    return _text_of(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def new_private_key() -> str:
    """Return a new private key as the environment takes it: its 32 bytes in base64url."""
    vapid = Vapid()
    vapid.generate_keys()
    return _text_of(vapid.private_key.private_numbers().private_value.to_bytes(CURVE_BYTES, "big"))


def authorization(endpoint: str) -> str:
    """Return the Authorization header for one push service, good for a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": settings.VAPID_SUBJECT}
    return str(_key_of(settings.VAPID_PRIVATE_KEY).sign(claims)["Authorization"])


def _text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
