"""The title of a command: the one of the file or position, otherwise ``--title``."""

from argparse import Namespace

from ..core import Title
from ..errors import BadOptions
from ..registry import TITLES, get_title


def title_of(args: Namespace) -> Title:
    """Return the title that ``--title`` names. Raises BadOptions("unknown-title")."""
    return get_title(args.title)


def ruleset_of(args: Namespace) -> str:
    """Return the ruleset that ``--ruleset`` names, by default the title's first."""
    return args.ruleset or next(iter(title_of(args).rulesets))


def chosen_title(args: Namespace, error: BadOptions) -> Title | None:
    """Return the title to whose options an error belongs; None where the title itself is unknown."""
    if error.code == "unknown-title":
        return None
    named = getattr(args, "title_found", None)
    return named if named is not None else TITLES.get(getattr(args, "title", ""))
