"""What is made of one position for everybody who reads one language, kept: the past of a log does not change.

The players of a table, those who look on, and whoever comes back to it get the same board. Whose turn it is gets their
choices with it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.utils.translation import get_language

from accounts.shelf import Shelf

Made = TypeVar("Made")
MAX_POSITIONS = 200  # boards and questions; a board takes about 30 KB
_kept: Shelf[Any] = Shelf(MAX_POSITIONS)


def cached_for_position(
    make: Callable[[], Made], what: str, code: str, ply: int, names: Sequence[str], asked: int | None
) -> Made:
    """Return what ``make`` makes of a table's position after so many plies, with the players' names.

    ``what`` tells several things apart; ``asked`` is the seat that is offered choices, None where nobody is.
    """
    key = (what, code, ply, asked, get_language(), *names)
    found: Made | None = _kept.get(key)
    return _kept.put(key, make()) if found is None else found
