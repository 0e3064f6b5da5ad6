"""The players' shares of the sealed dice: commitments, openings, and what they are mixed to."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import dice

DEVICE, WORDS, SITE = "device", "words", "site"
SOURCES = (DEVICE, WORDS, SITE)  # who drew a share: the player's own device, the player in words, or the site


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a seat's share, after the first ``ply`` plies of the game."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of a table, by seat, in hexadecimal. A share is "" until it is opened.

    ``openings`` are in their order. In version 1 there are neither ``commitments`` nor ``openings``: all shares are
    known from the start.
    """

    version: int
    shares: tuple[str, ...]
    commitments: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    openings: tuple[Opening, ...] = ()

    @property
    def mixes(self) -> dice.Mixes:
        """Each K with the first ply that it is for."""
        if self.version == dice.V1:
            return [(0, dice.mix((), self._opened(range(len(self.shares)))))]
        seats = [opening.seat for opening in self.openings]
        first = (0, dice.mix(self.commitments, ()))
        return [
            first,
            *(
                (opening.ply, dice.mix(self.commitments, self._opened(seats[: number + 1])))
                for number, opening in enumerate(self.openings)
            ),
        ]

    @property
    def mixed(self) -> str:
        """K after all openings so far, in hexadecimal."""
        return self.mixes[-1][1].hex()

    def _opened(self, seats: Sequence[int]) -> list[bytes]:
        return [bytes.fromhex(self.shares[seat]) for seat in seats]

    @property
    def wrong(self) -> dict[int, str]:
        """The seats whose opened share does not fit its commitment, with the commitment that would fit."""
        found = {seat: dice.share_commitment(bytes.fromhex(share)) for seat, share in enumerate(self.shares) if share}
        return {seat: text for seat, text in found.items() if self.commitments and text != self.commitments[seat]}
