"""Boards and seats for the style guide: positions of a random game, and examples of all pieces."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from games.engine.messages import Message
from games.engine.registry import get_title
from games.engine.scene import Piece, Scene, Token, Trail

from .pictures.board_svg import board_svg
from .table.seats import SeatView, StatView
from .wording import render_message

NAMES = ("Amina", "Brahim", "Chama", "Driss")
STYLES = ("c", "y", "r", "p")
FACINGS = ("N", "E", "S", "W")
Link = Callable[[str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class SampleBoard:
    """One drawing and its caption."""

    caption: str
    svg: str


@cache
def _states(key: str) -> tuple[Any, ...]:
    """Return all states of a random game of four players."""
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


def sample_boards(key: str, chosen: str, link: Link, theme: str = "light") -> list[SampleBoard]:
    """Return the board at the start, for each prompt, untouched and chosen, at the end, and all pieces and figures.

    ``chosen`` is shown as taken; ``theme`` begins the ids, which must differ on one page.
    """
    title = get_title(key)
    states = _states(key)

    def say(message: Message) -> str:
        return render_message(title, message, NAMES)

    def show(caption: str, scene: Scene, **options: Any) -> SampleBoard:
        return SampleBoard(
            caption,
            board_svg(scene, say=say, title=title.name, ident=f"{theme}-{caption.replace(' ', '-')}", **options),
        )

    def ask(caption: str, kind: str, taken: str = "") -> SampleBoard:
        """Draw the first state of the second half that asks for this kind; "first" takes its first choice."""
        state = next(state for state in states[half:] if (prompt := title.prompt(state)) and prompt.kind == kind)
        prompt = title.prompt(state)
        taken = prompt.choices[0].notation if prompt and taken == "first" else taken
        return show(caption, title.scene(state), prompt=prompt, link=link, chosen=taken)

    half, last = len(states) // 2, title.scene(states[-1])
    return [
        show("start", title.scene(states[0])),
        ask("turn", "turn", chosen),
        ask("turn chosen", "turn", "first"),
        ask("place", "place", chosen),
        ask("place chosen", "place", "first"),
        show("letters and a grid", title.scene(states[half]), letters=True, grid=True),
        show("rugs", _rugs(last)),
        show("figures ways and marks", _figures(last)),
        show("end", last),
        show("picture", last, palette="dark" if theme == "dark" else "light", width=480),
    ]


def _rug(style: str, *cells: str, hidden: str = "", out: bool = False) -> Piece:
    below = (hidden,) if hidden else ()
    return Piece(f"{style}{cells[0]}", "rug", style, cells, style[0].upper(), len(cells) > 1, out, below)


def _rugs(board: Scene) -> Scene:
    """Set out every style: whole, half under another, a square of which no more is known, and out of the game.

    The last two rows show halves under from all four sides.
    """
    pieces = []
    for row, style in zip((7, 6, 5, 4), STYLES, strict=True):
        over = STYLES[(STYLES.index(style) + 2) % 4]
        pieces += [_rug(style, f"a{row}", f"b{row}"), _rug(style, f"c{row}", hidden=f"d{row}")]
        pieces += [_rug(over, f"d{row}"), _rug(style, f"e{row}"), _rug(style, f"f{row}", f"g{row}", out=True)]
    around = [_rug("c", "e2", hidden="f2"), _rug("y", "g2", hidden="f2"), _rug("r", "f3", hidden="f2")]
    pieces += [*around, _rug("p", "f1", "g1"), _rug("y", "f2", hidden="f1")]
    return board._replace(pieces=tuple(pieces), tokens=(), trails=(), marks={})


def _figures(board: Scene) -> Scene:
    """Set out Assam and the plain figures in all facings, a way round a mosaic, what was laid and what was paid."""
    tokens = [Token("assam", f"{file}6", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    tokens += [Token("pawn", f"{file}5", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    pieces = (_rug("c", "a3", "b3"), _rug("y", "c3", hidden="d3"), _rug("r", "d3", "d2"), _rug("p", "f3", "f2"))
    around = next(
        index for index, loop in enumerate(board.loops) if {loop.start[0], loop.end[0]} in ({"f7", "e7"}, {"g7", "f7"})
    )
    ends = board.loops[around]
    return board._replace(
        pieces=pieces,
        tokens=(*tokens, Token("stone", "e5")),
        trails=(
            Trail("walk", (f"{ends.start[0][0]}6", ends.start[0], ends.end[0], f"{ends.end[0][0]}6"), (around,)),
            Trail("walk", ("a1", "b1", "c1", "d1")),
        ),
        marks={"last": ("f3", "f2"), "paid": ("a3", "b3")},
    )


def sample_seats() -> list[SeatView]:
    """Return a seat in every state: to act and mine, a robot's, out, a former player's, first and last of a result."""
    plain = SeatView(0, "Amina", "Amina", robot="", is_me=False, is_host=False, wants_abort=False)
    people = [
        replace(plain, is_acting=True, is_me=True),
        replace(plain, number=1, name="Brahim", username="Brahim", robot="greedy"),
        replace(plain, number=2, name="Chama", username="", is_out=True),
        replace(plain, number=3, name="Driss", username="Driss"),
        replace(plain, number=4, place=1, score=41),
        replace(plain, number=5, name="A name of thirty characters ..", username="Brahim", place=4, score=7),
    ]
    dirhams = (30, 3, 0, 68, 27, 5)
    return [
        replace(seat, style=STYLES[index % 4], stats=_stats(dirhams[index], STYLES[index % 4]))
        for index, seat in enumerate(people)
    ]


def _stats(dirhams: int, style: str) -> tuple[StatView, ...]:
    return (
        StatView("dirhams", "Dirhams", dirhams, "coins", "", ""),
        StatView("rugs", "Rugs left", 7, "", style, "a rug"),
        StatView("next", "Next rug", 0, "next", style, "a rug"),
        StatView("squares", "Visible squares", 12, "", "", ""),
    )
