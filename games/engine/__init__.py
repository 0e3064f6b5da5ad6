"""The rules of the titles this site plays, in plain Python.

It imports the standard library only, so it can be used without Django, and be installed by itself.
"""

from .core import Title
from .errors import BadFile, BadNotation, BadOptions, BadPosition, CorruptLog, EngineError, IllegalAction
from .gamefile import Record, read, read_one, verify, write
from .registry import TITLES, get_title
from .replay import list_plies
from .values import Chance, Outcome, Ply

__version__ = "1.0.0"
__all__ = [
    "TITLES",
    "BadFile",
    "BadNotation",
    "BadOptions",
    "BadPosition",
    "Chance",
    "CorruptLog",
    "EngineError",
    "IllegalAction",
    "Outcome",
    "Ply",
    "Record",
    "Title",
    "get_title",
    "list_plies",
    "read",
    "read_one",
    "verify",
    "write",
]
