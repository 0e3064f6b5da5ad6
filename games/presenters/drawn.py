"""What is made of one position for everybody who reads one language, kept: the past of a log does not change.

The players of a table, those who look on, and whoever comes back to it get the same board. Whose turn it is gets their
choices with it.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeVar

from django.utils.translation import get_language

Made = TypeVar("Made")
POSITIONS = 200  # boards and questions; a board takes about 30 KB
_kept: OrderedDict[tuple[object, ...], object] = OrderedDict()
_lock = Lock()  # several threads show tables at once


def once(make: Callable[[], Made], what: str, code: str, ply: int, names: Sequence[str], asked: int | None) -> Made:
    """Return what ``make`` makes of a table's position after so many plies, with the players' names.

    ``what`` tells several things apart; ``asked`` is the seat that is offered choices, None where nobody is.
    """
    key = (what, code, ply, asked, get_language(), *names)
    with _lock:
        found: Made | None = _kept.get(key)  # type: ignore[assignment]  # what was kept under this name
        if found is not None:
            _kept.move_to_end(key)
            return found
    made = make()
    with _lock:
        _kept[key] = made
        if len(_kept) > POSITIONS:
            _kept.popitem(last=False)
    return made
