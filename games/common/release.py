"""The identity of the running release, for ETags and keys of cached texts."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import allauth
import django
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

CODE_FILES = ("templates/**/*", "locale/*/*/django.mo", "games/**/*", "accounts/**/*", "marrakech_site/**/*")
COMPILED = ".pyc"  # by Python, from the others


@cache
def release() -> str:
    """Return a digest of all that pages are made of, apart from the database: code, texts, libraries and settings.

    It is first called when the process starts: files that change later belong to the next release.
    """
    site = (settings.SITE_NAME, settings.SITE_URL, settings.SOURCE_URL)
    static_files = getattr(staticfiles_storage, "manifest_hash", "")
    digest = sha256(repr((site, static_files, django.__version__, allauth.__version__)).encode())
    for pattern in CODE_FILES:
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            if path.is_file() and path.suffix != COMPILED:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
