"""``perft``: counting the ways on."""

from argparse import Namespace

from ..marrakech.effects import apply
from ..marrakech.legality import legal_actions
from ..marrakech.perft import perft
from ..marrakech.state import State
from ..registry import get_title
from .console import Progress, put
from .positions import read_position
from .rules import options_of


def run(chosen: Namespace) -> int:
    """Write depth and count for every depth up to the one asked for, each as soon as it is known."""
    state = read_position(chosen.position, None) if chosen.position else _start(chosen)
    for depth in range(1, chosen.depth + 1):
        put(f"{depth} {_count(state, depth)}")
    return 0


def _start(chosen: Namespace) -> State:
    state: State = get_title("marrakech").start(chosen.ruleset, options_of(chosen), chosen.seats)
    return state


def _count(state: State, depth: int) -> int:
    """Count, with a bar for the actions that begin the sequences."""
    progress, first, count = Progress(f"depth {depth}"), legal_actions(state), 0
    try:
        for number, action in enumerate(first):
            progress(number, len(first))
            count += perft(apply(state, action), depth - 1)
    finally:
        progress.end()
    return count
