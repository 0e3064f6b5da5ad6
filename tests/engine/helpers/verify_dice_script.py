"""The stand-alone program verify_dice.py as a module, loaded from its file alone."""

import importlib.util
from pathlib import Path
from typing import Any

from games.engine.errors import BadFile
from games.engine.gamefile import read_one, verify

PATH = Path(__file__).parents[3] / "static" / "verify_dice.py"


def load_script() -> Any:
    """Return the program as a module."""
    spec = importlib.util.spec_from_file_location("verify_dice", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


def faults_in(text: str) -> list[tuple[int, str]]:
    """Return what the program finds in the only game of a file: lines and sentences."""
    (game,) = SCRIPT.read(text)
    game.check()
    faults: list[tuple[int, str]] = game.faults
    return faults


def found_by_the_engine(text: str) -> bool:
    try:
        return bool(verify(read_one(text)))
    except BadFile:
        return True
