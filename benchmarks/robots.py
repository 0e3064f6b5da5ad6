"""Strength of the robots: the matches of the tables in docs/robots.md.

Run from the project folder: ``python -m benchmarks.robots [row ...] [--games N] [--seed S] [--budget B] [--jobs J]``.
Rows have the names below; without a name, all are played. ``--budget`` is the number of the master's playouts per
decision.
"""

import argparse
import sys
import time

from games.engine.match import match, result_table
from games.engine.registry import get_title

ROWS = {
    "careful-2": ("careful", "greedy"),
    "careful-4": ("careful", "greedy", "greedy", "greedy"),
    "master-2": ("master", "greedy"),
    "master-4": ("master", "greedy", "greedy", "greedy"),
    "master-careful": ("master", "careful"),
    "greedy-2": ("greedy", "random"),
}
MARRAM_ROWS = {
    "marram-careful-2": ("careful", "greedy"),
    "marram-careful-4": ("careful", "greedy", "greedy", "greedy"),
    "marram-greedy-2": ("greedy", "random"),
}
MARRAM_RULESETS = ("classic-short", "pitchfork-short")


def play(name: str, games: int, seed: int, budget: int | None, jobs: int) -> None:
    is_marram, begun = name in MARRAM_ROWS, time.process_time()
    robots = MARRAM_ROWS[name] if is_marram else ROWS[name]
    budgets = tuple(budget if robot == "master" else None for robot in robots)
    title = get_title("marram" if is_marram else "marrakech")
    lines = [f"{name}:"]
    for ruleset in MARRAM_RULESETS if is_marram else ("",):
        result = match(title, robots, games=games, seed=seed, ruleset=ruleset, budgets=budgets, jobs=jobs)
        lines += result_table(result)
    sys.stdout.write("\n".join([*lines, f"{time.process_time() - begun:.0f} s CPU", "", ""]))
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS, *MARRAM_ROWS], default=[])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.rows or [*ROWS, *MARRAM_ROWS]:
        play(name, arguments.games, arguments.seed, arguments.budget, arguments.jobs)


if __name__ == "__main__":
    main()
