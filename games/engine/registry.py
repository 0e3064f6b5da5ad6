"""The titles of the site. A new title is a package and one line here."""

from .core import Title
from .errors import BadOptions
from .marrakech.title import MARRAKECH

TITLES: dict[str, Title] = {title.key: title for title in (MARRAKECH,)}


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
