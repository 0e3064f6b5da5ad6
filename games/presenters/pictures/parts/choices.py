"""The choices of the acting seat as links that work without scripts, style sheet or mouse.

The target of a place for a piece is the middle of its two cells. Each cell is cut by its diagonals into four triangles;
a choice has the triangles on both sides of its middle, and those of its cells that no other choice needs. So every
target is at least as wide and as high as a cell, and no two overlap.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece, Token

from ...wording import join_phrases
from . import figures, paths, rugs
from .geometry import AHEAD, HALF, UNIT, Ground, Point, point
from .paint import Brush, text_of

GHOST_DISTANCE = 51


@dataclass(frozen=True, slots=True)
class Links:
    """How choices become links.

    ``attributes`` returns those of a notation: href and others of the page, such as aria-labelledby if the page has
    the choice in words already.
    """

    say: Callable[[Message], str]
    attributes: Callable[[str], Mapping[str, str]]
    chosen: str = ""


def draw(brush: Brush, ground: Ground, prompt: Prompt, links: Links) -> str:
    """Return all choices of a prompt, the chosen one last."""
    if prompt.kind == "place":
        drawn = _places(brush, ground, prompt.choices)
    else:
        turns = {choice.notation: _turn(brush, ground, choice) for choice in prompt.choices}
        drawn = {notation: drawing for notation, drawing in turns.items() if drawing}
    order = sorted(prompt.choices, key=lambda choice: choice.notation == links.chosen)
    parts = [
        _link(brush, choice, links, drawn[choice.notation], _taken_by(ground, choice))
        for choice in order
        if choice.notation in drawn
    ]
    return _glow(brush, ground, prompt) + "".join(parts)


def definitions(brush: Brush, prompt: Prompt) -> str:
    """Return the definitions that the choices of a prompt share."""
    if prompt.kind != "place":
        return ""
    styles = sorted({style for choice in prompt.choices for style in _styles(choice)})
    frame = '<rect x="-58.5" y="-29" width="117" height="58" rx="4" fill="none" stroke="{}" stroke-width="{}"/>'
    return (
        f"<g {brush.id('frame')}>{frame.format('#2a1a14', 5)}{frame.format('#ffe9a8', 2.6)}</g>"
        f"{''.join(rugs.grip(brush, style) + _framed(brush, style) for style in styles)}"
    )


def _framed(brush: Brush, style: str) -> str:
    """Return the definition of the rug that a choice would lay, "" if the rug is not known."""
    return (
        f"<g {brush.id('ghost-' + style)}><use {brush.ref('rug-' + style)}/><use {brush.ref('frame')}/></g>"
        if style
        else ""
    )


def _styles(choice: Choice) -> list[str]:
    """Return the style of the piece that the choice would lay, nothing if it is not known."""
    return [piece.style for piece in choice.preview if isinstance(piece, Piece)][:1] or [""]


def _taken_by(ground: Ground, choice: Choice) -> str:
    """Return the squares that select a choice by keyboard: those it covers, or the one that its figure faces."""
    looks = (item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD)
    ahead = (ground.beside(token.cell, token.facing) for token in looks)
    return " ".join(choice.cells or (name for name in ahead if name))


def _link(brush: Brush, choice: Choice, links: Links, drawing: tuple[str, str], cells: str) -> str:
    """Return a choice as a link: the part that is always visible, then the part that hover, focus or choosing shows."""
    seen, ghost = drawing
    chosen = choice.notation == links.chosen
    attributes = {"data-choice": choice.notation, **links.attributes(choice.notation), "data-cells": cells}
    if "aria-labelledby" not in attributes:
        attributes["aria-label"] = join_phrases(links.say(message) for message in (choice.label, *choice.details))
    if chosen:
        attributes["aria-current"] = "true"
    text = " ".join(f'{key}="{text_of(value)}"' for key, value in attributes.items())
    hidden = "" if chosen or brush.has_classes else 'opacity="0"'
    return (
        f"<a {brush.css('b-choice b-chosen' if chosen else 'b-choice')}{text}>{seen}"
        f"<g {brush.css('b-ghost')}{hidden}>{ghost}</g></a>"
    )


def _glow(brush: Brush, ground: Ground, prompt: Prompt) -> str:
    cells = {cell for choice in prompt.choices for cell in choice.cells} if prompt.kind == "place" else set()
    squares = "".join(f"M{point((x - HALF, y - HALF))}h60v60h-60z" for x, y in map(ground.centre, sorted(cells)))
    if not squares:
        return ""
    return f'<path {brush("glow")} d="{squares}"/><path {brush("glow-edge")} d="{ground.outline(cells)}"/>'


def _places(brush: Brush, ground: Ground, choices: Sequence[Choice]) -> dict[str, tuple[str, str]]:
    sides: dict[str, set[int]] = {}
    for choice in choices:
        if len(choice.cells) == 2:
            first, second = choice.cells
            sides.setdefault(first, set()).add(ground.toward(first, second))
            sides.setdefault(second, set()).add(ground.toward(second, first))
    return {choice.notation: _place(brush, ground, choice, sides) for choice in choices if len(choice.cells) == 2}


def _place(brush: Brush, ground: Ground, choice: Choice, sides: Mapping[str, set[int]]) -> tuple[str, str]:
    first, second = choice.cells
    turns = ground.toward(first, second)
    hit = _wedges(ground, first, turns, sides[first]) + _wedges(ground, second, (turns + 2) % 4, sides[second])
    place = f'transform="translate({point(ground.middle(choice.cells))}){"rotate(90)" if turns % 2 else ""}"'
    grip = f"<use {brush.ref('grip-' + _styles(choice)[0])} {brush.css('b-grip')}{place}/>"
    pieces = [piece for piece in choice.preview if isinstance(piece, Piece)]
    if [piece.cells for piece in pieces] == [choice.cells]:
        ghost = f"<use {brush.ref('ghost-' + pieces[0].style)} {place}/>"
    else:
        drawn = "".join(rugs.draw(brush, ground, piece) for piece in pieces)
        ghost = f"{drawn}<use {brush.ref('frame')} {place}/>"
    return f'<path {brush("hit")} d="{hit}"/>{grip}', ghost


def _wedges(ground: Ground, cell: str, side: int, rivals: set[int]) -> str:
    """Return the part of a cell that belongs to the choice on this side (0 is east, then clockwise)."""
    if len(rivals) == 1:
        x, y = ground.centre(cell)
        return f"M{point((x - HALF, y - HALF))}h{UNIT}v{UNIT}h-{UNIT}z"
    # A triangle that no choice needs goes to the choice opposite it, unless both its neighbours are needed.
    free = [near for near in ((side + 1) % 4, (side + 3) % 4) if near not in rivals]
    mine = [side, *(near for near in free if (near + 2) % 4 in rivals and (side + 2) % 4 not in rivals)]
    return "".join(_triangle(ground.centre(cell), quarter) for quarter in mine)


def _triangle(centre: Point, quarter: int) -> str:
    x, y = centre
    corners = ((HALF, -HALF), (HALF, HALF), (-HALF, HALF), (-HALF, -HALF))
    (ax, ay), (bx, by) = corners[quarter], corners[(quarter + 1) % 4]
    return f"M{point(centre)}L{point((x + ax, y + ay))} {point((x + bx, y + by))}z"


def _turn(brush: Brush, ground: Ground, choice: Choice) -> tuple[str, str] | None:
    """Return a pale figure in the new direction, and the walks that are shown on hover or focus."""
    token = next((item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD), None)
    if token is None:
        return None
    x, y = ground.centre(token.cell)
    right, down = AHEAD[token.facing]
    at = x + right * GHOST_DISTANCE, y + down * GHOST_DISTANCE
    ghost = figures.draw(brush, ground, token, at=at, size=0.86)
    seen = (
        f'<circle {brush("hit")} r="32" transform="translate({point(at)})"/>'
        f'<g {brush.css("b-figure")}opacity=".8">{ghost}</g>'
    )
    return seen, paths.roll_paths(brush, ground, choice.branches)
