"""Random games of any title, played by the sealed dice."""

import random
from typing import Any

from games.engine import dice
from games.engine.core import Title
from games.engine.dice import Opening, Shares
from games.engine.gamefile import Record
from games.engine.messages import Message
from games.engine.scene import Scene
from games.engine.values import ABORT, RESIGNS, Chance, Outcome, Standing

from .meadow.rules import MeadowRules
from .meadow.title import MEADOW
from .sealed_games import SECRET, TABLE, commitments_of, shares_of
from .toy import Take

__all__ = ["BIG", "MEADOW", "sealed_title_record"]


class BigPile(MeadowRules):
    """Three hundred different tiles, ten are drawn, and two bytes choose one. The last one is there twice."""

    key, name = "big", "Big pile"
    tiles = tuple(f"T{number}: é" for number in range(300))

    def start(self, ruleset: str, changes: Any, seats: int) -> Any:
        return ()

    def acting(self, state: Any) -> tuple[int, ...]:
        return ()

    def chance(self, state: Any) -> Chance | None:
        left = tuple((tile, 1 + (tile == self.tiles[-1])) for tile in self.tiles if tile not in state)
        return Chance("pile", None, len(state), left) if len(state) < 10 else None

    def legal_actions(self, state: Any) -> tuple[Any, ...]:
        due = self.chance(state)
        return tuple(Take(None, text) for text, _ in due.outcomes) if due else ()

    def apply(self, state: Any, action: Any) -> Any:
        return (*state, action.what)

    def parse(self, state: Any, seat: int | None, text: str) -> Any:
        return Take(seat, text)

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome("full", (Standing(0, 1, 1), Standing(1, 0, 2))) if len(state) == 10 else None

    def turn(self, state: Any) -> int:
        return 0

    def scene(self, state: Any) -> Scene:
        return Scene(str(Message("tile")), 0, 0, ())


BIG = BigPile()


def sealed_title_record(
    title: Title, *, seed: int = 1, leaving: int = -1, seats: int = 2, end: str = RESIGNS
) -> Record:
    """Return a random game by the sealed dice; at ply ``leaving`` (-1: never) the first seat leaves.

    The share of the last seat is opened at the start, the others before the first action of their seat.
    """
    seats = 2
    chooser, shares = random.Random(seed), shares_of(seats, seed)
    commitments = commitments_of(shares)
    openings, due = [Opening(seats - 1, 0)], [*range(seats - 1)]
    ruleset = next(iter(title.rulesets))
    state = title.start(ruleset, {}, seats)
    log: list[tuple[int | None, str]] = []
    while title.outcome(state) is None:
        chance = title.chance(state)
        if len(log) == leaving:
            action = title.parse(state, None if end == ABORT else 0, end)
        elif chance:
            known = Shares(dice.V21, shares, commitments, openings=tuple(openings))
            action = title.parse(state, None, dice.draw(SECRET, bytes.fromhex(known.mixed), chance))
        else:
            action = chooser.choice(title.legal_actions(state))
            if action.seat in due:
                due.remove(action.seat)
                openings.append(Opening(action.seat, len(log)))
        log.append((action.seat, title.notation(action)))
        state = title.apply(state, action)
    opened = {opening.seat for opening in openings}
    entropy = tuple(share if seat in opened else "" for seat, share in enumerate(shares))
    parts = Shares(dice.V21, entropy, commitments, ("device", "site", "words", "device")[:seats], tuple(openings))
    headers = {
        "Table": TABLE,
        "Dice": dice.PROTOCOLS[dice.V21],
        "Commitment": dice.commitment(TABLE, SECRET),
        "Secret": SECRET.hex(),
        "Mixed": parts.mixed,
    }
    names = tuple(f"Player {seat}" for seat in range(seats))
    told = (parts.shares, parts.commitments, parts.sources, parts.openings)
    return Record(title.key, ruleset, {}, seats, names, tuple(log), headers, *told)
