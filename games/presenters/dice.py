"""The opened dice of a game that is over: every result with what the secret says about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import ABORT, Ply, Title
from games.engine.dice import verify
from games.models import Game, Seat
from games.selectors.dice import dice_of

from .wording import phrase


@dataclass(frozen=True, slots=True)
class ResultView:
    """One random result. ``expected`` is what the secret gives: the same, if nobody has meddled."""

    ply: int
    result: str
    expected: str

    @property
    def is_sound(self) -> bool:
        """Tell whether the result is the one that the secret gives."""
        return self.result == self.expected


@dataclass(frozen=True, slots=True)
class Series:
    """All results of one kind for one seat, in order. ``name`` is "" where they concern nobody."""

    label: str
    name: str
    results: tuple[ResultView, ...]

    @property
    def is_sound(self) -> bool:
        """Tell whether all of them fit."""
        return all(result.is_sound for result in self.results)


@dataclass(frozen=True, slots=True)
class DiceView:
    """Everything that anybody needs to check the dice; ``secret`` and ``series`` are empty until they are opened."""

    table: str
    commitment: str
    entropy: str
    secret: str
    shares: tuple[tuple[str, str], ...]
    series: tuple[Series, ...]
    commitment_holds: bool

    @property
    def is_sound(self) -> bool:
        """Tell whether everything fits."""
        return self.commitment_holds and all(series.is_sound for series in self.series)


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
        series=_series(title, plies, names, faults) if facts.secret else (),
        commitment_holds=-1 not in faults,
    )


def _series(title: Title, plies: Sequence[Ply], names: Sequence[str], faults: dict[int, str]) -> tuple[Series, ...]:
    found: dict[tuple[str, int | None], list[ResultView]] = {}
    for ply in plies:
        chance, result = title.chance(ply.before), title.notation(ply.action)
        if chance is None or ply.action.seat is not None or result == ABORT:
            continue
        view = ResultView(ply.number + 1, result, faults.get(ply.number, result))
        found.setdefault((chance.label, chance.seat), []).append(view)
    return tuple(
        Series(_what(title, label), "" if seat is None else names[seat], tuple(results))
        for (label, seat), results in found.items()
    )


def _what(title: Title, label: str) -> str:
    """Return the name of a kind of chance; its label where the title has no words for it."""
    return phrase(title, f"chance.{label}") if f"chance.{label}" in title.phrases else label
