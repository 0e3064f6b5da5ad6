"""Boards made by hand for tests of the drawing: data without a title or rules."""

from games.engine.messages import Message
from games.engine.prompts import Branch, Choice, Prompt
from games.engine.scene import Cell, Loop, Piece, Scene, Token, Trail

FILES, RANKS = "abcdefg", "7654321"


def say(message: Message) -> str:
    """Render a message as its key and its parameters."""
    return " ".join([message.key, *(str(value) for value in message.params.values())])


def cells() -> tuple[Cell, ...]:
    """Return seven by seven squares."""
    return tuple(
        Cell(f"{file}{rank}", column, row, Message("square", {"name": f"{file}{rank}"}))
        for row, rank in enumerate(RANKS)
        for column, file in enumerate(FILES)
    )


def loops() -> tuple[Loop, ...]:
    """Return the fourteen mosaics, clockwise."""
    top = [Loop((f"{a}7", "N"), (f"{b}7", "N")) for a, b in ("ab", "cd", "ef")]
    right = [Loop((f"g{a}", "E"), (f"g{b}", "E")) for a, b in ("65", "43", "21")]
    bottom = [Loop((f"{a}1", "S"), (f"{b}1", "S")) for a, b in ("gf", "ed", "cb")]
    left = [Loop((f"a{a}", "W"), (f"a{b}", "W")) for a, b in ("23", "45", "67")]
    return (*top, Loop(("g7", "N"), ("g7", "E")), *right, *bottom, Loop(("a1", "S"), ("a1", "W")), *left)


def rug(key: str, style: str, *squares: str, hidden: str = "", out: bool = False) -> Piece:
    """Return a rug's visible part."""
    below = (hidden,) if hidden else ()
    return Piece(key, "rug", style, squares, style.upper(), len(squares) == 2, out, below)


RUGS = (
    rug("c1", "c", "b6", "b7"),
    rug("y1", "y", "c5", hidden="d5"),
    rug("r1", "r", "e6", hidden="e5"),
    rug("p1", "p", "f3", "g3"),
    rug("p2", "p", "d2", hidden="d3"),
    rug("c2", "c", "b2", "c2"),
    rug("y2", "y", "a4", "a5"),
    rug("r2", "r", "f1", "g1"),
    rug("c3", "c", "d5", "e5"),
    rug("r3", "r", "b4", hidden="c4"),
    rug("p3", "p", "c4", hidden="c3"),
    rug("y3", "y", "c3", "d3"),
    rug("y4", "y", "g5", "g6"),
    rug("c4", "c", "f6", "f7"),
    rug("r4", "r", "a2", "a3"),
    rug("p4", "p", "c6", "d6"),
    rug("y5", "y", "e1", "e2"),
    rug("r5", "r", "e3", hidden="e4"),
    rug("c5", "c", "e4", "f4"),
)


def scene(**changes: object) -> Scene:
    """Return the middle of a game; ``changes`` replace fields of the scene."""
    fields: dict[str, object] = {
        "title": "marrakech",
        "columns": 7,
        "rows": 7,
        "cells": cells(),
        "loops": loops(),
        "pieces": RUGS,
        "tokens": (Token("assam", "d4", "N"),),
        "trails": (Trail("walk", ("d2", "d3", "d4")),),
        "marks": {"last": ("c6", "d6"), "paid": ("c3", "d3")},
    }
    return Scene(**(fields | changes))  # type: ignore[arg-type]


def bare() -> Scene:
    """Return the empty market with Assam in the middle."""
    return scene(pieces=(), trails=(), marks={})


def place_prompt(style: str = "r") -> Prompt:
    """Return the twelve places beside d4."""
    near = {"d5": ("d6", "c5", "e5"), "e4": ("f4", "e5", "e3"), "d3": ("d2", "e3", "c3"), "c4": ("b4", "c5", "c3")}
    places = sorted("".join(sorted((first, other))) for first, others in near.items() for other in others)
    return Prompt(
        0,
        "place",
        Message("place.text"),
        tuple(
            Choice(
                name,
                Message("place", {"cells": name}),
                (name[:2], name[2:]),
                (Message("covers", {"count": 1}),),
                preview=(rug("new", style, name[:2], name[2:]),),
            )
            for name in places
        ),
    )


def turn_prompt() -> Prompt:
    """Return the three rotations on d4, looking north."""
    ways = {
        "L": ("W", ("d4", "c4", "b4", "a4", "a5"), (12,)),
        "F": ("N", ("d4", "d5", "d6", "d7", "c7"), (1,)),
        "R": ("E", ("d4", "e4", "f4", "g4", "g3"), (5,)),
    }
    return Prompt(
        0,
        "turn",
        Message("turn.text"),
        tuple(
            Choice(
                name,
                Message("turn", {"way": name}),
                branches=tuple(
                    Branch(str(face), weight, path[face], path[: face + 1], (), facing, used if face == 4 else ())
                    for face, weight in ((1, 1), (2, 2), (3, 2), (4, 1))
                ),
                preview=(Token("assam", "d4", facing),),
            )
            for name, (facing, path, used) in ways.items()
        ),
    )
