"""Positions on the command line: as text for people, and what the command ``bench`` measures."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

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
