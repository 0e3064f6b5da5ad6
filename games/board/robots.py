"""Robots on pages: the mark beside their names, their strength and speed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common.wording import join_names, phrase
from games.engine.core import Title
from games.engine.registry import TITLES
from games.engine.values import Robot
from games.pictures.board_svg import robot_svg

INSTANT = 0.05  # seconds, too short to be noticed


@dataclass(frozen=True, slots=True)
class RobotView:
    """A robot of a title in words. ``level`` of ``levels`` is its rank among the title's robots, the weakest is 1."""

    title: str
    key: str
    name: str
    summary: str
    speed: str
    strength: str
    level: int
    levels: int

    @property
    def steps(self) -> list[bool]:
        return [number < self.level for number in range(self.levels)]

    @property
    def rank(self) -> str:
        """The level in words, for screen readers."""
        text = ngettext("%(level)s of %(levels)s star", "%(level)s of %(levels)s stars", self.levels)
        return text % {"level": self.level, "levels": self.levels}


def robot_views(title: Title) -> list[RobotView]:
    robots = list(title.robots.values())
    return [_view(title, robot, number + 1, len(robots)) for number, robot in enumerate(robots)]


@dataclass(frozen=True, slots=True)
class RobotNeighbours:
    """The next weaker and the next stronger robot of a title, None where there is none."""

    weaker: RobotView | None
    stronger: RobotView | None

    @property
    def others(self) -> list[RobotView]:
        return [robot for robot in (self.stronger, self.weaker) if robot]


def neighbours_of(title: Title, key: str) -> RobotNeighbours | None:
    """Return the robots beside this one, None for one that the title does not have."""
    views = robot_views(title)
    at = next((number for number, view in enumerate(views) if view.key == key), None)
    if at is None:
        return None
    return RobotNeighbours(views[at - 1] if at else None, views[at + 1] if at + 1 < len(views) else None)


def _view(title: Title, robot: Robot, level: int, levels: int) -> RobotView:
    return RobotView(
        title=title.name,
        key=robot.key,
        name=phrase(title, robot.label),
        summary=phrase(title, robot.summary),
        speed=_speed(robot.seconds),
        strength=_strength(title, robot),
        level=level,
        levels=levels,
    )


def _speed(seconds: float) -> str:
    if seconds < INSTANT:
        return _("It plays instantly.")
    whole = max(1, round(seconds))
    text = ngettext("It thinks for about a second per turn.", "It thinks for about %(count)d seconds per turn.", whole)
    return text % {"count": whole}


def _strength(title: Title, robot: Robot) -> str:
    found = robot.measured
    if found is None:
        return ""
    numbers = {"percent": number_format(found.percent), "error": number_format(found.error), "games": found.games}
    against = {"rival": phrase(title, title.robots[found.rival].label)}
    sentence = _("It wins %(percent)s%% of its two-player games against %(rival)s (± %(error)s, %(games)s games).")
    return (sentence % {**numbers, **against}).replace("± ", "±\N{NO-BREAK SPACE}")


def titles_of_robot(user: User) -> list[RobotView]:
    """Return a view of a robot for each title that it plays; [] for people and for robots that have been removed."""
    views = (view for title in TITLES.values() for view in robot_views(title))
    return [view for view in views if user.robot and view.key == user.robot]


def robot_mark() -> SafeString:
    return SafeString(robot_svg(_("robot")))


def name_with_mark(name: str, robot: str) -> SafeString:
    if not robot:
        return format_html("{}", name)
    parts = (name, "\N{NO-BREAK SPACE}", robot_mark(), "\N{WORD JOINER}")
    return format_html('<span class="robot-name">{}{}{}{}</span>', *parts)


def names_with_marks(people: Iterable[tuple[str, str]]) -> SafeString:
    """Return several names (each with the robot's key, "" for people) in one line."""
    return SafeString(join_names([name_with_mark(name, robot) for name, robot in people]))
