"""What is said about the plies of stored games, built once: the past of a log does not change.

Turns that are over are kept in this process, by table, language and the players' names, for the games that were looked
at last. A page tells anew only what has been played since.
"""

from collections.abc import Callable, Container, Sequence

from django.utils.translation import get_language

from accounts.shelf import Shelf
from games.engine.core import Title
from games.engine.values import Ply

from .log_lines import TurnView, turn_views

MAX_GAMES = 200  # of which turns are kept; one of four players takes about 60 KB
_kept: Shelf[tuple[TurnView, ...]] = Shelf(MAX_GAMES)


def cached_turn_views(
    code: str,
    title: Title,
    plies_from: Callable[[int], Sequence[Ply]],
    names: Sequence[str],
    ordered: Container[int],
) -> list[TurnView]:
    """Return the whole log of the table with this code, oldest turn first.

    ``plies_from`` returns the plies from a number on; it is asked only for those that nobody has told yet.
    """
    key = (code, get_language(), tuple(names))
    known = _kept.get(key) or ()
    told = turn_views(title, plies_from(known[-1].last_ply if known else 0), names, ordered)
    if len(told) > 1:  # the last turn may not be over
        _kept.put(key, (*known, *told[:-1]))
    return [*known, *told]
