"""Two-factor secrets are stored encrypted: a stolen copy of the database opens no account."""

import base64
import hashlib

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def _box() -> MultiFernet:
    """Return a box locked with SECRET_KEY that older keys still open."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hashlib.sha256(b"marrakech-mfa-v1" + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts the authenticator's secret and the recovery codes' seed."""

    def encrypt(self, text: str) -> str:
        """Return the text in a locked box."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open a box; raises cryptography's InvalidToken if no key fits."""
        return _box().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code on a white ground, so that a phone can read it on a dark page too."""
        svg: str = super().build_totp_svg(url)
        return svg.replace("<path", '<rect width="100%" height="100%" fill="#fff"/><path', 1)
