"""The opened dice of a game that is over: every result with what the secret says about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import ABORT, Ply, Title
from games.engine.dice import verify
from games.models import Game, Seat
from games.selectors.dice import dice_of


@dataclass(frozen=True, slots=True)
class ResultView:
    """One random result. ``seat_name`` is "" where it concerns nobody; ``expected`` differs if it is not sound."""

    ply: int
    label: str
    seat_name: str
    index: int
    result: str
    expected: str

    @property
    def is_sound(self) -> bool:
        """Tell whether the result is the one that the secret gives."""
        return self.result == self.expected


@dataclass(frozen=True, slots=True)
class DiceView:
    """Everything that anybody needs to check the dice; ``secret`` and ``results`` are empty until they are opened."""

    table: str
    commitment: str
    entropy: str
    secret: str
    shares: tuple[tuple[str, str], ...]
    results: tuple[ResultView, ...]
    commitment_holds: bool

    @property
    def is_sound(self) -> bool:
        """Tell whether everything fits."""
        return self.commitment_holds and all(result.is_sound for result in self.results)


def dice_view(game: Game, title: Title, seats: Sequence[Seat], plies: Sequence[Ply], names: Sequence[str]) -> DiceView:
    """Return the dice of a game; checked, if they are open."""
    facts = dice_of(game)
    shares = [seat.entropy for seat in seats] if game.entropy else []
    faults = {}
    if facts.secret:
        parts = [bytes.fromhex(share) for share in shares]
        found = verify(
            title, plies, table_id=game.code, published=game.commitment, secret=bytes.fromhex(facts.secret), parts=parts
        )
        faults = {fault.ply: fault.expected for fault in found}
    return DiceView(
        table=facts.table,
        commitment=facts.commitment,
        entropy=facts.entropy,
        secret=facts.secret,
        shares=tuple(zip(names, shares, strict=False)),
        results=_results(title, plies, names, faults) if facts.secret else (),
        commitment_holds=-1 not in faults,
    )


def _results(
    title: Title, plies: Sequence[Ply], names: Sequence[str], faults: dict[int, str]
) -> tuple[ResultView, ...]:
    drawn = [ply for ply in plies if ply.action.seat is None and title.notation(ply.action) != ABORT]
    results = []
    for ply in drawn:
        chance, result = title.chance(ply.before), title.notation(ply.action)
        if chance is None:
            continue
        name = "" if chance.seat is None else names[chance.seat]
        expected = faults.get(ply.number, result)
        results.append(ResultView(ply.number + 1, chance.label, name, chance.index + 1, result, expected))
    return tuple(results)
