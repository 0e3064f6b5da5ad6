"""The rules of the titles this site plays, in plain Python.

It imports the standard library only, so it can be used without Django, and be installed by itself. The names below
are imported when they are first used: a program that needs only the rules of one title does not wait for the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core import Title
    from .errors import BadFile, BadNotation, BadOptions, BadPosition, CorruptLog, EngineError, IllegalAction
    from .files.gamefile import Record, read, read_one, verify, write
    from .registry import TITLES, get_title
    from .replay import list_plies
    from .values import Chance, Outcome, Ply

__version__ = "1.0.0"

_MODULES = {
    "core": ("Title",),
    "errors": ("BadFile", "BadNotation", "BadOptions", "BadPosition", "CorruptLog", "EngineError", "IllegalAction"),
    "files.gamefile": ("Record", "read", "read_one", "verify", "write"),
    "registry": ("TITLES", "get_title"),
    "replay": ("list_plies",),
    "values": ("Chance", "Outcome", "Ply"),
}
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


def __getattr__(name: str) -> Any:
    """Import a name of the package when it is first used."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
