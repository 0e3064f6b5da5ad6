"""Setting up a position that is given as JSON data (rules, section 7), between the first turn and the end."""

from typing import Any

from .game import Game
from .market import WAYS, Square, named
from .table import Player, Rug

SEATS = "ABCD"


def game_at(data: Any) -> Game:
    """Return a game that stands as the data says. Only visible halves matter, so only these are laid."""
    game = Game(data["ruleset"], data["options"], len(data["seats"]))
    game.groups = [[SEATS.index(seat)] for seat in data["order"]]
    game.players = [
        Player(seat["dirhams"], dict(seat["rugs"]), seat["next"], seat["rolls"], seat["draws"])
        for seat in data["seats"]
    ]
    for seat, player in enumerate(game.players):
        player.numbered = sum(game.full_piles(seat).values()) - sum(player.rugs.values())
    gone = {seat["left"]: SEATS.index(seat["seat"]) for seat in data["seats"] if seat["out"]}
    game.gone = [gone[number] for number in sorted(gone)]
    game.assam, game.facing = named(data["assam"]["square"]), WAYS[data["assam"]["facing"]]
    game.whose, game.turn, game.phase = SEATS.index(data["current"]), data["turn"], data["phase"]
    game.laid = list(rugs_of(data["board"]))
    return game


def rugs_of(board: Any) -> list[Rug]:
    """Return the rugs of a board, each with the squares that it shows."""
    rugs: dict[tuple[str, str, int], list[Square]] = {}
    for square, half in board.items():
        rugs.setdefault((half["seat"], half["colour"], half["rug"]), []).append(named(square))
    return [Rug(SEATS.index(seat), colour, number, tuple(squares)) for (seat, colour, number), squares in rugs.items()]
