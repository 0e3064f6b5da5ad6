import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tooling import serve


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database file."""
    path = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE a (b)")
    return path


def test_a_new_database_is_not_migrated(database: Path) -> None:
    assert not serve.is_migrated(database)


def test_a_missing_database_is_not_migrated_and_not_created(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    serve.record_migration(path)
    assert not serve.is_migrated(path)
    assert not path.exists()


def test_a_noted_database_is_migrated(database: Path) -> None:
    serve.record_migration(database)
    assert serve.is_migrated(database)


def test_another_state_of_the_code_needs_migrations(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serve.record_migration(database)
    now = serve.migration_state()
    monkeypatch.setattr(serve, "migration_state", lambda: now + 1)
    assert not serve.is_migrated(database)


def test_a_broken_state_file_needs_migrations(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    path.write_text("no database at all, only words that fill the header of a file well beyond its sixteen bytes")
    assert not serve.is_migrated(path)
