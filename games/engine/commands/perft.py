"""``perft``: counting the ways on."""

from argparse import Namespace

from ..marrakech.perft import perft
from ..marrakech.state import State
from ..registry import get_title
from .console import put
from .positions import read_position
from .rules import options_of


def run(chosen: Namespace) -> int:
    """Write depth and count for every depth up to the one asked for, each as soon as it is known."""
    state = read_position(chosen.position, None) if chosen.position else _start(chosen)
    for depth in range(1, chosen.depth + 1):
        put(f"{depth} {perft(state, depth)}")
    return 0


def _start(chosen: Namespace) -> State:
    state: State = get_title("marrakech").start(chosen.ruleset, options_of(chosen), chosen.seats)
    return state
