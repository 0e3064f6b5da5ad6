"""Seats that look for a player, as the lobby lists them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Seat
from games.selectors.tables.seats import seat_name

from .game_cards import GameCard, game_cards


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat that looks for a player, with its table."""

    seat: Seat
    card: GameCard

    @property
    def player(self) -> str:
        """The name of the player who is away."""
        return seat_name(self.seat)


def offered_seats(seats: Sequence[Seat]) -> list[OfferedSeat]:
    """Return seats for the list. Their games must have been fetched."""
    cards = {card.game.pk: card for card in game_cards({seat.game_id: seat.game for seat in seats}.values(), None)}
    return [OfferedSeat(seat, cards[seat.game_id]) for seat in seats]
