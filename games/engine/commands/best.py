"""The command ``best``: what each legal action of a position is worth, or what a robot would play."""

from argparse import Namespace
from typing import Any

from ..core import Title
from ..errors import BadOptions
from ..values import SEAT_LETTERS
from .console import CommandFailed, as_json, print_line
from .position_argument import read_position


def run(args: Namespace) -> int:
    """Write the legal actions with their values, best first; with ``--robot`` the action of that robot."""
    title, state = read_position(args)
    seats = title.acting(state)
    if not seats:
        raise CommandFailed("no seat must act in this position")
    if args.robot:
        print_line(_choice(title, state, args))
        return 0
    values = _values(title, state, seats[0])
    if args.json:
        rows = [{"action": text, "value": round(value, 3)} for text, value in values]
        print_line(as_json({"seat": SEAT_LETTERS[seats[0]], "actions": rows}))
        return 0
    best = values[0][1]
    print_line(f"{'action':<10}{'value':>8}{'lost':>8}")
    for text, value in values:
        print_line(f"{text:<10}{value:>8.2f}{best - value:>8.2f}")
    return 0


def _choice(title: Title, state: Any, args: Namespace) -> str:
    if args.robot not in title.robots:
        args.title_found = title
        raise BadOptions("unknown-robot", robot=args.robot)
    return title.notation(title.robots[args.robot].choose(state, args.seed, args.budget))


def _values(title: Title, state: Any, seat: int) -> list[tuple[str, float]]:
    """Return the actions and what the seat can expect after each, in points above the mean of the table."""
    if title.analyst is None or title.analyst.options is None:
        raise CommandFailed(f"{title.name} has no analysis: name a robot with --robot")
    found = [(title.notation(action), worth[seat]) for action, worth in title.analyst.options(state).items()]
    return sorted(found, key=lambda row: (-row[1], row[0]))
