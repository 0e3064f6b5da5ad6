"""The commands about a position: ``show``, ``legal``, ``best`` and ``perft``."""

import sys
from argparse import Namespace
from typing import Any

from ..core import Title
from ..errors import BadOptions
from ..values import SEAT_LETTERS
from .arguments import options_of, read_position, ruleset_of, title_of
from .console import CommandFailed, Progress, as_json, print_line, shows_colours

# The command ``show``: a position for people or programs


def run_show(args: Namespace) -> int:
    title, state = read_position(args)
    if args.form == "json":
        print_line(as_json(title.to_json(state)))
    elif args.form == "line":
        print_line(title.position_line(state))
    else:
        print_line("\n".join(title.terminal.lines(state, shows_colours(sys.stdout))))
    return 0


# The command ``legal``: the legal actions of a position


def run_legal(args: Namespace) -> int:
    title, state = read_position(args)
    seats, due = [SEAT_LETTERS[seat] for seat in title.acting(state)], title.chance(state)
    results = dict(due.outcomes) if due else {}
    texts = [title.notation(action) for action in title.legal_actions(state)] if seats else []
    if args.json:
        label = due.label if due else None
        print_line(as_json({"acting": seats, "legal": texts, "chance": label, "results": results}))
        return 0
    for text in texts:
        print_line(text)
    for text, weight in results.items():
        print_line(f"{text} {weight}/{sum(results.values())}")
    return 0


# The command ``best``: what each legal action of a position is worth, or what a robot would play


def run_best(args: Namespace) -> int:
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


# The command ``perft``: the number of sequences of plies from a position


def run_perft(args: Namespace) -> int:
    title, state = read_position(args) if args.position else _start(args)
    for depth in range(1, args.depth + 1):
        print_line(f"{depth} {_count(title, state, depth)}")
    return 0


def _start(args: Namespace) -> tuple[Title, Any]:
    title = title_of(args)
    return title, title.start(ruleset_of(args), options_of(args), args.seats)


def _count(title: Title, state: Any, depth: int) -> int:
    progress, first, count = Progress(f"depth {depth}"), title.legal_actions(state), 0
    try:
        for number, action in enumerate(first):
            progress(number, len(first))
            count += title.perft(title.apply(state, action), depth - 1)
    finally:
        progress.end()
    return count
