"""The profiles of hypothesis (``HYPOTHESIS_PROFILE``: ``quick``, or ``deep`` for a long run), and a game file."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from .helpers.records import GAME

settings.register_profile(
    "engine", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("quick", parent=settings.get_profile("engine"), max_examples=8)
settings.register_profile("deep", parent=settings.get_profile("engine"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "engine"))


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.mkg"
    path.write_text(GAME)
    return str(path)
