"""The writer of a game's log: actions, results of chance, and whole turns from orders."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from accounts.models import User
from games.engine.prompts import OrderFormat
from games.engine.replay import state_hash
from games.engine.values import Action, Chance
from games.models import Entry, Game
from games.selectors.titles import title_of

from .dice import draw


class LogWriter:
    """The new entries of one game: appended under its lock, inserted together by ``store``.

    Each method takes the state before and returns the state after. ``game.ply`` grows with every entry.
    """

    def __init__(self, game: Game, now: datetime) -> None:
        self.game, self.title, self.now = game, title_of(game), now
        self._entries: list[Entry] = []

    def append(self, state: object, action: Action, note: str = "", played_by: User | None = None) -> object:
        """Apply one action and append its entry. The entry's seat is null for chance.

        ``played_by`` is who acted for the player of the seat.
        """
        after = self.title.apply(state, action)
        entry = Entry(
            game=self.game,
            ply=self.game.ply,
            seat=action.seat,
            notation=self.title.notation(action),
            at=self.now,
            rules_version=self.game.rules_version,
            state_hash=state_hash(self.title, after),
            note=note,
            played_by=played_by,
        )
        self._entries.append(entry)
        self.game.ply += 1
        return after

    def append_text(self, state: object, seat: int | None, notation: str) -> object:
        """Apply one action from its notation, which must be legal."""
        return self.append(state, self.title.parse(state, seat, notation))

    def resolve_chance(self, state: object, chance: Chance) -> object:
        """Apply the next result of the sealed dice."""
        return self.append_text(state, None, draw(self.game, chance))

    def execute_orders(
        self, form: OrderFormat, orders: Any, state: object, note: str = "", played_by: User | None = None
    ) -> object:
        """Play one turn, or the rest of it, by orders, with results of chance; stop where the orders end.

        ``OrderFormat.problems`` must have found no problem. Entries of the seat get the note, those of chance do not.
        """
        turn = self.title.turn(state)
        while self.title.turn(state) == turn and self.title.outcome(state) is None:
            if chance := self.title.chance(state):
                state = self.resolve_chance(state, chance)
            elif action := form.next_action(orders, state):
                state = self.append(state, action, note, played_by)
            else:
                break
        return state

    def play_turn(self, choose: Callable[[object], Action], state: object, note: str) -> object:
        """Play the rest of the turn under way with actions that ``choose`` picks, and its chance. Return the state."""
        turn = self.title.turn(state)
        while self.title.turn(state) == turn and self.title.outcome(state) is None:
            if chance := self.title.chance(state):
                state = self.resolve_chance(state, chance)
            else:
                state = self.append(state, choose(state), note)
        return state

    def store(self, players: Mapping[int | None, User] | None = None) -> None:
        """Insert the new entries, in one statement.

        ``players`` are those who play in the place of the seat's first player, by the number of the seat.
        """
        for entry in self._entries:
            if entry.seat is not None and entry.played_by_id is None and players:
                entry.played_by = players.get(entry.seat)
        Entry.objects.bulk_create(self._entries)
        self._entries = []
