"""Legal actions that an incomplete text may mean."""

from typing import Any

from ..core import Title

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
