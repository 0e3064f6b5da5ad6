"""The title, the options and the position of a command."""

from argparse import Namespace
from os.path import isfile
from typing import Any

from .. import gamefile
from ..core import Title
from ..errors import BadFile, BadOptions, BadPosition
from ..gamefile import games
from ..registry import TITLES, get_title
from ..scoresheet import decode
from .console import CommandFailed, error_line, printable, read_bytes

# The title of a command: the one of the file or position, otherwise ``--title``


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


# The options of a game on the command line


def options_of(args: Namespace) -> dict[str, str]:
    """Return the values of ``--option NAME=VALUE``. Raises CommandFailed."""
    options: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise CommandFailed(printable(f"--option {text}: give every option once, as NAME=VALUE"))
        options[name] = value
    return options


# The position that a command is given: on the command line, in a file or in a game


def read_position(args: Namespace) -> tuple[Title, Any]:
    """Return the title and the position of an argument.

    ``args.position`` is a line, JSON, or a file (``-``: standard input) with either or with a game, of which it is the
    position after ``args.ply`` plies (None: the last). Raises CommandFailed, BadOptions.
    """
    text, source = args.position, ""
    if text == "-" or not _is_position(text) or isfile(text):
        source = text
        try:
            text = decode(read_bytes(source))
        except BadFile as error:
            raise CommandFailed(error_line(error, source)) from None
    try:
        return _read(text.strip(), args.ply, args.title)
    except (BadFile, BadPosition) as error:
        raise CommandFailed(error_line(error, source)) from None


def _is_position(source_text: str) -> bool:
    return source_text.lstrip().startswith("{") or " " in source_text.strip()


def _read(text: str, ply: int | None, default: str) -> tuple[Title, Any]:
    if text.startswith(("[", ";")):
        return _in_game(text, ply)
    if ply is not None:
        raise CommandFailed("--ply works with games only, and this is a position")
    return gamefile.read_position(text, default)


def _in_game(text: str, ply: int | None) -> tuple[Title, Any]:
    """Return the title and a position of the first game in a file."""
    game = next(games(text))
    state = game.title.start(game.sheet.ruleset, game.turn_parser.options, game.sheet.seats)
    count = 0
    for count, (_, played) in enumerate(game.plies(), 1):
        if ply is not None and count > ply:
            return game.title, state
        state = played.after
    if ply is not None and ply > count:
        raise CommandFailed(f"the game has {count} plies")
    return game.title, state
