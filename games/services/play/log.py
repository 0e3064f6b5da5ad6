"""What makes the log grow: an action, an answer of chance, a whole turn that was ordered before its roll.

Everything here runs inside the caller's transaction, under the game's lock; ``advance.settle`` comes after it and
stores the entries.
"""

from datetime import datetime
from typing import Any

from games.engine.core import Title, state_hash
from games.engine.orders import OrderFormat
from games.engine.values import Action, Chance
from games.models import Entry, Game

from .dice import draw

UNWRITTEN = "unwritten"  # under which a game object carries its new entries until they are stored


def append_entry(game: Game, title: Title, state: object, action: Action, now: datetime, note: str = "") -> object:
    """Apply one action and return the new state; ``write`` stores its entry, whose ``seat`` is null for chance."""
    after = title.apply(state, action)
    entry = Entry(
        game=game,
        ply=game.ply,
        seat=action.seat,
        notation=title.notation(action),
        at=now,
        rules_version=game.rules_version,
        state_hash=state_hash(title, after),
        note=note,
    )
    vars(game).setdefault(UNWRITTEN, []).append(entry)
    game.ply += 1
    return after


def store_entries(game: Game) -> None:
    """Store all entries that were appended, in one statement."""
    Entry.objects.bulk_create(vars(game).pop(UNWRITTEN, ()))


def resolve_chance(game: Game, title: Title, state: object, chance: Chance, now: datetime) -> object:
    """Let the sealed dice give the result of a chance that is due."""
    return append_entry(game, title, state, title.parse(state, None, draw(game, chance)), now)


def execute_orders(
    game: Game, title: Title, form: OrderFormat, orders: Any, state: object, now: datetime, note: str = ""
) -> object:
    """Play one turn, or what is left of it, as ordered, with what chance gives; stop where the orders say nothing.

    The orders must have been found to fit (``OrderFormat.obstacles``). Entries of the seat get the note, those of
    chance do not.
    """
    turn = title.turn(state)
    while title.turn(state) == turn and title.outcome(state) is None:
        if chance := title.chance(state):
            state = resolve_chance(game, title, state, chance, now)
        elif action := form.next_action(orders, state):
            state = append_entry(game, title, state, action, now, note)
        else:
            break
    return state
