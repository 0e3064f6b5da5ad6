"""All games of one player as a zip file, created while it is sent."""

import io
import json
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.utils import translation

from accounts.models import User
from games.errors import BrokenGame
from games.models import Game
from games.selectors.game_files import recorded_games
from games.selectors.visibility import has_secrets

from .game_file import file_name, game_document, game_file, game_record, log_document, text_file_name

SCRIPT = "verify_dice.py"


class _ZipBuffer(io.RawIOBase):
    """A file for writing a zip. ``take`` returns the bytes since the last call."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, part: object) -> int:
        """Keep the bytes until they are taken."""
        data = bytes(part)  # type: ignore[call-overload]
        self._parts.append(data)
        return len(data)

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


@lru_cache(maxsize=1)
def _script() -> bytes:
    """Return the stand-alone program that checks the dice of game files."""
    return (settings.BASE_DIR / "static" / SCRIPT).read_bytes()


def game_archive(user: User) -> Iterator[bytes]:
    """Return the parts of a zip with two files for each of the user's games, and the program that checks their dice.

    Names that the site gives are in the language that is active now.
    """
    return _parts(user, translation.get_language())


def _parts(user: User, language: str) -> Iterator[bytes]:
    buffer = _ZipBuffer()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for game in recorded_games(user):
            if not has_secrets(game):
                with translation.override(language):
                    _add(archive, game)
                yield buffer.take()
        archive.writestr(SCRIPT, _script())
    yield buffer.take()


def _add(archive: ZipFile, game: Game) -> None:
    """Add the files of one game whose contents have been fetched."""
    record, name = game_record(game), file_name(game)
    at = game.finished_at or game.started_at or game.created_at
    try:
        text, document = game_file(game, record), game_document(game, record)
    except BrokenGame:  # what is stored of it is all there is
        text, document = "", log_document(record)
    if text:
        archive.writestr(_info(text_file_name(game), at), text)
    archive.writestr(_info(f"{name}.json", at), json.dumps(document, ensure_ascii=False, indent=1))


def _info(name: str, at: datetime) -> ZipInfo:
    info = ZipInfo(name, at.timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
