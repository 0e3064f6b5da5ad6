"""Turns in the notation of their title, as replies have them: several actions in a line, or one a line.

For titles without words of their own. The title reads the text and says why it cannot.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.core import Title
from games.engine.drafts import actions_like, can_continue, split_actions
from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import Message
from games.mail.reply_words import in_notation

UNREADABLE = "unreadable"  # the code of a text that is no action at all


class WrittenTurn(NamedTuple):
    """What was read: the actions, and the lines after them that are words for people.

    With an ``error`` nothing is played. ``guesses`` are the turns that may be meant then, as far as they go. Where
    ``has_step``, the one guess ends with a step towards an action.
    """

    actions: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    error: BadNotation | IllegalAction | None = None
    guesses: tuple[tuple[str, ...], ...] = ()
    has_step: bool = False


def read_turn(title: Title, state: Any, seat: int, lines: Sequence[str]) -> WrittenTurn:
    """Return the turn that the lines of a reply begin with. The first line must be a part of it."""
    first = state
    actions: list[str] = []
    for number, line in enumerate(lines):
        for text in split_actions(in_notation(title.key, line).replace(";", ",")):
            is_over = bool(actions) and not can_continue(title, first, state, seat)
            try:
                action, after = _applied(title, state, seat, text, is_over=is_over)
            except (BadNotation, IllegalAction) as error:
                if number and error.code == UNREADABLE:
                    return WrittenTurn(tuple(actions), tuple(lines[number:]))
                return _refused(title, state, actions, text, error)
            actions.append(title.notation(action))
            state = after
    if not actions:  # nothing but commas, or accents without letters
        return WrittenTurn(error=BadNotation(UNREADABLE, text=""))
    return WrittenTurn(tuple(actions))


def _applied(title: Title, state: Any, seat: int, text: str, *, is_over: bool) -> tuple[Any, Any]:
    """Return the action of a text and the state after it. Raises BadNotation, IllegalAction."""
    action = title.parse(state, seat, _with_named_part(title, state, seat, text))
    if is_over:
        raise IllegalAction("draft-over")
    after = title.apply(state, action)
    if action not in title.legal_actions(state):
        raise BadNotation(UNREADABLE, text=text[:20])  # leaving the game has a page of its own
    return action, after


def _with_named_part(title: Title, state: Any, seat: int, text: str) -> str:
    """Return an action in its notation if its last part is named in words. Raises BadNotation."""
    *begun, last = text.split() or [""]
    keys = title.reply_words.named.get(last)
    if keys is None:
        return text
    prompt = title.prompt(state, title.notation(title.parse(state, seat, " ".join(begun))))
    meant = [choice.notation for choice in (prompt.choices if prompt else ()) if _is_named(choice.label, keys)]
    if len(meant) != 1:
        raise BadNotation(UNREADABLE, text=text[:20])
    return meant[0]


def _is_named(label: Message, keys: tuple[str, ...]) -> bool:
    """Return True if a message, or one inside it, has one of the keys, or one that begins with it."""
    inner = [value for value in label.params.values() if isinstance(value, Message)]
    return any(label.key.startswith(key) for key in keys) or any(_is_named(one, keys) for one in inner)


def _refused(
    title: Title, state: Any, actions: Sequence[str], text: str, error: BadNotation | IllegalAction
) -> WrittenTurn:
    if not isinstance(error, BadNotation) or not title.acting(state):
        return WrittenTurn(error=error)
    if meant := actions_like(title, state, text):
        return WrittenTurn(error=error, guesses=tuple((*actions, one) for one in meant))
    step = " ".join(text.split())
    try:
        prompt = title.prompt(state, step)
    except (BadNotation, IllegalAction):
        return WrittenTurn(error=error)
    return WrittenTurn(error=error, guesses=((*actions, step),) if prompt else (), has_step=prompt is not None)
