"""The commands that play: ``play``, ``match`` and ``bench``."""

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random, SystemRandom
from statistics import median
from typing import Any

from .. import dice
from ..core import Title
from ..dice import SITE, Opening, Shares
from ..errors import BadNotation, IllegalAction
from ..gamefile import Record, read_one, write
from ..match import match, result_table
from ..replay import replay
from ..values import SEAT_LETTERS, Chance, Ply
from .arguments import options_of, ruleset_of, title_of
from .console import (
    INTERRUPTED,
    CommandFailed,
    Progress,
    print_line,
    printable,
    reason_text,
    shows_colours,
    system_message,
)

# Sealed dice for a game in the terminal, so that its file can be verified


_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class OwnDice:
    """Dice whose secret and shares this program draws: all shares are open before the first result."""

    def __init__(self, chooser: Random, seats: int) -> None:
        self.table = "".join(chooser.choices(_LETTERS, k=10))
        self._secret = chooser.randbytes(32)
        drawn = [chooser.randbytes(16) for _ in range(seats)]
        self.shares = Shares(
            dice.V21,
            tuple(share.hex() for share in drawn),
            tuple(dice.share_commitment(share, self.table) for share in drawn),
            (SITE,) * seats,
            tuple(Opening(seat, 0) for seat in range(seats)),
            self.table,
        )
        self._mixed = bytes.fromhex(self.shares.mixed)

    def draw(self, chance: Chance) -> str:
        return dice.draw(self._secret, self._mixed, chance)

    def headers(self) -> dict[str, str]:
        return {
            "Table": self.table,
            "Dice": dice.PROTOCOLS[dice.V21],
            "Commitment": dice.commitment(self.table, self._secret),
            "Secret": self._secret.hex(),
        }


# The command ``play``: a game in the terminal, between people and robots


HUMAN = "human"
HELP = {"?", "h", "help", "/help", "--help"}
QUIT = {"q", "quit", "exit"}


class Session:
    """A game in progress and its players."""

    def __init__(self, args: Namespace) -> None:
        self.title = title_of(args)
        self.players = args.seats.split(",") if args.seats else _usual_players(self.title)
        for name in self.players:
            if name != HUMAN and name not in self.title.robots:
                raise CommandFailed(printable(f"--seats {name}: one of {HUMAN}, {', '.join(self.title.robots)}"))
        self.ruleset, self.options = ruleset_of(args), options_of(args)
        self.state: Any = self.title.start(self.ruleset, self.options, len(self.players))
        self.chooser: Random = SystemRandom() if args.seed is None else Random(args.seed)
        self.dice = OwnDice(self.chooser, len(self.players))
        self.in_colour = shows_colours(sys.stdout)
        self.plies: list[Ply] = []
        self.turn: list[Ply] = []

    def apply(self, action: Any) -> None:
        """Play an action, and write the turn's line when the turn is over. Raises IllegalAction."""
        before, after = self.state, self.title.apply(self.state, action)
        ply = Ply(len(self.plies), before, action, after)
        self.plies.append(ply)
        self.turn.append(ply)
        self.state = after
        if self.title.turn(after) != self.title.turn(before) or self.title.outcome(after) is not None:
            self._print_turn()

    def _print_turn(self) -> None:
        people = [seat for seat, name in enumerate(self.players) if name == HUMAN]
        viewer = people[0] if len(people) == 1 else None
        line = self.title.turn_line([self.title.view_ply(ply, viewer) for ply in self.turn])
        if line:
            print_line(line)
        self.turn = []

    def show(self, state: Any) -> None:
        print_line()
        print_line("\n".join(self.title.terminal.lines(state, self.in_colour)))

    def legal(self) -> str:
        return " ".join(self.title.notation(action) for action in self.title.legal_actions(self.state))

    def record(self) -> Record:
        log = tuple((ply.action.seat, self.title.notation(ply.action)) for ply in self.plies)
        shares = self.dice.shares
        return Record(
            self.title.key,
            self.ruleset,
            self.options,
            len(self.players),
            tuple(self.players),
            log,
            self.dice.headers(),
            shares.shares,
            shares.commitments,
            shares.sources,
            shares.openings,
        )


def _usual_players(title: Title) -> list[str]:
    """Return a person and the simplest robots but one, as many as the title needs; people if it has no robots."""
    robots = [*title.robots][:2]
    return [HUMAN, *[robots[-1] if robots else HUMAN] * (title.min_seats - 1)]


def run_play(args: Namespace) -> int:
    session = Session(args)
    while session.title.outcome(session.state) is None:
        if not _step(session):
            break
    else:
        session.show(session.state)
    if args.save:
        _save(args.save, write(session.record()))
    return 0


def _save(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandFailed(printable(f"{name}: {system_message(error)}")) from None


def _step(session: Session) -> bool:
    """Play one ply; return whether the game goes on."""
    title, state = session.title, session.state
    due = title.chance(state)
    if due:
        session.apply(title.parse(state, None, session.dice.draw(due)))
        return True
    seat = title.acting(state)[0]
    if session.players[seat] == HUMAN:
        return _ask(session, seat)
    robot = title.robots[session.players[seat]]
    session.apply(robot.choose(state, session.chooser.getrandbits(32)))
    return True


def _ask(session: Session, seat: int) -> bool:
    """Show the position and play what is typed; return whether the game goes on."""
    session.show(session.title.view(session.state, seat))
    while True:
        sys.stdout.write(f"{SEAT_LETTERS[seat]}, your action ({session.legal()}): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        typed = line.strip()
        if not line or typed.casefold() in QUIT:
            print_line()
            return False
        if typed.casefold() in HELP:
            print_line(f"{session.title.terminal.help}\nq: stop here; ?: this help")
        elif typed:
            try:
                session.apply(session.title.parse(session.state, seat, typed))
            except (BadNotation, IllegalAction) as error:
                print_line(printable(f"{typed}: {reason_text(error, session.title)}"))
            else:
                return True


# The command ``match``: robots against each other


def run_match(args: Namespace) -> int:
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


Entries = list[tuple[int | None, str]]


def run_bench(args: Namespace) -> int:
    title, ruleset, options = title_of(args), ruleset_of(args), options_of(args)
    all_seats = range(title.min_seats, title.max_seats + 1)
    progress, columns = Progress("measuring"), []
    try:
        for number, seats in enumerate(all_seats, 1):
            progress(number, len(all_seats))
            columns.append(_figures(title, ruleset, options, seats, args.games))
    finally:
        progress.end()
    print_line(f"{'':<36}" + "".join(f"{f'{seats} players':>12}" for seats in all_seats))
    for name in columns[0]:
        print_line(f"{name:<36}" + "".join(f"{column[name]:>12,.1f}" for column in columns))
    return 0


def recorded_game(title: Title, ruleset: str, options: Mapping[str, str], seats: int, dice: Random) -> Entries:
    state, log = title.start(ruleset, options, seats), []
    while title.outcome(state) is None:
        action = dice.choice(title.legal_actions(state))
        log.append((action.seat, title.notation(action)))
        state = title.apply(state, action)
    return log


def _microseconds(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.process_time_ns()
        work()
        taken.append(time.process_time_ns() - begun)
    return median(taken) / 1000


def _figures(title: Title, ruleset: str, options: Mapping[str, str], seats: int, times: int) -> dict[str, float]:
    log, first = recorded_game(title, ruleset, options, seats, Random(1)), title.start(ruleset, options, seats)
    text = write(Record(title.key, ruleset, options, seats, ("",) * seats, tuple(log)))
    middle = title.replay(first, log[: len(log) // 2])
    line = title.position_line(middle)
    return {
        "plies of the recorded game": len(log),
        "replay of the game, microseconds": _microseconds(lambda: replay(title, ruleset, options, seats, log), times),
        "reading its file": _microseconds(lambda: read_one(text), times),
        "legal actions of a position": _microseconds(lambda: title.legal_actions(middle), times),
        "reading a position line": _microseconds(lambda: title.read_position(line), times),
    }
