"""The position that a command is given: on the command line, in a file or in a game."""

from argparse import Namespace
from os.path import isfile
from typing import Any

from .. import gamefile
from ..core import Title
from ..errors import BadFile, BadPosition
from ..gamefile import games
from ..scoresheet import decode
from .console import CommandFailed, error_line, read_bytes


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
