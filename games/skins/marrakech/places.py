"""Places for rugs: a small rug marks each, the whole rug is shown while it is looked at or chosen."""

from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece

from ..geometry import Ground
from ..paint import Brush
from . import rugs


def definitions(brush: Brush, prompt: Prompt) -> str:
    """Return the definitions that all places share."""
    styles = sorted({style for choice in prompt.choices if (style := _style(choice))})
    frame = '<rect x="-58.5" y="-29" width="117" height="58" rx="4" fill="none" stroke="{}" stroke-width="{}"/>'
    return (
        f"<g {brush.id('frame')}>{frame.format('#2a1a14', 5)}{frame.format('#ffe9a8', 2.6)}</g>"
        f"{''.join(rugs.grip(brush, style) + _framed(brush, style) for style in styles)}"
    )


def _framed(brush: Brush, style: str) -> str:
    """Return the definition of the rug that a choice would lay."""
    return f"<g {brush.id('ghost-' + style)}><use {brush.ref('rug-' + style)}/><use {brush.ref('frame')}/></g>"


def _style(choice: Choice) -> str:
    """Return the style of the rug that the choice would lay, "" if it is not known."""
    return next((piece.style for piece in choice.preview if isinstance(piece, Piece)), "")


def grip(brush: Brush, choice: Choice, place: str) -> str:
    """Return the mark of a place."""
    style = _style(choice)
    return f"<use {brush.ref('grip-' + style)} {brush.css('b-grip')}{place}/>" if style else ""


def ghost(brush: Brush, ground: Ground, choice: Choice, place: str) -> str:
    """Return the rug that would lie in a place, with a frame."""
    pieces = [piece for piece in choice.preview if isinstance(piece, Piece)]
    if [piece.cells for piece in pieces] == [choice.cells]:
        return f"<use {brush.ref('ghost-' + pieces[0].style)} {place}/>"
    drawn = "".join(rugs.draw(brush, ground, piece) for piece in pieces)
    return f"{drawn}<use {brush.ref('frame')} {place}/>"
