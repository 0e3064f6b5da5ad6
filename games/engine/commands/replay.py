"""``replay``: the positions of a game file."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from ..errors import BadFile
from ..gamefile import Opened, decode, games
from ..marrakech.line import to_line
from .console import Failure, Progress, as_json, put, read_bytes, sentence


def run(chosen: Namespace) -> int:
    """Write a line for every position; what comes before a fault in the file is written, too."""
    progress = Progress("lines", sys.stdout.isatty())
    try:
        text = decode(read_bytes(chosen.file))
        whole = text.count("\n") + 1
        for game in games(text):
            progress(game.sheet.at.line, whole)
            for state in _positions(game, chosen.every == "turn"):
                put(as_json(game.title.to_json(state)) if chosen.json else to_line(state))
    except BadFile as error:
        raise Failure(sentence(error, chosen.file)) from None
    finally:
        progress.end()
    return 0


def _positions(game: Opened, turns: bool) -> Iterator[Any]:
    """Yield the position after each ply, or after the last ply of each turn; the end of a game is one, too."""
    number, after, told = 0, None, True
    for _, ply in game.plies():
        number, after = game.title.turn(ply.before), ply.after
        told = not turns or (number > 0 and game.title.turn(after) != number)
        if told:
            yield after
    if not told and (number or game.title.outcome(after) is not None):
        yield after
