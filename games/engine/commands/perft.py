"""The command ``perft``: the number of sequences of plies from a position."""

from argparse import Namespace
from typing import Any

from ..core import Title
from .console import Progress, print_line
from .option_arguments import options_of
from .position_argument import read_position
from .title_argument import ruleset_of, title_of


def run(args: Namespace) -> int:
    """Write depth and count for every depth up to the given one, as soon as it is known."""
    title, state = read_position(args) if args.position else _start(args)
    for depth in range(1, args.depth + 1):
        print_line(f"{depth} {_count(title, state, depth)}")
    return 0


def _start(args: Namespace) -> tuple[Title, Any]:
    title = title_of(args)
    return title, title.start(ruleset_of(args), options_of(args), args.seats)


def _count(title: Title, state: Any, depth: int) -> int:
    """Count, with a progress bar over the first actions."""
    progress, first, count = Progress(f"depth {depth}"), title.legal_actions(state), 0
    try:
        for number, action in enumerate(first):
            progress(number, len(first))
            count += title.perft(title.apply(state, action), depth - 1)
    finally:
        progress.end()
    return count
