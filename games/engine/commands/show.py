"""``show``: a position for people or programs."""

import sys
from argparse import Namespace

from ..marrakech.line import to_line
from ..marrakech.position import to_json
from .board import COLOURED, PLAIN, position_lines
from .console import as_json, put, shows_colours
from .positions import read_position


def run(chosen: Namespace) -> int:
    """Write the position."""
    state = read_position(chosen.position, chosen.ply)
    if chosen.form == "json":
        put(as_json(to_json(state)))
    elif chosen.form == "line":
        put(to_line(state))
    else:
        put("\n".join(position_lines(state, COLOURED if shows_colours(sys.stdout) else PLAIN)))
    return 0
