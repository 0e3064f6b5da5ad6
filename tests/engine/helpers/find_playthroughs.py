"""A command that finds a short game for every ending in every ruleset and writes it to ``playthroughs``.

``python -m tests.engine.helpers.find_playthroughs [directory]``: random games by seed, the first with the wanted
ending. The files are in the repository; run this when the file format grows or an ending is added.
"""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine.gamefile import Record, write
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS

from .random_games import TITLE, Log, Options, next_action

# All rulesets, in the order from which their seeds follow.
ALL = (
    *("gigamic", "gigamic-variant", "bga-help", "summary", "summary-strict", "slides"),
    *("bga-code", "bga-code-end", "anu"),
)

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
NAMES = ("Amina", "Brahim", "Chadia", "Driss")


@dataclass(frozen=True)
class Ending:
    """An ending: a condition of the last position, with options that make the search and the game short."""

    holds: Callable[[Any], bool]
    changes: Options = field(default_factory=dict)
    seats: tuple[int, ...] = (2, 3, 4)
    only: tuple[str, ...] = ALL
    leaving: float = 0.0
    aborting: float = 0.0


def reason(state: Any) -> str:
    """Return why the game is over."""
    return str(TITLE.outcome(state).reason)


def inside(state: Any) -> list[Any]:
    """Return the standings of the seats that are still in the game at its end, best first."""
    return [standing for standing in TITLE.outcome(state).standings if not standing.out]


def last_rug(state: Any) -> bool:
    """Return True if no seat went out and one has more points than all the others."""
    scores = [standing.score for standing in inside(state)]
    return reason(state) == "rugs" and len(scores) == len(state.seats) and scores[0] > scores[1]


def sole_survivor(state: Any) -> bool:
    """Return True if payments put out all but one; if that one plays on, the last rug was laid alone."""
    if len(inside(state)) != 1:
        return False
    return reason(state) == "rugs" and not state.last.out if state.rules.plays_on else reason(state) == "survivor"


def all_but_one_resigned(state: Any) -> bool:
    """Return True if one seat is left; if it plays on, it laid its last rugs alone."""
    return len(inside(state)) == 1 and reason(state) == ("rugs" if state.rules.plays_on else "resigned")


def tie_decided(state: Any) -> bool:
    """Return True if the first two have the same points but not the same dirhams."""
    first, second = [*inside(state), None, None][:2]
    return bool(second and first.score == second.score and first.place < second.place)


def true_draw(state: Any) -> bool:
    """Return True if two share the first place."""
    places = [standing.place for standing in inside(state)]
    return reason(state) == "rugs" and places.count(1) == 2


def exact_zero(state: Any) -> bool:
    """Return True if the last payment was made in full and ended the game."""
    last = state.last
    return reason(state) == "survivor" and bool(last.out and last.paid == last.owed)


def out_in_the_last_turn(state: Any) -> bool:
    """Return True if a seat went out instead of laying the last rug, with others still in."""
    return reason(state) == "rugs" and bool(state.last.out) and len(inside(state)) > 1


def aborted(state: Any) -> bool:
    """Return True if the players ended the game in the middle of a turn."""
    return reason(state) == "aborted" and state.turn > 3


ENDINGS = {
    "last-rug": Ending(last_rug),
    "sole-survivor": Ending(sole_survivor, {"dirhams": "2", "rugs": "6/5/4"}),
    "all-but-one-resigned": Ending(all_but_one_resigned, {"rugs": "5/4/3"}, leaving=0.05),
    "tie-decided-by-dirhams": Ending(tie_decided, {"rugs": "4/3/2"}),
    "true-draw": Ending(true_draw, {"rugs": "3/2/1"}),
    "exact-zero": Ending(exact_zero, {"dirhams": "2", "rugs": "6/5/4"}, only=("slides",)),
    "out-in-the-last-turn": Ending(out_in_the_last_turn, {"dirhams": "3", "rugs": "4/3/3"}, (3, 4)),
    "abort": Ending(aborted, {"rugs": "6/4/3"}, aborting=0.02),
}


def happens(state: Any, chooser: random.Random, ending: Ending) -> Any:
    """Return the next entry: mostly a legal action, sometimes a seat leaves or the game is aborted."""
    if chooser.random() < ending.aborting:
        return TITLE.parse(state, None, ABORT)
    if chooser.random() < ending.leaving:
        staying = [seat for seat, holding in enumerate(state.seats) if not holding.out]
        return TITLE.parse(state, chooser.choice(staying), chooser.choice((RESIGNS, OUT_OF_TIME)))
    return next_action(state, chooser)


def random_log(ruleset: str, seats: int, seed: int, ending: Ending) -> tuple[Any, Log]:
    """Play a random game for this ending. Return its last state and its log."""
    chooser = random.Random(seed)
    state, log = TITLE.start(ruleset, ending.changes, seats), []
    while TITLE.outcome(state) is None:
        action = happens(state, chooser, ending)
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    return state, log


def find(ruleset: str, seats: int, ending: Ending) -> Log:
    """Return the log of the first random game with this ending; every ruleset has its own seeds."""
    seed = 1000 * ALL.index(ruleset)
    while True:
        state, log = random_log(ruleset, seats, seed, ending)
        if ending.holds(state) and (ending.leaving == 0 or no_payment_put_out(log, state)):
            return log
        seed += 1


def no_payment_put_out(log: Log, state: Any) -> bool:
    """Return True if all seats that are out have resigned."""
    return bool(sum(text in (RESIGNS, OUT_OF_TIME) for _, text in log) == sum(seat.out for seat in state.seats))


def games() -> Iterator[tuple[str, str, int, Ending]]:
    """Yield ruleset, name, number of seats and ending of every file; the numbers of seats take turns."""
    for place, ruleset in enumerate(ALL):
        for number, (name, ending) in enumerate(ENDINGS.items()):
            if ruleset in ending.only:
                yield ruleset, name, ending.seats[(place + number) % len(ending.seats)], ending


def main(directory: Path = PLAYTHROUGHS) -> None:
    """Write all the files."""
    directory.mkdir(exist_ok=True)
    for ruleset, name, seats, ending in games():
        log = find(ruleset, seats, ending)
        record = Record("marrakech", ruleset, ending.changes, seats, NAMES[:seats], tuple(log))
        (directory / f"{ruleset}.{name}.mkg").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
