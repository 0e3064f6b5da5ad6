"""The command ``show``: a position for people or programs."""

import sys
from argparse import Namespace

from ..marrakech.notation.position_json import to_json
from ..marrakech.notation.position_line import to_line
from .board_text import NO_COLOURS, TERMINAL_COLOURS, position_lines
from .console import as_json, print_line, shows_colours
from .position_argument import read_position


def run(args: Namespace) -> int:
    """Write the position."""
    state = read_position(args.position, args.ply)
    if args.form == "json":
        print_line(as_json(to_json(state)))
    elif args.form == "line":
        print_line(to_line(state))
    else:
        print_line("\n".join(position_lines(state, TERMINAL_COLOURS if shows_colours(sys.stdout) else NO_COLOURS)))
    return 0
