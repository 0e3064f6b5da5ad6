"""Setup of a position from JSON data (rules, section 7), between the first turn and the end."""

import re
from typing import Any

from .board import SQUARES, WAYS, Square, name, square_named
from .game import Game
from .table import PlayerHoldings, Rug

SEATS = "ABCD"
PHASES = {"p": "pile", "t": "rotate", "d": "roll", "l": "lay", "e": "end"}
PILE = re.compile("([cyrp])([0-9]+)")
MORE = re.compile(r" (options|order|out|turn)=(\S+)")


def game_from_json(data: Any) -> Game:
    """Return a game in the position of the data. Only visible halves matter, so only these are laid."""
    game = Game(data["ruleset"], data["options"], len(data["seats"]))
    game.groups = [[SEATS.index(seat)] for seat in data["order"]]
    game.players = [
        PlayerHoldings(seat["dirhams"], dict(seat["rugs"]), seat["next"], seat["rolls"], seat["draws"])
        for seat in data["seats"]
    ]
    for seat, player in enumerate(game.players):
        player.numbered = sum(game.full_piles(seat).values()) - sum(player.rugs.values())
    gone = {seat["left"]: SEATS.index(seat["seat"]) for seat in data["seats"] if seat["out"]}
    game.gone = [gone[number] for number in sorted(gone)]
    game.assam, game.facing = square_named(data["assam"]["square"]), WAYS[data["assam"]["facing"]]
    game.whose, game.turn, game.phase = SEATS.index(data["current"]), data["turn"], data["phase"]
    game.laid = list(rugs_of(data["board"]))
    return game


def rugs_of(board: Any) -> list[Rug]:
    """Return the rugs of a board, each with the squares that it shows."""
    rugs: dict[tuple[str, str, int], list[Square]] = {}
    for square, half in board.items():
        rugs.setdefault((half["seat"], half["colour"], half["rug"]), []).append(square_named(square))
    return [Rug(SEATS.index(seat), colour, number, tuple(squares)) for (seat, colour, number), squares in rugs.items()]


def game_from_line(line: str) -> Game:
    """Return a game in the position of a position line (rules, section 7; ``order``, ``out``, ``options`` follow)."""
    words, more = [word for word in line.split(" ") if "=" not in word], dict(MORE.findall(line))
    ruleset, assam, phase, whose, *seats, board = words
    purses = [word.replace(":", "/").split("/") for word in seats]
    out = more.get("out", "")
    data: dict[str, Any] = {
        "ruleset": ruleset,
        "options": dict(change.split("=") for change in more.get("options", "").split(",") if change),
        "order": more.get("order", SEATS[: len(seats)]),
        "assam": {"square": assam[:2], "facing": assam[2]},
        "phase": PHASES[phase[0]],
        "current": whose,
        "turn": int(more.get("turn", 1)),
        "seats": [
            {
                "seat": seat,
                "dirhams": int(dirhams),
                "rugs": {colour: int(count) for colour, count in PILE.findall(rugs)},
                "next": None if upcoming == "-" else upcoming,
                "rolls": 0,
                "draws": 0,
                "out": inside == "o",
                "left": out.find(seat) + 1 if out else int(inside == "o"),
            }
            for seat, dirhams, rugs, upcoming, inside in purses
        ],
        "board": {
            name(square): {"seat": rug[0], "colour": rug[1], "rug": int(rug[2:])}
            for square, rug in zip(SQUARES, board.split(","), strict=True)
            if rug
        },
    }
    return game_from_json(data)
