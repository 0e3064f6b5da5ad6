"""The command ``legal``: the legal actions of a position."""

from argparse import Namespace

from ..values import SEAT_LETTERS
from .console import as_json, print_line
from .position_argument import read_position


def run(args: Namespace) -> int:
    """Write the notations of all legal actions, or the results of chance with their weights; nothing after the end."""
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
