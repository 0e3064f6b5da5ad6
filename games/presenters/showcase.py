"""Boards for the design page: real positions of a game played by chance alone, the same one each time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from games.engine.core import Message
from games.engine.registry import get_title

from .board_svg import board_svg
from .wording import render

NAMES = ("Amina", "Brahim", "Chama", "Driss")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One drawing and what is to be seen on it."""

    caption: str
    svg: str


@cache
def _states(key: str) -> tuple[Any, ...]:
    """Return every state of a game of four in which everybody acts at random."""
    random, title = Random(21), get_title(key)
    state = title.start(next(iter(title.rulesets)), {}, 4)
    states = [state]
    while title.outcome(state) is None:
        chance = title.chance(state)
        if chance:
            face = random.choices([text for text, _ in chance.outcomes], [weight for _, weight in chance.outcomes])[0]
            action = title.parse(state, None, face)
        else:
            action = random.choice(title.legal_actions(state))
        state = title.apply(state, action)
        states.append(state)
    return tuple(states)


def exhibits(key: str, chosen: str, link: Callable[[str], Mapping[str, str]]) -> list[Exhibit]:
    """Return the board at the start, in the middle, for each prompt and at the end; ``chosen`` is shown as taken."""
    title = get_title(key)
    states = _states(key)

    def say(message: Message) -> str:
        return render(title, message, NAMES)

    def show(number: int, **options: Any) -> str:
        """Draw the state with this number, or the first one after it that asks for the wanted kind."""
        kind = options.pop("kind", None)
        for state in states[number:]:
            prompt = title.prompt(state)
            if kind is None or (prompt and prompt.kind == kind):
                ident = f"exhibit-{number}-{kind or 'all'}-{len(options)}"
                asked: dict[str, Any] = {"prompt": prompt, "link": link, "chosen": chosen} if kind else {}
                return board_svg(title.scene(state), say=say, title=title.name, ident=ident, **asked, **options)
        raise ValueError(kind)

    half, last = len(states) // 2, len(states) - 1
    return [
        Exhibit("start", show(0)),
        Exhibit("turn", show(half, kind="turn")),
        Exhibit("place", show(half, kind="place")),
        Exhibit("letters and a grid", show(half, letters=True, grid=True)),
        Exhibit("end", show(last)),
        Exhibit("standalone", show(last, skin="standalone", width=480)),
    ]
