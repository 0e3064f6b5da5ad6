"""The public facts about a game's sealed dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Game


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """Hexadecimal texts: ``shares`` (in seat order) and ``entropy`` from the start, ``secret`` from the end."""

    table: str
    commitment: str
    shares: tuple[str, ...]
    entropy: str
    secret: str
    opened_at: datetime | None = None


def dice_of(game: Game, known_shares: Sequence[str] | None = None) -> DiceFacts:
    """Return the public facts. The secret is empty until the dice are opened.

    ``known_shares`` are the shares of all seats in order of play, if they have been read already.
    """
    shares: tuple[str, ...] = ()
    if game.entropy:
        stored = game.seats.order_by("number").values_list("entropy", flat=True)
        shares = tuple(stored if known_shares is None else known_shares)
    if not game.is_over:
        return DiceFacts(game.code, game.commitment, shares, game.entropy, "")
    secret = game.dice_secret
    return DiceFacts(game.code, game.commitment, shares, game.entropy, secret.opened, secret.opened_at)
