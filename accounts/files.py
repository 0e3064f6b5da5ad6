"""Files that workers make, in the folder or at the service of the setting FILES_URL. Only views hand them out.

The name of a file that does not exist (yet) is "" or None.
"""

import logging

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from .errors import FilesAway

logger = logging.getLogger(__name__)


def store(name: str, data: bytes) -> str:
    """Store a file in the place of an earlier one. Return the name under which it can be read."""
    delete(name)
    return default_storage.save(name, ContentFile(data))


def read(name: str | None) -> bytes | None:
    """Return what is in a file, None if it is not there (any more). Raises FilesAway if that cannot be known now."""
    if not name:
        return None
    try:
        with default_storage.open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None
    except Exception as error:  # each service has its own
        logger.exception("a file could not be read")
        raise FilesAway from error


def exists(name: str | None) -> bool:
    return bool(name) and default_storage.exists(str(name))


def delete(name: str | None) -> None:
    if name:
        default_storage.delete(name)
