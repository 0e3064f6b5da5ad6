"""Games played by the sealed dice, as records and files."""

import random
from functools import cache

from games.engine import dice
from games.engine.gamefile import Record, write

from .random_games import TITLE

OptionPairs = tuple[tuple[str, str], ...]

TABLE = "k3m9xw7abc"
SECRET = bytes(range(7, 39))


def shares_of(seats: int, seed: int = 1) -> tuple[str, ...]:
    """Return the players' shares of a table's dice."""
    chooser = random.Random(seed)
    return tuple(chooser.randbytes(16 + 8 * seat).hex() for seat in range(seats))


@cache
def sealed_record(
    ruleset: str = "gigamic", seats: int = 2, *, seed: int = 1, options: OptionPairs = (), leaving: int = 0
) -> Record:
    """Return a random game by the sealed dice; in turn ``leaving`` (0: never) a seat resigns."""
    chooser, shares, changes = random.Random(seed), shares_of(seats, seed), dict(options)
    mixed = dice.table_entropy([bytes.fromhex(share) for share in shares])
    state = TITLE.start(ruleset, changes, seats)
    log: list[tuple[int | None, str]] = []
    while TITLE.outcome(state) is None:
        if chance := TITLE.chance(state):
            action = TITLE.parse(state, None, dice.draw(SECRET, mixed, chance))
        elif state.turn == leaving and not any(seat.out for seat in state.seats):
            action = TITLE.parse(state, chooser.randrange(seats), "resigns")
        else:
            action = chooser.choice(TITLE.legal_actions(state))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    headers = {
        "Site": "https://example.org",
        "Table": TABLE,
        "Commitment": dice.commitment(TABLE, SECRET),
        "Secret": SECRET.hex(),
        "Mixed": mixed.hex(),
    }
    names = ("Amina", "Brahim", "Chama", "Driss")[:seats]
    return Record("marrakech", ruleset, changes, seats, names, tuple(log), headers, shares)


@cache
def sealed_file(
    ruleset: str = "gigamic", seats: int = 2, *, seed: int = 1, options: OptionPairs = (), leaving: int = 0
) -> str:
    """Return the file of a random game by the sealed dice. ``options`` are pairs of name and value."""
    return write(sealed_record(ruleset, seats, seed=seed, options=options, leaving=leaving))
