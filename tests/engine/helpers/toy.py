"""A title in forty lines: each player takes one or two of five stones, and the last stone wins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.defaults import PHRASES, Defaults
from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import Message
from games.engine.scene import Cell, Scene
from games.engine.values import Chance, Outcome, Standing


@dataclass(frozen=True, slots=True)
class Stones:
    left: int = 5
    to_act: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    seat: int | None
    what: str


class StonesTitle(Defaults):
    key, name = "stones", "Stones"
    phrases: Mapping[str, str] = {
        **PHRASES,
        "cell": "%(square)s",
        "end.rugs": "The last stone is taken.",
        "end.resigned": "One player is left.",
        "end.aborted": "No result.",
    }

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> Stones:
        self.check_start(ruleset, changes, seats)
        return Stones()

    def acting(self, state: Stones) -> tuple[int, ...]:
        return () if state.reason else (state.to_act,)

    def chance(self, state: Stones) -> Chance | None:
        return None

    def legal_actions(self, state: Stones) -> tuple[Take, ...]:
        return tuple(Take(seat, str(n)) for seat in self.acting(state) for n in (1, 2) if n <= state.left)

    def apply(self, state: Stones, action: Take) -> Stones:
        if state.reason or (action.what.isdigit() and action not in self.legal_actions(state)):
            raise IllegalAction("game-over" if state.reason else "too-many")
        if not action.what.isdigit():
            gone = action.seat == state.to_act
            winner = 1 - state.to_act if gone else state.to_act
            return replace(state, to_act=winner, reason="aborted" if action.what == "abort" else "resigned")
        left = state.left - int(action.what)
        if not left:
            return replace(state, left=0, reason="rugs")
        return replace(state, left=left, to_act=1 - state.to_act)

    def parse(self, state: Stones, seat: int | None, text: str) -> Take:
        if text not in {"1", "2", "resigns", "out of time", "abort"}:
            raise BadNotation("unreadable", text=text)
        return Take(seat, text)

    def notation(self, action: Take) -> str:
        return action.what

    def outcome(self, state: Stones) -> Outcome | None:
        if not state.reason:
            return None
        standings = (Standing(state.to_act, 1, 1), Standing(1 - state.to_act, 0, 2))
        return Outcome(state.reason, () if state.reason == "aborted" else standings)

    def to_json(self, state: Stones) -> dict[str, Any]:
        return {"title": self.key, "left": state.left, "to_act": state.to_act, "reason": state.reason}

    def from_json(self, data: Mapping[str, Any]) -> Stones:
        return Stones(data["left"], data["to_act"], data["reason"])

    def scene(self, state: Stones) -> Scene:
        names = [f"a{i}" for i in range(1, state.left + 1)]
        cells = tuple(Cell(name, i, 0, Message("cell", {"square": name})) for i, name in enumerate(names))
        return Scene("stones", 5, 1, cells)


STONES = StonesTitle()
