"""A check for pending migrations of the embedded database, without Django, which would double the start time.

The number of the state is in the database file itself, so a restored copy has its own.
"""

import contextlib
import sqlite3
import zlib
from pathlib import Path

from .bootstrap import LOCKS, ROOT


def migration_state() -> int:
    """Return a number that changes with the packages, the settings or the names of the migrations."""
    names = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/migrations/*.py"))
    parts = [(ROOT / LOCKS["runtime"]).read_bytes(), (ROOT / "marrakech_site/settings.py").read_bytes()]
    return zlib.crc32(b"\0".join([*parts, "\n".join(names).encode()])) & 0x7FFFFFFF or 1


def is_migrated(path: Path) -> bool:
    if not path.exists():
        return False
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=5)) as database:
            return bool(database.execute("PRAGMA user_version").fetchone()[0] == migration_state())
    except sqlite3.Error:
        return False


def record_migration(path: Path) -> None:
    if path.exists():
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
            database.execute(f"PRAGMA user_version = {migration_state()}")
