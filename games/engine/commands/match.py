"""The command ``match``: robots against each other."""

import sys
from argparse import Namespace

from ..match import match, result_table
from .console import INTERRUPTED, CommandFailed, Progress, print_line
from .option_arguments import options_of
from .title_argument import ruleset_of, title_of


def run(args: Namespace) -> int:
    """Play the match with a progress bar, and write its table."""
    if len(args.budget) > len(args.robots):
        raise CommandFailed(f"--budget: {len(args.budget)} budgets for {len(args.robots)} robots")
    progress = Progress("games")
    try:
        result = match(
            title_of(args),
            args.robots,
            games=args.games,
            seed=args.seed,
            ruleset=ruleset_of(args),
            changes=options_of(args),
            budgets=args.budget,
            jobs=args.jobs,
            progress=progress,
        )
    finally:
        progress.end()
    for line in result_table(result):
        print_line(line)
    if not result.is_complete:
        sys.stderr.write("Interrupted: these are the games that were over.\n")
        return INTERRUPTED
    return 0
