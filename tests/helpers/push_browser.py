"""A browser for web push tests: it has a key pair and can decrypt push messages."""

import base64
import itertools
import json
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_numbers = itertools.count(1)


def base64url(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Browser:
    """One subscription."""

    def __init__(self, service: str = "https://push.example.org") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))
        self.endpoint = f"{service}/send/{next(_numbers)}"

    def answer(self) -> dict[str, str]:
        """Return the subscription that this browser sends to the site."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": base64url(point), "auth": base64url(self._auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Return a pushed message, decrypted."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        read: dict[str, Any] = json.loads(plain)
        return read
