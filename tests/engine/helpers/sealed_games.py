"""Games played by the sealed dice, as records and files."""

import random
from functools import cache

from games.engine import dice
from games.engine.dice import Opening, Shares
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
    ruleset: str = "gigamic",
    seats: int = 2,
    *,
    seed: int = 1,
    options: OptionPairs = (),
    leaving: int = 0,
    version: int = dice.V2,
) -> Record:
    """Return a random game by the sealed dice; in turn ``leaving`` (0: never) a seat resigns.

    In version 2, the share of the last seat is opened at the start, the others before a later action, and in games of
    four that of seat 2 never.
    """
    chooser, shares, changes = random.Random(seed), shares_of(seats, seed), dict(options)
    commitments = tuple(dice.share_commitment(bytes.fromhex(share)) for share in shares) if version == dice.V2 else ()
    openings = [Opening(seats - 1, 0)] if version == dice.V2 else []
    due = [seat for seat in range(seats - 1) if version == dice.V2 and (seats, seat) != (4, 2)]
    state = TITLE.start(ruleset, changes, seats)
    log: list[tuple[int | None, str]] = []
    while TITLE.outcome(state) is None:
        if chance := TITLE.chance(state):
            known = Shares(version, shares, commitments, openings=tuple(openings))
            action = TITLE.parse(state, None, dice.draw(SECRET, bytes.fromhex(known.mixed), chance))
        elif state.turn == leaving and not any(seat.out for seat in state.seats):
            action = TITLE.parse(state, chooser.randrange(seats), "resigns")
        else:
            action = chooser.choice(TITLE.legal_actions(state))
            if due and len(log) > 5 * len(openings):
                openings.append(Opening(due.pop(), len(log)))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    opened = {opening.seat for opening in openings} or set(range(seats))
    parts = Shares(
        version,
        tuple(share if seat in opened else "" for seat, share in enumerate(shares)),
        commitments,
        ("device", "site", "words", "device")[:seats] if commitments else (),
        tuple(openings),
    )
    headers = {
        "Site": "https://example.org",
        "Table": TABLE,
        "Commitment": dice.commitment(TABLE, SECRET, version),
        "Secret": SECRET.hex(),
        "Mixed": parts.mixed,
    } | ({"Dice": dice.PROTOCOLS[version]} if version == dice.V2 else {})
    names = ("Amina", "Brahim", "Chama", "Driss")[:seats]
    return Record(
        title="marrakech",
        ruleset=ruleset,
        options=changes,
        seats=seats,
        names=names,
        log=tuple(log),
        headers=headers,
        entropy=parts.shares,
        commitments=parts.commitments,
        sources=parts.sources,
        openings=parts.openings,
    )


@cache
def sealed_file(
    ruleset: str = "gigamic",
    seats: int = 2,
    *,
    seed: int = 1,
    options: OptionPairs = (),
    leaving: int = 0,
    version: int = dice.V2,
) -> str:
    """Return the file of a random game by the sealed dice. ``options`` are pairs of name and value."""
    return write(sealed_record(ruleset, seats, seed=seed, options=options, leaving=leaving, version=version))
