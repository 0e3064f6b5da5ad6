"""What everybody may know about a game's sealed dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Game


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """``shares`` (in seat order) and ``entropy`` are known from the start, ``secret`` from the end; all hexadecimal."""

    table: str
    commitment: str
    shares: tuple[str, ...]
    entropy: str
    secret: str
    opened_at: datetime | None = None


def dice_of(game: Game, known: Sequence[str] | None = None) -> DiceFacts:
    """Return the public facts. The secret is empty until the dice were opened.

    ``known`` are the shares of all seats in order of play, for whoever has read them already.
    """
    shares: tuple[str, ...] = ()
    if game.entropy:
        shares = tuple(game.seats.order_by("number").values_list("entropy", flat=True) if known is None else known)
    if not game.is_over:
        return DiceFacts(game.code, game.commitment, shares, game.entropy, "")
    kept = game.dice_secret
    return DiceFacts(game.code, game.commitment, shares, game.entropy, kept.opened, kept.opened_at)
