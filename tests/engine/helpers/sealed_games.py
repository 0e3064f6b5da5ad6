"""Games played by the sealed dice, as records and files."""

import random
from functools import cache

from games.engine import dice
from games.engine.dice import GivenUp, Opening, Shares
from games.engine.gamefile import Record, write

from .random_games import TITLE

OptionPairs = tuple[tuple[str, str], ...]

TABLE = "k3m9xw7abc"
SECRET = bytes(range(7, 39))


def shares_of(seats: int, seed: int = 1) -> tuple[str, ...]:
    """Return the players' shares of a table's dice."""
    chooser = random.Random(seed)
    return tuple(chooser.randbytes(16 + 8 * seat).hex() for seat in range(seats))


def commitments_of(shares: tuple[str, ...], version: int = dice.V21) -> tuple[str, ...]:
    if version == dice.V1:
        return ()
    return tuple(dice.share_commitment(bytes.fromhex(share), TABLE, version) for share in shares)


@cache
def sealed_record(
    ruleset: str = "gigamic",
    seats: int = 2,
    *,
    seed: int = 1,
    options: OptionPairs = (),
    leaving: int = 0,
    version: int = dice.V21,
    opening: str = "in time",
) -> Record:
    """Return a random game by the sealed dice; in turn ``leaving`` (0: never) a seat resigns.

    From version 2 on, the share of the last seat, in 2.1 also that of the site, is opened at the start, and that of
    seat 2 of four never. The others are opened before the first action of their seat, in version 2 before later
    actions; in 2.1 a dishonest site records the ``opening`` "late" or "never".
    """
    chooser, shares, changes = random.Random(seed), shares_of(seats, seed), dict(options)
    has_openings = version > dice.V1
    commitments = commitments_of(shares, version)
    openings = [Opening(seats - 1, 0)] if has_openings else []
    if version == dice.V21 and seats > 2:
        openings.append(Opening(1, 0))  # the site has drawn it
    opened = {opening.seat for opening in openings}
    due = [seat for seat in range(seats - 1) if has_openings and (seats, seat) != (4, 2) and seat not in opened]
    given_up: list[GivenUp] = []
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
            late = 5 * len(openings) if version == dice.V2 else 12 if opening == "late" else 10_000
            if due and len(log) > late:
                openings.append(Opening(due.pop(), len(log)))
            elif version == dice.V21 and action.seat in due and opening == "in time":
                due.remove(action.seat)
                openings.append(Opening(action.seat, len(log)))
            elif version == dice.V21 and (seats, action.seat) == (4, 2) and not given_up:
                given_up.append(GivenUp(2, len(log), dice.PLAYER))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    opened = {opening.seat for opening in openings} or set(range(seats))
    parts = Shares(
        version,
        tuple(share if seat in opened else "" for seat, share in enumerate(shares)),
        commitments,
        ("device", "site", "words", "device")[:seats] if commitments else (),
        tuple(openings),
        TABLE,
        tuple(given_up),
    )
    headers = {
        "Site": "https://example.org",
        "Table": TABLE,
        "Commitment": dice.commitment(TABLE, SECRET, version),
        "Secret": SECRET.hex(),
        "Mixed": parts.mixed,
    } | ({"Dice": dice.PROTOCOLS[version]} if has_openings else {})
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
        given_up=parts.given_up,
    )


@cache
def sealed_file(
    ruleset: str = "gigamic",
    seats: int = 2,
    *,
    seed: int = 1,
    options: OptionPairs = (),
    leaving: int = 0,
    version: int = dice.V21,
) -> str:
    """Return the file of a random game by the sealed dice. ``options`` are pairs of name and value."""
    return write(sealed_record(ruleset, seats, seed=seed, options=options, leaving=leaving, version=version))
