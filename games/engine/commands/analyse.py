"""The command ``analyse``: luck and skill in the finished games of a file, or where their points came from."""

from argparse import Namespace
from collections.abc import Mapping

from ..analysis import Analysis, Analyst, Decision, Estimate, TurnAnalysis, summarise, to_json
from ..errors import BadFile
from ..gamefile import GameReader, decode, games
from ..replay import points_by_source
from ..values import SEAT_LETTERS, Ply
from .console import CommandFailed, Progress, as_json, error_line, print_line, printable, read_bytes

MAX_MISTAKES = 5  # shown for each game


def run(args: Namespace) -> int:
    """Write a table for each game, or one JSON object for each."""
    try:
        for number, game in enumerate(games(decode(read_bytes(args.file))), 1):
            plies = _finished(args.file, game)
            if game.title.analyst:
                _write(number, game, _analysis(game.title.analyst, game, plies), args.json)
            else:
                _write_points(number, game, points_by_source(game.title, plies, game.sheet.seats), args.json)
    except BadFile as error:
        raise CommandFailed(error_line(error, args.file)) from None
    return 0


def _finished(source: str, game: GameReader) -> list[Ply]:
    """Return the plies of a game. Raises CommandFailed if it is not over, or its title cannot be analysed."""
    plies = [ply for _, ply in game.plies()]
    place = printable(f"{source}:{game.sheet.at.line}")
    if game.title.analyst is None and not any(map(game.title.gains, plies)):
        raise CommandFailed(f"{place}: {game.title.name} has no analysis")
    if not plies or game.title.outcome(plies[-1].after) is None:
        raise CommandFailed(f"{place}: the game is not over")
    return plies


def _write_points(number: int, game: GameReader, points: Mapping[str, tuple[int, ...]], is_json: bool) -> None:
    """Write where the points of each seat came from."""
    if is_json:
        print_line(as_json({"points": {source: list(counts) for source, counts in points.items()}}))
        return
    letters = SEAT_LETTERS[: game.sheet.seats]
    print_line(f"game {number}: points by where they came from")
    print_line(f"{'':<24}" + "".join(f"{letter:>6}" for letter in letters))
    for source, counts in points.items():
        print_line(f"{game.title.phrases[source]:<24}" + "".join(f"{count:>6}" for count in counts))


def _analysis(analyst: Analyst, game: GameReader, plies: list[Ply]) -> Analysis:
    """Return the analysis of a game, with a progress bar."""
    progress, turns, last = Progress("turns"), [], game.title.turn(plies[-1].before)
    try:
        for turn in analyst.analyse(plies):
            turns.append(turn)
            progress(turn.number, max(last, turn.number, 1))
    finally:
        progress.end()
    return summarise(turns)


def _write(number: int, game: GameReader, analysis: Analysis, is_json: bool) -> None:
    if is_json:
        print_line(as_json(to_json(analysis)))
        return
    print_line(f"game {number}: {len(analysis.turns)} turns, in points above the mean of the table")
    print_line(f"{'':<6}{'score':>8}{'luck':>15}{'usual':>8}{'skill':>15}{'lost':>15}{'gifts':>8}")
    order = game.turn_parser.order
    for place, seat in enumerate(order):
        line = analysis.seats[seat]
        figures = f"{line.score:>8.1f}{_pair(line.luck)}{line.usual:>8.1f}{_pair(line.skill)}{_pair(line.lost)}"
        print_line(f"{SEAT_LETTERS[place]:<6}{figures}{line.gifts:>8.1f}")
    letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    for turn, decision in _mistakes(analysis):
        whose = letters[turn.seat] if turn.seat is not None else "-"
        print_line(
            f"turn {turn.number}, {whose}: {decision.played} lost {_pair(decision.lost).strip()}, best {decision.best}"
        )


def _pair(estimate: Estimate) -> str:
    return f"{f'{estimate.value:.1f} ± {estimate.error:.1f}':>15}"


def _mistakes(analysis: Analysis) -> list[tuple[TurnAnalysis, Decision]]:
    """Return the decisions that lost most, the most expensive first."""
    found = [(turn, decision) for turn in analysis.turns for decision in turn.decisions if decision.lost.value > 0]
    return sorted(found, key=lambda pair: -pair[1].lost.value)[:MAX_MISTAKES]
