"""Positions on the command line: as text for people, and what the command ``bench`` measures."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from .messages import in_english
from .values import SEAT_LETTERS

if TYPE_CHECKING:
    from .core import Title

Kernels = Mapping[str, Callable[[Random], object]]


class Terminal(Protocol):
    """A title on the command line. ``help`` says how its actions are typed; texts are English only."""

    help: str

    def lines(self, state: Any, in_colour: bool = False) -> list[str]:
        """Return a position for people: what is going on, the board, the seats. Colours are escape sequences."""
        ...

    def kernels(self, seats: int) -> Kernels:
        """Return what is worth measuring besides the protocol, each with its name ("random games")."""
        ...


class PlainTerminal:
    """The ``Terminal`` of ``Defaults``: cells and panels as lists."""

    help = "type one of the listed actions; resigns: leave the game; q: quit"

    def __init__(self, title: "Title") -> None:
        self._title = title

    def lines(self, state: Any, in_colour: bool = False) -> list[str]:
        """Return a heading, a line for each cell, and one for each seat."""
        scene = self._title.scene(state)
        cells = [in_english(self._title, cell.text) for cell in scene.cells]
        return [self._heading(state), *cells, *self._seats(state)]

    def _heading(self, state: Any) -> str:
        ended, due = self._title.outcome(state), self._title.chance(state)
        if ended:
            winners = [SEAT_LETTERS[one.seat] for one in ended.standings if one.place == 1]
            won = f": {' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}" if winners else ""
            return f"{self._title.name}; game over, {ended.reason}{won}"
        if due:
            whose = "" if due.seat is None else f" for {SEAT_LETTERS[due.seat]}"
            return f"{self._title.name}; {due.label} is due{whose}"
        return f"{self._title.name}; {' and '.join(SEAT_LETTERS[seat] for seat in self._title.acting(state))} to act"

    def _seats(self, state: Any) -> list[str]:
        acting = self._title.acting(state)
        return [
            f"{'->' if panel.seat in acting else '  '} {SEAT_LETTERS[panel.seat]}"
            + "".join(f"  {stat.name} {stat.value}" for stat in panel.stats)
            + ("  out" if panel.out else "")
            for panel in self._title.panels(state)
        ]

    def kernels(self, seats: int) -> Kernels:
        """Return nothing: the protocol is all there is."""
        return {}
