"""The arguments of the commands: their parser, and what they mean."""

import argparse
from argparse import Namespace
from os.path import isfile
from typing import Any

from .. import __version__, gamefile
from ..core import Title
from ..errors import BadFile, BadOptions, BadPosition
from ..gamefile import games
from ..registry import TITLES, get_title
from ..scoresheet import decode
from .console import CommandFailed, error_line, printable, read_bytes

PROGRAM = f"python -m {__package__.rpartition('.')[0]}"  # games.engine, or the name under which it is installed
_POSITION = "a position line, JSON, a file with either or with a game (its last position), or - for standard input"
_DEFAULT_TITLE = "marrakech"
_FORMATTER = argparse.RawDescriptionHelpFormatter


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Board games on the command line: files, positions, dice, robots, for every title.",
        epilog=f"Titles: {', '.join(TITLES)}. A file or position names its own; otherwise --title does.\n"
        f"Help about a command: {PROGRAM} replay --help",
        formatter_class=_FORMATTER,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_files(commands)
    _add_positions(commands)
    _add_games(commands)
    _add_measuring(commands)
    return parser


def _add(commands: Any, name: str, text: str, examples: str) -> argparse.ArgumentParser:
    lines = "\n".join(f"  {PROGRAM} {example}" for example in examples.splitlines())
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, epilog=f"examples:\n{lines}", formatter_class=_FORMATTER
    )
    return parser


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None


def _count(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _number(text: str) -> int:
    number = _whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _add_files(commands: Any) -> None:
    replay = _add(
        commands,
        "replay",
        "Write the position after every turn, or every ply, of the games in a file, one per line.",
        "replay game.mkg\nreplay --json game.mkg\nreplay --json --every ply - < games.mkg",
    )
    replay.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    replay.add_argument("--json", action="store_true", help="write positions as JSON instead of position lines")
    replay.add_argument("--every", choices=("turn", "ply"), default="turn", help="how often (default: %(default)s)")
    verify = _add(
        commands,
        "verify",
        "Check every result of chance of a game against its opened dice, and show the lines that differ.",
        "verify game.mkg",
    )
    verify.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    analyse = _add(
        commands,
        "analyse",
        "Measure luck and skill in the finished games of a file, and show the choices that cost most.",
        "analyse game.mkg\nanalyse --json game.mkg",
    )
    analyse.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    analyse.add_argument("--json", action="store_true", help="write one JSON object for each game")
    samples = _add(
        commands,
        "samples",
        "List the game files that come along, or write one to standard output.",
        "samples\nsamples two-players > game.mkg",
    )
    samples.add_argument("name", metavar="NAME", nargs="?", help="the sample to write")


def _add_positions(commands: Any) -> None:
    show = _add(
        commands,
        "show",
        "Show a position as a board, as a position line or as JSON.",
        "show game.mkg\nshow --ply 12 --as line game.mkg\nshow --as json position.txt",
    )
    legal = _add(
        commands,
        "legal",
        "List the legal actions of a position, or the possible results of chance with their weights.",
        "legal game.mkg\nlegal - < position.json",
    )
    best = _add(
        commands,
        "best",
        "Show what each legal action of a position is worth, or what a robot would play.",
        "best game.mkg\nbest --ply 12 game.mkg\nbest --robot master --budget 2000 game.mkg",
    )
    for parser in (show, legal, best):
        _add_title(parser, "the title of a position that does not name its own")
        parser.add_argument("position", metavar="POSITION", help=_POSITION)
        parser.add_argument(
            "--ply", type=_number, metavar="N", help="the position after N plies of the game, instead of the last"
        )
        parser.add_argument("--game", type=_count, metavar="N", help="the N-th game of a file that has several")
    show.add_argument(
        "--as", dest="form", choices=("board", "line", "json"), default="board", help="default: %(default)s"
    )
    for parser in (legal, best):
        parser.add_argument("--json", action="store_true", help="write one JSON object")
    best.add_argument("--robot", metavar="ROBOT", help="write the choice of this robot instead")
    best.add_argument("--budget", type=_count, help="how much the robot may search")
    best.add_argument("--seed", type=_whole, default=1, help="decides between equals (default: %(default)s)")


def _add_title(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--title", default=_DEFAULT_TITLE, metavar="KEY", help=f"{text} (default: %(default)s)")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    _add_title(parser, f"what is played: {', '.join(TITLES)}")
    parser.add_argument("--ruleset", default="", help="default: the first of the title")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option that differs from the ruleset; may be repeated",
    )


def _add_games(commands: Any) -> None:
    play = _add(
        commands,
        "play",
        "Play in the terminal, against robots or each other. Type an action from the list, help, or q to quit.",
        "play\nplay --ruleset summary --seats human,careful,greedy\nplay --seats greedy,greedy --save game.mkg",
    )
    _add_rules(play)
    play.add_argument("--seats", help="who plays, in order: human or a robot (default: human and a robot)")
    play.add_argument("--seed", type=_whole, help="seed of the dice and the robots: the same seed gives the same dice")
    play.add_argument("--save", metavar="FILE", help="write the game to this file when it ends or you quit")
    match = _add(
        commands,
        "match",
        "Let robots play each other, and show their results with error bars.",
        "match careful greedy --games 600 --seed 1 --jobs 2\nmatch careful greedy greedy greedy --games 600",
    )
    match.add_argument("robots", nargs="+", metavar="ROBOT", help="a robot of the title for every seat")
    _add_rules(match)
    match.add_argument("--games", type=_count, default=100, help="default: %(default)s; rounded up to whole rounds")
    match.add_argument("--seed", type=_whole, default=1, help="default: %(default)s")
    match.add_argument("--jobs", type=_count, default=1, help="processes that share the work (default: %(default)s)")
    match.add_argument(
        "--budget",
        type=_count,
        action="append",
        default=[],
        help="how much each robot may search, in their order; may be repeated",
    )


def _add_measuring(commands: Any) -> None:
    perft = _add(
        commands,
        "perft",
        "Count the sequences of plies from a position, for each depth up to DEPTH.",
        "perft 4\nperft 3 --title marrakech --ruleset slides --seats 3\nperft 3 --position position.txt",
    )
    perft.add_argument("depth", type=_count, metavar="DEPTH")
    _add_rules(perft)
    perft.add_argument("--seats", type=_count, default=2, help="default: %(default)s")
    perft.add_argument("--position", metavar="POSITION", help=_POSITION)
    perft.set_defaults(ply=None, game=None)
    bench = _add(
        commands,
        "bench",
        "Measure the speed of the engine on this machine (medians of CPU time).",
        "bench\nbench --title marrakech --games 1000",
    )
    _add_rules(bench)
    bench.add_argument("--games", type=_count, default=200, help="how often each is measured (default: %(default)s)")


# The title of a command: the one of the file or position, otherwise ``--title``


def title_of(args: Namespace) -> Title:
    """Return the title that ``--title`` names. Raises BadOptions("unknown-title")."""
    return get_title(args.title)


def ruleset_of(args: Namespace) -> str:
    return args.ruleset or next(iter(title_of(args).rulesets))


def chosen_title(args: Namespace, error: BadOptions) -> Title | None:
    """Return the title to whose options an error belongs; None where the title itself is unknown."""
    if error.code == "unknown-title":
        return None
    named = getattr(args, "title_found", None)
    return named if named is not None else TITLES.get(getattr(args, "title", ""))


# The options of a game on the command line


def options_of(args: Namespace) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise CommandFailed(printable(f"--option {text}: give every option once, as NAME=VALUE"))
        options[name] = value
    return options


# The position that a command is given: on the command line, in a file or in a game


def read_position(args: Namespace) -> tuple[Title, Any]:
    """Return the title and the position of an argument.

    ``args.position`` is a line, JSON, or a file (``-``: standard input) with either or with a game, of which it is the
    position after ``args.ply`` plies (None: the last). ``args.game`` chooses one of several games.
    Raises CommandFailed, BadOptions.
    """
    text, source = args.position, ""
    if text == "-" or not _is_position(text) or isfile(text):
        source = text
        try:
            text = decode(read_bytes(source))
        except BadFile as error:
            raise CommandFailed(error_line(error, source)) from None
    try:
        return _read(text.strip(), args)
    except (BadFile, BadPosition) as error:
        raise CommandFailed(error_line(error, source)) from None


def _is_position(source_text: str) -> bool:
    return source_text.lstrip().startswith("{") or " " in source_text.strip()


def _read(text: str, args: Namespace) -> tuple[Title, Any]:
    if text.startswith(("[", ";", ">")):
        return _in_game(text, args.game, args.ply)
    for name in ("game", "ply"):
        if getattr(args, name) is not None:
            raise CommandFailed(f"--{name} works with games only, and this is a position")
    return gamefile.read_position(text, args.title)


def _in_game(text: str, number: int | None, ply: int | None) -> tuple[Title, Any]:
    found = list(games(text))
    if number is None and len(found) > 1:
        raise CommandFailed(f"the file has {len(found)} games: choose one with --game 1 to --game {len(found)}")
    if (number or 1) > len(found):
        raise CommandFailed(f"the file has {len(found)} game{'s' if len(found) > 1 else ''}")
    game = found[(number or 1) - 1]
    state = game.title.start(game.sheet.ruleset, game.turn_parser.options, game.sheet.seats)
    count = 0
    for count, (_, played) in enumerate(game.plies(), 1):
        if ply is not None and count > ply:
            return game.title, state
        state = played.after
    if ply is not None and ply > count:
        raise CommandFailed(f"the game has {count} plies")
    return game.title, state
