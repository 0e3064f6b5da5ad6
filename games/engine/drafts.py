"""Drafts of a turn, and suggestions for it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .core import Title
from .errors import BadNotation, IllegalAction
from .values import Action

# Drafts: the actions of a turn that its player has chosen but not confirmed.
#
# Nothing of a draft is in the log, so any part of it can be taken back. It ends where chance acts or the turn passes
# on.


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


# Legal actions that an incomplete text may mean


MAX_MEANT = 12


def actions_like(title: Title, state: Any, text: str) -> tuple[str, ...]:
    """Return the notations of the legal actions that have all words of a text, in this order, and more.

    Only the shortest ones; () if there are none, or more than ``MAX_MEANT``.
    """
    words = text.casefold().split()
    notations = map(title.notation, title.legal_actions(state))
    meant = [notation for notation in notations if words and _has(notation.casefold().split(), words)]
    least = min((len(notation.split()) for notation in meant), default=0)
    shortest = [notation for notation in meant if len(notation.split()) == least]
    return tuple(shortest) if len(shortest) <= MAX_MEANT else ()


def _has(longer: list[str], words: list[str]) -> bool:
    """Return True if all words are in the longer text, in the same order."""
    rest = iter(longer)
    return all(word in rest for word in words)
