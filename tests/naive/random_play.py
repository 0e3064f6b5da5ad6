"""Random games: legal actions, and dice by their weights."""

from collections.abc import Mapping
from random import Random

from .game import Game

Log = list[tuple[int | None, str]]


def play_at_random(ruleset: str, seats: int, chooser: Random, changes: Mapping[str, str] | None = None) -> Log:
    """Play a whole game at random. Return its log: seat (None for chance) and notation of every ply."""
    game = Game(ruleset, changes or {}, seats)
    log: Log = []
    while game.phase != "over":
        entry = (game.acting(), random_choice(game, chooser))
        game.do(*entry)
        log.append(entry)
    return log


def random_choice(game: Game, chooser: Random) -> str:
    """Return a random legal action, or a random result of chance."""
    chance = game.chance()
    if chance:
        return chooser.choices(list(chance[3]), list(chance[3].values()))[0]
    return chooser.choice(game.legal())
