"""Drafts: the actions of a turn that its player has chosen but not confirmed.

Nothing of a draft is in the log, so any part of it can be taken back. It ends where chance acts or the turn passes on.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core import Title
from ..errors import BadNotation, IllegalAction
from ..values import Action


class Draft(NamedTuple):
    """The actions of a draft in order, and the state after them.

    ``is_complete`` is True if nothing can be added: the next result of chance or the next seat is due, or the game is
    over.
    """

    state: Any
    actions: tuple[Action, ...]
    is_complete: bool


def apply_draft(title: Title, state: Any, seat: int, notations: Sequence[str]) -> Draft:
    """Return the draft of these actions of a seat. Raises BadNotation, IllegalAction.

    Also refused ("draft-over") is an action after the end of the draft.
    """
    first, actions, is_complete = state, [], False
    for notation in notations:
        if is_complete:
            raise IllegalAction("draft-over")
        action: Action = title.parse(state, seat, notation)
        if action not in title.legal_actions(state):
            title.apply(state, action)  # raises the reason
            raise BadNotation("unreadable", text=notation[:20])  # leaving the game is no part of a turn
        state = title.apply(state, action)
        actions.append(action)
        is_complete = not can_continue(title, first, state, seat)
    return Draft(state, tuple(actions), is_complete)


def can_continue(title: Title, first: Any, state: Any, seat: int) -> bool:
    """Return True if the turn in which a seat acted in ``first`` goes on with that seat in ``state``."""
    return seat in title.acting(state) and title.turn(state) == title.turn(first)


def split_actions(text: str) -> list[str]:
    """Return the actions of a text in which commas stand between them."""
    return [part for part in map(str.strip, text.split(",")) if part]
