"""A year of rated games between players whose skills are known: do ratings find them, and do forecasts come true?

Run from the project folder: ``python -m benchmarks.rated_year [--players N] [--games N] [--played N] [--seed N]``.

First robots of graded strength really play: from one that chooses half of its actions at random to Careful. A model of
results is fitted to their games: points above the average of the table are the lead in skill times a factor for the
size of the table, and noise. From it a year is drawn. This is not the model of the formula, so it does not help the
ratings. Then all games go through the site, in a new database of SQLite: what their ratings need is frozen, they are
rated as they end, all are replayed, and once more without the player who came last.
"""

import argparse
import os
import sys
import tempfile
from random import Random
from typing import TYPE_CHECKING

from .games import as_year, drawn_games, drawn_skills, fitted, grades_of_robots, played_games

if TYPE_CHECKING:
    from .site import RatedYear

BARS = {"robots": (0.9, 0.05), "players": (0.6, 0.1)}  # rank correlation, and how far forecasts are off


def set_up(folder: str) -> None:
    """Make an empty site in a folder."""
    os.environ.pop("DATABASE_URL", None)
    os.environ["DATA_DIR"] = folder
    os.environ |= {"DEBUG": "0", "LOG_LEVEL": "CRITICAL", "DJANGO_SETTINGS_MODULE": "marrakech_site.settings"}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--games", type=int, default=30, help="of each player")
    parser.add_argument("--played", type=int, default=2000, help="games that robots really play")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    played = played_games(arguments.played, arguments.seed)
    model, random = fitted(played), Random(arguments.seed)
    say("points above the average for one of skill, and noise: " + ", ".join(map(str, model.items())))
    skills = drawn_skills(arguments.players, model, random)
    drawn = drawn_games(skills, arguments.games, model, random)
    with tempfile.TemporaryDirectory(prefix="year-") as folder:
        set_up(folder)
        from .site import rated_year

        misses = judged("robots", rated_year(as_year(played), grades_of_robots(), "robot"))
        misses += judged("players", rated_year(drawn, skills, "player"))
    if misses:
        raise SystemExit("; ".join(misses))


def judged(name: str, year: "RatedYear") -> list[str]:
    """Print what came out, and return which bars it misses."""
    ban = year.ban
    say(f"{name}: {year.games} rated games, rank correlation {year.order:.3f}, log loss {year.log_loss:.3f}")
    say(
        f"ban: {len(ban.changed)} of {len(ban.linked)} linked players changed; {ban.left} ratings left changed after it"
    )
    say(f"forecasts are off by {year.bias:.3f}:")
    for one in [*year.reliability(), *year.by_players()]:
        say(f"| {one.size} | {100 * one.forecast:.1f} | {100 * one.result:.1f} ± {100 * one.error:.1f} |")
    min_order, max_bias = BARS[name]
    bars = {
        "ratings are in another order than skills": year.order < min_order,
        "forecasts do not come true": year.bias > max_bias,
        "a ban changes players who are not linked": not ban.changed <= ban.linked,
        "a replay gives other bits": ban.left > 0,
    }
    return [f"{name}: {what}" for what, is_missed in bars.items() if is_missed]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
