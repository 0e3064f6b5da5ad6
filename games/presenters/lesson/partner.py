"""Rolls and partner's turns of the lesson, chosen so that each turn shows the subject of its step."""

from collections.abc import Callable
from typing import Any

from games.engine.core import Title
from games.engine.prompts import Branch, Choice, Panel

Key = tuple[float, ...]


def has_message(key: str, branch: Branch) -> bool:
    """Return True if a result of the die has this consequence (the key of one of its messages)."""
    return any(message.key == key for message in branch.messages)


def crosses_edge(branch: Branch) -> bool:
    """Return True if this result of the die leads over the edge and back."""
    return bool(branch.loops)


def _rent(branch: Branch) -> int:
    """Return how many dirhams are paid after this result of the die."""
    return sum(int(str(message.params["paid"])) for message in branch.messages if message.key == "toll.rent")


# Keys for the pupil's roll, by the task whose answer was a rotation. The roll with the greatest key is chosen.
_DICE: dict[str, Callable[[Branch], Key]] = {
    "way": lambda branch: (branch.label == "2",),
    "edge": lambda branch: (crosses_edge(branch), -_rent(branch), int(branch.label)),
    "risk": lambda branch: (_rent(branch), -len(branch.loops), branch.weight),
}


def choose_roll(choice: Choice, task: str) -> Branch:
    """Return the roll that the lesson chooses after this rotation."""
    return max(choice.branches, key=_DICE[task])


def partner_turn(title: Title, state: Any, task: str) -> list[tuple[int | None, str]]:
    """Return the partner's whole turn after the pupil's rug: rotation, die and rug, as entries of a log."""
    prompt = title.prompt(state)
    assert prompt is not None
    ways = [(choice, branch) for choice in prompt.choices for branch in choice.branches]
    turned, die = max(ways, key=lambda way: _walk_key(task, way[1]))
    log: list[tuple[int | None, str]] = [(prompt.seat, turned.notation), (None, die.label)]
    state = title.replay(state, log)
    prompt = title.prompt(state)
    assert prompt is not None
    seat = prompt.seat
    place = max(prompt.choices, key=lambda choice: _place_key(title, title.replay(state, [(seat, choice.notation)])))
    return [*log, (seat, place.notation)]


def _walk_key(task: str, branch: Branch) -> Key:
    """Rate a walk of the partner: he pays from his second turn on if he can, and stays away from the edge."""
    pays = _rent(branch) if task != "first" else -_rent(branch)
    return (pays, -len(branch.loops), _inside(branch.cell), branch.weight)


def _inside(cell: str) -> int:
    """Return how far a square is from the edge, 0 to 3."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1]) - 1
    return min(column, 6 - column, row, 6 - row)


def _place_key(title: Title, state: Any) -> Key:
    """Rate a position for the pupil: many ways that may cost much; at the end of the game, many points."""
    prompt = title.prompt(state)
    if prompt is None:
        scores = {panel.seat: _score(panel) for panel in title.panels(state)}
        return (scores[0] - scores[1],)
    tolls = [max(map(_rent, choice.branches)) for choice in prompt.choices]
    return (sum(toll > 0 for toll in tolls), sum(tolls))


def _score(panel: Panel) -> int:
    return next(stat.value for stat in panel.stats if stat.name == "score")
