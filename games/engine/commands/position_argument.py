"""The position that a command is given: on the command line, in a file or in a game."""

import json
from os.path import isfile

from ..errors import BadFile, BadPosition
from ..gamefile import games
from ..gamefile_text import decode
from ..marrakech.notation.position_line import from_line
from ..marrakech.notation.position_parser import from_json
from ..marrakech.rules.state import State
from .console import CommandFailed, error_line, read_bytes


def read_position(source_text: str, ply: int | None) -> State:
    """Return the position of an argument: a line, JSON, or a file (``-``: standard input) with either or with a game.

    In a game it is the position after ``ply`` plies (None: the last). Raises CommandFailed.
    """
    text, source = source_text, ""
    if source_text == "-" or not _is_position(source_text) or isfile(source_text):
        source = source_text
        try:
            text = decode(read_bytes(source_text))
        except BadFile as error:
            raise CommandFailed(error_line(error, source_text)) from None
    try:
        return _read(text.strip(), ply)
    except (BadFile, BadPosition) as error:
        raise CommandFailed(error_line(error, source)) from None


def _is_position(source_text: str) -> bool:
    return source_text.lstrip().startswith("{") or " " in source_text.strip()


def _read(text: str, ply: int | None) -> State:
    if text.startswith(("[", ";")):
        return _in_game(text, ply)
    if ply is not None:
        raise CommandFailed("--ply works with games only, and this is a position")
    if not text.startswith("{"):
        return from_line(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandFailed(f"this is not JSON: {error}") from None
    return from_json(data)


def _in_game(text: str, ply: int | None) -> State:
    """Return a position of the first game in a file."""
    game = next(games(text))
    state: State = game.title.start(game.sheet.ruleset, game.turn_parser.options, game.sheet.seats)
    count = 0
    for count, (_, played) in enumerate(game.plies(), 1):
        if ply is not None and count > ply:
            return state
        state = played.after
    if ply is not None and ply > count:
        raise CommandFailed(f"the game has {count} plies")
    return state
