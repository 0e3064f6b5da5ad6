"""A game file."""

from pathlib import Path

import pytest

from .helpers.records import GAME


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.mkg"
    path.write_text(GAME)
    return str(path)
