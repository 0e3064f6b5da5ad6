"""Search for recorded games of Marram: ``python -m tests.engine.helpers.find_marram_playthroughs FOLDER``.

For each form it writes one game for every way to end, and few games that have every row of the scoring table.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from games.engine.gamefile import Record, write
from games.engine.marram.actions import FIRST_PART
from games.engine.marram.rules import play
from games.engine.marram.state import Scored, State
from games.engine.marram.title import MARRAM
from games.engine.values import Leave, Ply

from .marram_games import random_game

ENDS = ("turns", "shared-win", "decided-by-shovels", "resigned", "out-of-time", "left-later", "aborted")
SPECIES_ROWS = (
    *("orange", "worm", "blue", "ring", "worm-without-saddle", "worm-with-two-saddles"),
    *("two-heads", "two-tails", "head-and-tail-alone"),
)
LAND_ROWS = ("tuft", "tuft-with-gold", "tuft-with-silver", "mound", "mound-with-flower")
ROWS = (*SPECIES_ROWS, *LAND_ROWS, "tie-for-a-feature", "unclaimed", "majority")
MOST = 300  # games that are tried


def ends_of(plies: Sequence[Ply]) -> set[str]:
    """Return what a game's end is an example of."""
    outcome = MARRAM.outcome(plies[-1].after)
    assert outcome
    found = {outcome.reason}
    if any(ply.after.leaving for ply in plies):
        found.add("left-later")
    if any(isinstance(ply.action, Leave) and ply.action.how == "out of time" for ply in plies):
        found.add("out-of-time")
    firsts = [one for one in outcome.standings if one.place == 1]
    scores = [one.score for one in outcome.standings if not one.out]
    if outcome.reason == "turns" and len(firsts) > 1:
        found.add("shared-win")
    elif outcome.reason == "turns" and scores[:2] == [scores[0]] * 2:
        found.add("decided-by-shovels")
    return found


def rows_of(plies: Sequence[Ply]) -> set[str]:
    """Return the rows of the scoring table that a game has."""
    return {row for ply in plies if ply.action.seat is not None for row in _rows_of_ply(ply)}


def _rows_of_ply(ply: Ply) -> Iterator[str]:
    if isinstance(ply.action, Leave):
        return
    for scored in play(ply.before, ply.action).scored:  # type: ignore[arg-type]
        yield _row(ply.after, scored)
        if not scored.winners:
            yield "unclaimed"
        elif len(scored.winners) > 1:
            yield "tie-for-a-feature"
        elif sum(count > 0 for count in scored.returned) > 1:
            yield "majority"
        if scored.kind in ("tuft", "mound"):
            faces = [(ply.after.board.views[node >> 3].face, node & 7) for node in scored.nodes]
            yield from (f"{scored.kind}-with-{face.treasures[at]}" for face, at in faces if face.treasures[at])


def _row(state: State, scored: Scored) -> str:
    """Return the row of a feature; for a freak beast what is wrong with it."""
    if scored.kind != "freak":
        return scored.kind
    nodes = scored.nodes
    parts = [state.board.views[node >> 3].face.parts[(node & 7) - FIRST_PART] for node in nodes]
    kinds = Counter(part.kind for part in parts)
    if not kinds["end"] + kinds["head"] + kinds["tail"]:
        return "ring"
    if parts[0].species == "w":
        return "worm-with-two-saddles" if kinds["saddle"] else "worm-without-saddle"
    return {2: "two-heads", 0: "two-tails"}.get(kinds["head"], "head-and-tail-alone")


def greedy_game(ruleset: str, seats: int, dice: Random) -> list[Ply]:
    """Return a game between greedy robots, with a random action now and then."""
    state: State = MARRAM.start(ruleset, {}, seats)
    plies: list[Ply] = []
    while not MARRAM.outcome(state):
        if MARRAM.chance(state) or dice.random() < 0.1:
            action = dice.choice(MARRAM.legal_actions(state))
        else:
            action = MARRAM.robots["greedy"].choose(state, dice.getrandbits(32))
        after = MARRAM.apply(state, action)
        plies.append(Ply(len(plies), state, action, after))
        state = after
    return plies


def text_of(ruleset: str, seats: int, plies: Sequence[Ply]) -> str:
    """Return the game file of a game."""
    log = tuple((ply.action.seat, MARRAM.notation(ply.action)) for ply in plies)
    return write(Record("marram", ruleset, {}, seats, ("Ada", "Ben", "Cleo", "Dan")[:seats], log))


def main(folder: Path) -> None:
    """Write the files."""
    for ruleset in MARRAM.rulesets:
        wanted = set(ENDS)
        for seed in range(MOST):
            seats = 2 + seed % 3
            plies = list(random_game(ruleset, seats, Random(seed), 0.0 if seed % 2 else 0.004))
            for end in sorted(ends_of(plies) & wanted):
                (folder / f"{ruleset}.{end}.mrm").write_text(text_of(ruleset, seats, plies))
                wanted.discard(end)
            if not wanted:
                break
        if ruleset.endswith("short"):
            find_rows(folder, ruleset)


def find_rows(folder: Path, ruleset: str) -> None:
    """Write games until every row has been found."""
    wanted, number = set(ROWS), 0
    for seed in range(MOST):
        plies = greedy_game(ruleset, 2 + seed % 3, Random(seed))
        found = rows_of(plies) & wanted
        if len(found) > 3 or (found and seed > 5):
            number += 1
            (folder / f"{ruleset}.scores-{number}.mrm").write_text(text_of(ruleset, 2 + seed % 3, plies))
            wanted -= found
        if not wanted:
            return
    sys.stdout.write(f"{ruleset}: not found: {sorted(wanted)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
