"""The public facts about a game's sealed dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.dice import V1, Opening, Shares
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """Hexadecimal texts: ``shares`` by seat, ``entropy`` (K as it is now) from the start, ``secret`` from the end."""

    table: str
    version: int
    commitment: str
    shares: Shares
    entropy: str
    secret: str
    opened_at: datetime | None = None


def dice_of(game: Game, seats: Sequence[Seat]) -> DiceFacts:
    """Return the public facts, from all seats in order of play. The secret is empty until the dice are opened."""
    secret = game.dice_secret if game.is_over else None
    return DiceFacts(
        game.code,
        game.dice_version,
        game.commitment,
        shares_of(game, seats),
        game.entropy,
        secret.opened if secret else "",
        secret.opened_at if secret else None,
    )


def shares_of(game: Game, seats: Sequence[Seat]) -> Shares:
    """Return what is public of the shares of all seats, in order of play."""
    if game.dice_version == V1:
        return Shares(V1, tuple(seat.entropy if game.started_at else "" for seat in seats))
    opened = {
        seat.opening_number: Opening(place, seat.opening_ply or 0)
        for place, seat in enumerate(seats)
        if seat.opening_number is not None
    }
    return Shares(
        game.dice_version,
        tuple("" if seat.opening_number is None else seat.entropy for seat in seats),
        tuple(seat.share_commitment for seat in seats),
        tuple(seat.share_source for seat in seats),
        tuple(opened[number] for number in sorted(opened)),
    )


def has_unopened_share(game: Game, seat: Seat) -> bool:
    """Return True if the share of a seat still waits for its player's device."""
    is_open = game.started_at is not None and not game.is_over
    return is_open and bool(seat.share_commitment) and seat.opening_number is None
