"""The commands about game files: ``replay``, ``verify``, ``analyse`` and ``samples``."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..analysis import Analysis, Analyst, Decision, Estimate, TurnAnalysis, summarise, to_json
from ..core import Title
from ..course import line_of, rewind_of
from ..dice import DEPUTY, DEVICE, PLAYER, SITE, TIME_OUT, WORDS, SeatShare
from ..errors import BadFile
from ..gamefile import GameReader, Record, decode, games, read_one, shares_in_time, verify
from ..registry import get_title
from ..replay import points_by_source
from ..values import ABORT, OUT_OF_TIME, RESIGNS, SEAT_LETTERS, Ply
from .console import CommandFailed, Progress, as_json, error_line, print_line, printable, read_bytes

# The command ``replay``: the positions of a game file


def run_replay(args: Namespace) -> int:
    progress = Progress("lines", sys.stdout.isatty())
    try:
        text = decode(read_bytes(args.file))
        whole = text.count("\n") + 1
        for game in games(text):
            progress(game.sheet.at.line, whole)
            for state in _positions(game, args.every == "turn"):
                print_line(as_json(game.title.to_json(state)) if args.json else game.title.position_line(state))
    except BadFile as error:
        raise CommandFailed(error_line(error, args.file)) from None
    finally:
        progress.end()
    return 0


def _positions(game: GameReader, turns: bool) -> Iterator[Any]:
    """Yield the position after each ply, or after the last ply of each turn and at the end of the game."""
    number, after, is_written = 0, None, True
    for _, ply in game.plies():
        number, after = game.title.turn(ply.before), ply.after
        is_written = not turns or (number > 0 and game.title.turn(after) != number)
        if is_written:
            yield after
    if not is_written and (number or game.title.outcome(after) is not None):
        yield after


# The command ``verify``: every roll of a game file against its opened dice


DRAWN_BY = {DEVICE: "drawn by the player's own device", WORDS: "the player's own words", SITE: "drawn by the site"}

UNCHECKED = 2  # the exit code if all results came with a position of another game
GIVING_UP = {PLAYER: "the player", TIME_OUT: "a time-out", DEPUTY: "the deputy"}
WARNED = 3  # the exit code if a share was opened too late or never, or if results are lost


def run_verify(args: Namespace) -> int:
    code, progress = 0, Progress("lines")
    try:
        text = decode(read_bytes(args.file))
        whole = text.count("\n") + 1
        for number, game in enumerate(games(text), 1):
            progress(game.sheet.at.line, whole)
            record = game.record()
            progress.end()
            code = max(code, _check(args.file, number, record), key=(0, WARNED, UNCHECKED, 1).index)
    except BadFile as error:
        raise CommandFailed(error_line(error, args.file)) from None
    finally:
        progress.end()
    return code


def _check(source: str, number: int, record: Record) -> int:
    try:
        faults = verify(record)
    except BadFile as error:
        sys.stderr.write(error_line(error, source) + "\n")
        return 1
    for fault in faults:
        summary = f"the dice give {fault.expected}, the file has {fault.found}"
        sys.stderr.write(printable(f"{source}:{fault.line}: {fault.code}: {summary}") + "\n")
    if faults:
        return 1
    results = [seat is None and text != ABORT and not rewind_of(seat, text) for seat, text in record.log]
    own, title = sum(results[record.inherited_plies :]), get_title(record.title)
    if not own and title.outcome(_last_state(title, record)) is None:
        sys.stderr.write(
            printable(f"{source}:{record.places['Title']}: nothing can be checked: there are no results") + "\n"
        )
        return 1
    has_left = record.log[-1:] and record.log[-1][1] in (ABORT, RESIGNS, OUT_OF_TIME)
    is_inherited = not own and any(results) and not has_left
    begun = f", {record.inherited_plies} plies inherited" if record.inherited_plies else ""
    shares = shares_in_time(record)
    checked = f"all {own} results match the dice" if own else "there are no results to check"
    checked = "nothing could be checked" if is_inherited else checked
    print_line(printable(f"game {number}, table {record.headers['Table']}: {checked}{begun}{_sum_up(shares)}"))
    for letter, seat in zip(SEAT_LETTERS, record.order, strict=False):
        if shares:
            print_line(f"  {letter}: {share_text(shares[seat])}")
    rewinds = [rewind for entry in record.log if (rewind := rewind_of(*entry))]
    lost = sum(rewind.lost for rewind in rewinds)
    if rewinds:
        print_line(f"  times that the game was taken back: {len(rewinds)}")
    if lost:
        print_line(f"  WARNING: lost results: {lost}")
    is_warned = lost > 0 or any(share.is_warning for share in shares)
    return UNCHECKED if is_inherited else WARNED if is_warned else 0


def _sum_up(shares: Sequence[SeatShare]) -> str:
    """Return how many shares protect their players: those that their own devices drew and opened in time."""
    count = sum(share.protects for share in shares)
    told = "1 was drawn by a player's own device" if count == 1 else f"{count} were drawn by the players' own devices"
    return f"; of {len(shares)} shares, {told} and opened in time" if shares else ""


def share_text(share: SeatShare) -> str:
    """Return how a seat's share came into the dice, in words."""
    drawn = DRAWN_BY[share.source]
    if share.result is None:
        given_up = f" (given up by {GIVING_UP[share.given_up_by]})" if share.given_up_by else ""
        return f"{drawn}, never opened{given_up}: WARNING: no result depends on it"
    if share.is_late and share.source == SITE:
        return f"{drawn}, opened before result {share.result}: WARNING: the site opens its shares at the start"
    if share.is_late:
        late = "WARNING: that is after the player's first action"
        return f"{drawn}, opened before result {share.result}: {late}"
    if share.source == SITE:
        return f"{drawn}, opened at the start"
    return f"{drawn}, opened in time, before result {share.result}"


def _last_state(title: Title, record: Record) -> Any:
    return title.replay(title.start(record.ruleset, record.options, record.seats), line_of(record.log))


# The command ``analyse``: luck and skill in the finished games of a file, or where their points came from


MAX_MISTAKES = 5  # shown for each game


def run_analyse(args: Namespace) -> int:
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
    if is_json:
        print_line(as_json({"points": {source: list(counts) for source, counts in points.items()}}))
        return
    letters = SEAT_LETTERS[: game.sheet.seats]
    print_line(f"game {number}: points by where they came from")
    print_line(f"{'':<24}" + "".join(f"{letter:>6}" for letter in letters))
    for source, counts in points.items():
        print_line(f"{game.title.phrases[source]:<24}" + "".join(f"{count:>6}" for count in counts))


def _analysis(analyst: Analyst, game: GameReader, plies: list[Ply]) -> Analysis:
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
    found = [(turn, decision) for turn in analysis.turns for decision in turn.decisions if decision.lost.value > 0]
    return sorted(found, key=lambda pair: -pair[1].lost.value)[:MAX_MISTAKES]


# The command ``samples``: the game files that come with the engine


FOLDER = Path(__file__).parent.parent / "samples"


def run_samples(args: Namespace) -> int:
    files = {path.stem: path for path in sorted(FOLDER.glob("*.m??"))}
    if args.name:
        if args.name not in files:
            raise CommandFailed(printable(f"{args.name}: one of {', '.join(files)}"))
        print_line(files[args.name].read_text(encoding="utf-8").rstrip("\n"))
        return 0
    for name, path in files.items():
        record = read_one(path.read_text(encoding="utf-8"))
        print_line(f"{name:<22}{record.title}, {record.ruleset}, {', '.join(record.names)}")
    return 0
