"""The command ``show``: a position for people or programs."""

import sys
from argparse import Namespace

from .console import as_json, print_line, shows_colours
from .position_argument import read_position


def run(args: Namespace) -> int:
    """Write the position."""
    title, state = read_position(args)
    if args.form == "json":
        print_line(as_json(title.to_json(state)))
    elif args.form == "line":
        print_line(title.position_line(state))
    else:
        print_line("\n".join(title.terminal.lines(state, shows_colours(sys.stdout))))
    return 0
