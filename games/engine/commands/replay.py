"""The command ``replay``: the positions of a game file."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from ..errors import BadFile
from ..gamefile import GameReader, decode, games
from .console import CommandFailed, Progress, as_json, error_line, print_line, read_bytes


def run(args: Namespace) -> int:
    """Write a line for every position, up to the first fault in the file."""
    progress = Progress("lines", sys.stdout.isatty())
    try:
        text = decode(read_bytes(args.file))
        whole = text.count("\n") + 1
        for game in games(text):
            progress(game.sheet.at.line, whole)
            for state in _positions(game, args.every == "turn"):
                print_line(as_json(game.title.to_json(state)) if args.json else game.title.position_line(state))
    except BadFile as error:
        raise CommandFailed(error_line(error, args.file)) from None
    finally:
        progress.end()
    return 0


def _positions(game: GameReader, turns: bool) -> Iterator[Any]:
    """Yield the position after each ply, or after the last ply of each turn and at the end of the game."""
    number, after, is_written = 0, None, True
    for _, ply in game.plies():
        number, after = game.title.turn(ply.before), ply.after
        is_written = not turns or (number > 0 and game.title.turn(after) != number)
        if is_written:
            yield after
    if not is_written and (number or game.title.outcome(after) is not None):
        yield after
