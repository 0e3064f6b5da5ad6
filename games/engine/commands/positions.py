"""Where a command finds its position: on the command line itself, in a file, in a game."""

import json
from os.path import isfile

from ..errors import BadFile, BadPosition
from ..filetext import decode
from ..marrakech.line import from_line
from ..marrakech.position import from_json
from ..marrakech.state import State
from .console import Failure, read_bytes, sentence


def read_position(given: str, ply: int | None) -> State:
    """Return the position that is meant: a line, JSON, or a file (``-``: standard input) that holds either or a game.

    Of a game it is the position after ``ply`` plies (None: the last). Raises Failure.
    """
    text, source = given, ""
    if given == "-" or not _is_position(given) or isfile(given):
        source = given
        try:
            text = decode(read_bytes(given))
        except BadFile as error:
            raise Failure(sentence(error, given)) from None
    try:
        return _read(text.strip(), ply)
    except (BadFile, BadPosition) as error:
        raise Failure(sentence(error, source)) from None


def _is_position(given: str) -> bool:
    return given.lstrip().startswith("{") or " " in given.strip()


def _read(text: str, ply: int | None) -> State:
    if text.startswith(("[", ";")):
        return _in_game(text, ply)
    if ply is not None:
        raise Failure("--ply is for games: a position is one already")
    if not text.startswith("{"):
        return from_line(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Failure(f"this is no JSON: {error}") from None
    return from_json(data)


def _in_game(text: str, ply: int | None) -> State:
    """Return a position of the first game in a file."""
    from ..gamefile import games  # a position alone needs no title

    game = next(games(text))
    state: State = game.title.start(game.sheet.ruleset, game.reading.options, game.sheet.seats)
    count = 0
    for count, (_, told) in enumerate(game.plies(), 1):
        if ply is not None and count > ply:
            return state
        state = told.after
    if ply is not None and ply > count:
        raise Failure(f"the game has {count} plies")
    return state
