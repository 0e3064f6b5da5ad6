from pathlib import Path

from tooling.serve import _close_to_others


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    database = tmp_path / "data" / "marrakech.sqlite3"
    _close_to_others(database)
    assert mode_of(database) == 0o600


def test_files_that_others_could_read_are_closed_and_keep_their_content(tmp_path: Path) -> None:
    database = tmp_path / "marrakech.sqlite3"
    files = [database, tmp_path / "marrakech.sqlite3-wal", tmp_path / "secret-key"]
    for path in files:
        path.write_text("old")
        path.chmod(0o644)
    _close_to_others(database)
    assert [mode_of(path) for path in files] == [0o600] * 3
    assert [path.read_text() for path in files] == ["old"] * 3
