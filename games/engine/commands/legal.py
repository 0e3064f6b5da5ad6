"""``legal``: what may be done in a position."""

from argparse import Namespace

from ..marrakech.legality import acting, chance, legal_actions
from ..marrakech.notation import SEAT_LETTERS, notation
from .console import as_json, put
from .positions import read_position


def run(chosen: Namespace) -> int:
    """Write the notations of all legal actions, or the results of chance with their weights; nothing after the end."""
    state = read_position(chosen.position, chosen.ply)
    seats, due = [SEAT_LETTERS[seat] for seat in acting(state)], chance(state)
    results = dict(due.outcomes) if due else {}
    texts = [notation(action) for action in legal_actions(state)] if seats else []
    if chosen.json:
        label = due.label if due else None
        put(as_json({"acting": seats, "legal": texts, "chance": label, "results": results}))
        return 0
    for text in texts:
        put(text)
    for text, weight in results.items():
        put(f"{text} {weight}/{sum(results.values())}")
    return 0
