"""The titles of the site by key.

A new title of this project is a package and one line here. A title of another package needs no line: it is found by an
entry point of the group ``marrakech.titles``, whose name is the title's key.
"""

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import metadata

from .core import Title
from .errors import BadOptions, add_sentences
from .marrakech.title import MARRAKECH
from .marram.title import MARRAM

ENTRY_POINTS = "marrakech.titles"
_OWN: dict[str, Title] = {"marrakech": MARRAKECH, "marram": MARRAM}


class TitleRegistry(MutableMapping[str, Title]):
    """The titles by key, those of this project first."""

    @cached_property
    def _titles(self) -> dict[str, Title]:
        """Those of other packages are looked up on the first use, because their modules import the engine."""
        points = metadata.entry_points(group=ENTRY_POINTS)
        others = {point.name: point.load() for point in points if point.name not in _OWN}
        for title in others.values():
            add_sentences(title.phrases)
        return _OWN | others

    def __getitem__(self, key: str) -> Title:
        return self._titles[key]

    def __setitem__(self, key: str, title: Title) -> None:
        self._titles[key] = title

    def __delitem__(self, key: str) -> None:
        del self._titles[key]

    def __iter__(self) -> Iterator[str]:
        return iter([key for key in _OWN if key in self._titles] + [key for key in self._titles if key not in _OWN])

    def __len__(self) -> int:
        return len(self._titles)


TITLES = TitleRegistry()
for _title in _OWN.values():
    add_sentences(_title.phrases)


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
