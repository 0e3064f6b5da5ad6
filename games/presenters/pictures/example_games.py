"""Example games as logs, for the home page, the rules and the tests of drawings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from games.engine.core import Title
from games.engine.registry import get_title
from games.engine.values import Ply

NAMES = ("Amina", "Brahim", "Chama", "Driss")
SEATS = 4

# A game of four players: up to a roll that takes Assam to a patch of six squares, then the rest.
FIRST_HALF = (
    "L 2 c4d4 F 3 b4c4 F 3 d4d5 F 1 d5e5 R 2 f2g2 L 4 d4d5 L 4 b1c1 R 3 g2g3 R 3 g3g4 L 4 b1b2 R 3 b4b5 R 2 c5d5 "
    "F 3 f5g5 L 3 f5f6 F 3 c5c6 F 2 a6b6 L 2 b5c5 F 3 a3b3 L 3 e2f2 L 3 c4c5 F 1 d4d5 R 2 g5g6 L 2 e6f6 R 3 c6c7 "
    "R 3 a4b4 F 2 a4a5 F 4"
)
SECOND_HALF = (
    "b2b3 R 2 d2e2 L 1 b3c3 L 2 c2d2 L 1 a1a2 L 1 c2c3 R 2 d2e2 L 4 c5d5 F 3 g6g7 R 3 d6d7 L 2 d5e5 R 3 b4c4 R 2 a3a4 "
    "R 2 b1b2 F 1 b2c2 F 2 e4f4 L 4 c7d7 L 3 b5b6 R 3 b4b5 L 3 c6d6 L 2 d5d6 L 2 c6c7"
)


@dataclass(frozen=True)
class ExamplePart:
    """A part of a game: the plies ``done`` before it and the plies ``shown``."""

    shown: str
    done: str = ""
    ruleset: str = "gigamic"
    options: Mapping[str, str] = field(default_factory=dict)
    title: str = "marrakech"


EXAMPLES = {
    "start": ExamplePart(""),
    "turn": ExamplePart("L 2 c4d4"),
    "mosaic": ExamplePart("F 4 b6b7"),
    "corner": ExamplePart("F 1", "R 3 f4f5 L 3 e7f7"),
    "rent": ExamplePart("F 4", FIRST_HALF.removesuffix(" F 4")),
    "cover": ExamplePart("b2b3", FIRST_HALF),
    "out": ExamplePart("L 1", "F 1 b5c5", options={"dirhams": "1"}),
    "variant": ExamplePart("2 d5c5 L", ruleset="gigamic-variant"),
    "end": ExamplePart("L 2 c6c7", f"{FIRST_HALF} {SECOND_HALF}".removesuffix(" L 2 c6c7")),
    "game": ExamplePart(f"{FIRST_HALF} {SECOND_HALF}"),
}


@dataclass(frozen=True)
class PlayedExample:
    """A part with its positions: all plies, and the number of those before it."""

    title: Title
    plies: tuple[Ply, ...]
    first: int


@lru_cache(maxsize=len(EXAMPLES))
def played_example(name: str) -> PlayedExample:
    """Return an example with the positions before and after each ply. Raises KeyError for an unknown name."""
    part = EXAMPLES[name]
    title = get_title(part.title)
    plies = tuple(_plies(title, part))
    return PlayedExample(title, plies, len(part.done.split()))


def _plies(title: Title, part: ExamplePart) -> Iterator[Ply]:
    state = title.start(part.ruleset, part.options, SEATS)
    for number, text in enumerate(f"{part.done} {part.shown}".split()):
        acting = title.acting(state)
        action = title.parse(state, acting[0] if acting else None, text)
        before, state = state, title.apply(state, action)
        yield Ply(number, before, action, state)
