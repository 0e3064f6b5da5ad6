"""Turns of a table in sentences, for emails."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.replay import group_by_turn
from games.engine.values import Ply
from games.presenters.wording import render_message

MAX_TURNS = 12


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """One turn as sentences and as one line of notation. Turn 0 is the time before the first turn."""

    number: int
    sentences: tuple[str, ...]
    line: str


def turns_since(title: Title, plies: Sequence[Ply], seat: int | None) -> list[list[Ply]]:
    """Return the plies of each turn after this seat's last finished one (of all turns for None).

    At most ``MAX_TURNS`` turns.
    """
    groups = group_by_turn(title, plies)
    own = [number for number, group in enumerate(groups, 1) if seat is not None and _ended_by(title, group, seat)]
    return groups[own[-1] if own else 0 :][-MAX_TURNS:]


def chance_text(title: Title, plies: Sequence[Ply], names: Sequence[str]) -> str:
    """Return the result of chance in the turn in progress ("you rolled 3"), "" if the title has no text for it."""
    now = title.turn(plies[-1].after) if plies else 0
    for ply in reversed(plies):
        if title.turn(ply.before) != now:
            break
        chance = title.chance(ply.before)
        if chance and f"came.{chance.label}" in title.phrases:
            return render_message(title, Message(f"came.{chance.label}", {"result": title.notation(ply.action)}), names)
    return ""


def _ended_by(title: Title, group: Sequence[Ply], seat: int) -> bool:
    """Return True if this seat finished this turn, and not a player who left during it."""
    last = next((ply.action.seat for ply in reversed(group) if ply.action.seat is not None), None)
    return last == seat and title.turn(group[-1].after) != title.turn(group[0].before)


def turn_summary(title: Title, group: Sequence[Ply], names: Sequence[str]) -> TurnSummary:
    """Return the plies of one turn in words."""
    sentences = [render_message(title, message, names) for ply in group for message in title.describe(ply)]
    return TurnSummary(title.turn(group[0].before), tuple(sentences), title.turn_line(group))
