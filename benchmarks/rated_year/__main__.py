"""A year of rated games between players whose skills are known: do ratings find them, and do forecasts come true?

Run from the project folder: ``python -m benchmarks.rated_year [--players N] [--games N] [--played N] [--seed N]
[--title KEY] [--diagram docs/img/reliability.svg]``.

First robots of graded strength really play: from one that chooses half of its actions at random to Careful. A model of
results is fitted to their games: points above the average of the table are the lead in skill times a factor for the
size of the table, and noise. From it a year is drawn. This is not the model of the formula, so it does not help the
ratings. Then all games go through the site, in a new database of SQLite: what their ratings need is frozen, they are
rated as they end, all are replayed, and once more without the player who came last. At the end come the scales of the
formula that would have forecast best.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from .diagram import diagram
from .games import RULESETS, as_year, drawn_games, drawn_skills, fitted, grades_of_robots, played_games

if TYPE_CHECKING:
    from .site import RatedYear

MIN_ORDER = {"robots": 0.9, "players": 0.6}  # rank correlation
MAX_OFF = 0.1  # of the bins with many forecasts; two standard errors leave out one in twenty by chance


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
    parser.add_argument("--title", choices=RULESETS, default="marrakech")
    parser.add_argument("--diagram", type=Path, help="where to write the reliability diagram")
    arguments = parser.parse_args()
    played = played_games(arguments.title, arguments.played, arguments.seed)
    model, random = fitted(played), Random(arguments.seed)
    say("points above the average for one of skill, and noise: " + ", ".join(map(str, model.items())))
    skills = drawn_skills(arguments.players, model, random)
    drawn = drawn_games(skills, arguments.games, model, random)
    with tempfile.TemporaryDirectory(prefix="year-") as folder:
        set_up(folder)
        from .site import rated_year

        years = {
            "robots": rated_year(as_year(played), grades_of_robots(), "robot", arguments.title),
            "players": rated_year(drawn, skills, "player", arguments.title),
        }
        misses = [miss for name, year in years.items() for miss in judged(name, year)]
    if arguments.diagram:
        arguments.diagram.write_text(diagram(years), encoding="utf-8")
    if misses:
        raise SystemExit("; ".join(misses))


def judged(name: str, year: "RatedYear") -> list[str]:
    """Print what came out, and return which bars it misses."""
    ban = year.ban
    say(f"{name}: {year.games} rated games, rank correlation {year.order:.3f}, log loss {year.log_loss:.3f}")
    say(
        f"ban: {len(ban.changed)} of {len(ban.linked)} linked players changed; {ban.left} ratings left changed after it"
    )
    shown = year.all_bins()
    for bins in shown:
        say("")
        for one in bins:
            result, mark = f"{100 * one.result:.1f} ± {100 * one.error:.1f}", " !" if one.is_off else ""
            say(f"| {one.name} | {one.size} | {100 * one.forecast:.1f} | {result} |{mark}")
    for size, fit in year.fits().items():
        say(f"best scale for {size} players: {fit.scale:.2f} ± {fit.error:.2f} ({fit.games} games)")
    for group, (slope, error) in year.slopes().items():
        say(f"slope of forecasts, {group}: {slope:.2f} ± {error:.2f}")
    many, drawn = [one for bins in shown for one in bins if one.is_large], year.off_by_chance(Random(1))
    as_many = sum(off >= year.off() for off in drawn) / len(drawn)
    say(f"{year.off()} of {len(many)} bins are off; by chance alone {fmean(drawn):.1f}, and as many in {as_many:.0%}")
    bars = {
        "ratings are in another order than skills": year.order < MIN_ORDER[name],
        "forecasts do not come true": sum(one.is_off for one in many) > MAX_OFF * len(many),
        "a ban changes players who are not linked": not ban.changed <= ban.linked,
        "a replay gives other bits": ban.left > 0,
    }
    return [f"{name}: {what}" for what, is_missed in bars.items() if is_missed]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
