"""``play``: a game in the terminal, between people and robots."""

import sys
from argparse import Namespace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from ..core import Ply
from ..errors import BadNotation, IllegalAction
from ..gamefile import Record, write
from ..marrakech.notation import SEAT_LETTERS
from ..registry import get_title
from .board import COLOURED, PLAIN, position_lines
from .console import Failure, meaning, printable, put, shows_colours, trouble
from .rules import options_of

HUMAN = "human"
HELP = "L, F, R: rotate Assam; c4c5: lay a rug on two squares; resigns: leave; ?: what is possible; q: end the session"


class Session:
    """A game in progress, and who plays it."""

    def __init__(self, chosen: Namespace) -> None:
        self.title = get_title("marrakech")
        self.players = chosen.seats.split(",")
        for name in self.players:
            if name != HUMAN and name not in self.title.robots:
                raise Failure(printable(f"--seats {name}: one of {HUMAN}, {', '.join(self.title.robots)}"))
        self.ruleset, self.options = chosen.ruleset, options_of(chosen)
        self.state: Any = self.title.start(self.ruleset, self.options, len(self.players))
        self.chance: Random = SystemRandom() if chosen.seed is None else Random(chosen.seed)
        self.paint = COLOURED if shows_colours(sys.stdout) else PLAIN
        self.told: list[Ply] = []
        self.turn: list[Ply] = []

    def apply(self, action: Any) -> None:
        """Play an action, and tell the turn when it is over. Raises IllegalAction."""
        before, after = self.state, self.title.apply(self.state, action)
        ply = Ply(len(self.told), before, action, after)
        self.told.append(ply)
        self.turn.append(ply)
        self.state = after
        if self.title.turn(after) != self.title.turn(before) or self.title.outcome(after) is not None:
            self._tell_turn()

    def _tell_turn(self) -> None:
        line = self.title.turn_line(self.turn)
        if line:
            put(line)
        self.turn = []

    def show(self) -> None:
        """Write the position."""
        put()
        put("\n".join(position_lines(self.state, self.paint)))

    def legal(self) -> str:
        """Return what the seat whose turn it is may do."""
        return " ".join(self.title.notation(action) for action in self.title.legal_actions(self.state))

    def record(self) -> Record:
        """Return the game so far."""
        log = tuple((ply.action.seat, self.title.notation(ply.action)) for ply in self.told)
        return Record(self.title.key, self.ruleset, self.options, len(self.players), tuple(self.players), log)


def run(chosen: Namespace) -> int:
    """Play until the game is over, somebody types q, or nothing more comes in."""
    session = Session(chosen)
    while session.title.outcome(session.state) is None:
        if not _step(session):
            break
    else:
        session.show()
    if chosen.save:
        _save(chosen.save, write(session.record()))
    return 0


def _save(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Failure(printable(f"{name}: {trouble(error)}")) from None


def _step(session: Session) -> bool:
    """Play one ply; return whether the game goes on."""
    title, state = session.title, session.state
    due = title.chance(state)
    if due:
        texts, weights = zip(*due.outcomes, strict=True)
        session.apply(title.parse(state, None, session.chance.choices(texts, weights)[0]))
        return True
    (seat,) = title.acting(state)
    if session.players[seat] == HUMAN:
        return _ask(session, seat)
    robot = title.robots[session.players[seat]]
    session.apply(robot.choose(state, session.chance.getrandbits(32)))
    return True


def _ask(session: Session, seat: int) -> bool:
    """Show the position and play what is typed; return whether the game goes on."""
    session.show()
    while True:
        sys.stdout.write(f"{SEAT_LETTERS[seat]}, your action ({session.legal()}): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        typed = line.strip()
        if not line or typed == "q":
            put()
            return False
        if typed == "?":
            put(HELP)
        elif typed:
            try:
                session.apply(session.title.parse(session.state, seat, typed))
            except (BadNotation, IllegalAction) as error:
                put(printable(f"{typed}: {meaning(error)}"))
            else:
                return True
