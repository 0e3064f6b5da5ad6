"""The ratings of robots: measured by matches, never changed by games. ``docs/robots.md`` has the matches.

Greedy has 1500 points at every table, for ever. A change of how a robot plays needs a new version here and a new match:
``tests/ratings/test_robot_versions.py`` notices.
"""

from typing import NamedTuple

from .formula import Skill, skill_of


class Anchor(NamedTuple):
    """A robot's rating at tables of a number of seats, in points. ``error`` is half of the 95 % interval."""

    rating: int
    error: int


VERSIONS = {
    ("marrakech", "random"): 1,
    ("marrakech", "greedy"): 1,
    ("marrakech", "careful"): 1,
    ("marrakech", "master"): 1,
    ("marram", "random"): 1,
    ("marram", "greedy"): 1,
    ("marram", "careful"): 1,
}
GREEDY = Anchor(1500, 0)
# By title, robot, version and number of seats. A robot that is not here is not measured: ratings leave it out.
ANCHORS = {
    ("marrakech", "random", 1, 3): Anchor(374, 172),
    ("marrakech", "random", 1, 4): Anchor(537, 151),
    ("marrakech", "careful", 1, 2): Anchor(1686, 31),
    ("marrakech", "careful", 1, 3): Anchor(1716, 69),
    ("marrakech", "careful", 1, 4): Anchor(1707, 73),
    ("marrakech", "master", 1, 2): Anchor(1753, 68),
    ("marrakech", "master", 1, 3): Anchor(1896, 108),
    ("marrakech", "master", 1, 4): Anchor(2028, 167),
    ("marram", "careful", 1, 2): Anchor(1801, 56),
    ("marram", "careful", 1, 3): Anchor(1770, 77),
    ("marram", "careful", 1, 4): Anchor(1682, 75),
}


def version_of(title: str, robot: str) -> int:
    """Return the version of a robot as it plays now, 0 for a robot without one."""
    return VERSIONS.get((title, robot), 0)


def anchor_of(title: str, robot: str, version: int, seats: int) -> Anchor | None:
    """Return the rating of a robot at tables of this size, None if it has not been measured."""
    return GREEDY if robot == "greedy" else ANCHORS.get((title, robot, version, seats))


def anchor_skill(title: str, robot: str, version: int, seats: int) -> Skill | None:
    """Return the skill of a robot at tables of this size, None if it has not been measured."""
    anchor = anchor_of(title, robot, version, seats)
    return Skill(skill_of(anchor.rating), 0.0) if anchor else None
