"""The command ``perft``: the number of sequences of plies from a position."""

from argparse import Namespace

from ..marrakech.rules.legality import legal_actions
from ..marrakech.rules.perft import perft
from ..marrakech.rules.position import apply
from ..marrakech.rules.state import State
from ..registry import get_title
from .console import Progress, print_line
from .option_arguments import options_of
from .position_argument import read_position


def run(args: Namespace) -> int:
    """Write depth and count for every depth up to the given one, as soon as it is known."""
    state = read_position(args.position, None) if args.position else _start(args)
    for depth in range(1, args.depth + 1):
        print_line(f"{depth} {_count(state, depth)}")
    return 0


def _start(args: Namespace) -> State:
    state: State = get_title("marrakech").start(args.ruleset, options_of(args), args.seats)
    return state


def _count(state: State, depth: int) -> int:
    """Count, with a progress bar over the first actions."""
    progress, first, count = Progress(f"depth {depth}"), legal_actions(state), 0
    try:
        for number, action in enumerate(first):
            progress(number, len(first))
            count += perft(apply(state, action), depth - 1)
    finally:
        progress.end()
    return count
