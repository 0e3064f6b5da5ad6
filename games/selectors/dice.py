"""What everybody may know about a game's sealed dice."""

from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """``shares`` (in seat order) and ``entropy`` are known from the start, ``secret`` from the end; all hexadecimal."""

    table: str
    commitment: str
    shares: tuple[str, ...]
    entropy: str
    secret: str


def dice_of(game: Game) -> DiceFacts:
    """Return the public facts. The secret is empty until the dice were opened."""
    shares: tuple[str, ...] = ()
    if game.entropy:
        shares = tuple(game.seats.order_by("number").values_list("entropy", flat=True))
    opened = game.dice_secret.opened if game.is_over else ""
    return DiceFacts(game.code, game.commitment, shares, game.entropy, opened)
