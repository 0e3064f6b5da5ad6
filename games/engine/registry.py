"""The titles of the site, each imported when it is first asked for.

A new title of this project is a package and one line here. A title of another package needs no line: it is found by an
entry point of the group ``marrakech.titles``, whose name is the title's key.
"""

from collections.abc import Callable, Iterator, MutableMapping
from functools import partial
from importlib import import_module
from typing import Any

from .core import Title
from .errors import BadOptions

ENTRY_POINTS = "marrakech.titles"
_OWN = {
    "marrakech": (".marrakech.title", "MARRAKECH"),
    "marram": (".marram.title", "MARRAM"),
}


class TitleRegistry(MutableMapping[str, Title]):
    """The titles by key, those of this project first."""

    def __init__(self) -> None:
        self._loaded: dict[str, Title] = {}
        self._loaders: dict[str, Callable[[], Any]] | None = None

    def __getitem__(self, key: str) -> Title:
        if key not in self._loaded:
            self._loaded[key] = _own_title(key) if key in _OWN and self._loaders is None else self._found()[key]()
        return self._loaded[key]

    def __setitem__(self, key: str, title: Title) -> None:
        self._found()[key] = lambda: title
        self._loaded[key] = title

    def __delitem__(self, key: str) -> None:
        del self._found()[key]
        self._loaded.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        found = self._found()
        return iter([*(key for key in _OWN if key in found), *(key for key in found if key not in _OWN)])

    def __len__(self) -> int:
        return len(self._found())

    def _found(self) -> dict[str, Callable[[], Any]]:
        """Return what loads each title, looked up once: to read the installed packages takes time."""
        if self._loaders is None:
            points = import_module("importlib.metadata").entry_points(group=ENTRY_POINTS)
            self._loaders = {key: partial(_own_title, key) for key in _OWN}
            self._loaders |= {point.name: point.load for point in points if point.name not in _OWN}
        return self._loaders


def _own_title(key: str) -> Title:
    module, name = _OWN[key]
    title: Title = getattr(import_module(module, __package__), name)
    return title


TITLES = TitleRegistry()


def get_title(key: str) -> Title:
    """Return the title with this key. Raises BadOptions("unknown-title")."""
    try:
        return TITLES[key]
    except KeyError:
        raise BadOptions("unknown-title", title=key) from None


def robot_names() -> list[str]:
    """Return the keys and names of all robots."""
    robots = [(title, robot) for title in TITLES.values() for robot in title.robots.values()]
    return [name for title, robot in robots for name in (robot.key, title.phrases.get(robot.label, robot.key))]


def alternatives(title: Title, error: BadOptions) -> str:
    """Return what exists in place of the unknown ruleset, option, value, number of seats or robot."""
    match error.code:
        case "unknown-ruleset":
            return " ".join(title.rulesets)
        case "unknown-option":
            return " ".join(spec.name for spec in title.option_specs)
        case "unknown-robot":
            return " ".join(title.robots)
        case "bad-seats":
            return f"{title.min_seats} to {title.max_seats}"
    spec = next(spec for spec in title.option_specs if spec.name == error.params["option"])
    return f"a value such as {spec.values[0]}" if spec.pattern else " ".join(spec.values)
