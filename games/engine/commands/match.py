"""``match``: robots against each other."""

from argparse import Namespace

from ..match import match, table
from ..registry import get_title
from .console import Failure, Progress, put
from .rules import options_of


def run(chosen: Namespace) -> int:
    """Play the match, with a bar in the meantime, and write its table."""
    if len(chosen.budget) > len(chosen.robots):
        raise Failure(f"--budget: {len(chosen.budget)} of them for {len(chosen.robots)} robots")
    progress = Progress("games")
    try:
        result = match(
            get_title("marrakech"),
            chosen.robots,
            games=chosen.games,
            seed=chosen.seed,
            ruleset=chosen.ruleset,
            changes=options_of(chosen),
            budgets=chosen.budget,
            jobs=chosen.jobs,
            progress=progress,
        )
    finally:
        progress.end()
    for line in table(result):
        put(line)
    return 0
