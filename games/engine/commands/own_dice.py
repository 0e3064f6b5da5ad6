"""Sealed dice for a game in the terminal, so that its file can be verified."""

from random import Random

from .. import dice
from ..dice import SITE, Opening, Shares
from ..values import Chance

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class OwnDice:
    """Dice whose secret and shares this program draws: all shares are open before the first result."""

    def __init__(self, chooser: Random, seats: int) -> None:
        self.table = "".join(chooser.choices(_LETTERS, k=10))
        self._secret = chooser.randbytes(32)
        drawn = [chooser.randbytes(16) for _ in range(seats)]
        self.shares = Shares(
            dice.V2,
            tuple(share.hex() for share in drawn),
            tuple(map(dice.share_commitment, drawn)),
            (SITE,) * seats,
            tuple(Opening(seat, 0) for seat in range(seats)),
        )
        self._mixed = bytes.fromhex(self.shares.mixed)

    def draw(self, chance: Chance) -> str:
        """Return the notation of the result of this chance."""
        return dice.draw(self._secret, self._mixed, chance)

    def headers(self) -> dict[str, str]:
        """Return the headers of a file with which the results can be checked."""
        return {
            "Table": self.table,
            "Dice": dice.PROTOCOLS[dice.V2],
            "Commitment": dice.commitment(self.table, self._secret),
            "Secret": self._secret.hex(),
        }
