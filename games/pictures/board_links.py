"""The choices on a board as links, and its squares as a grid for screen readers."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from games.common.wording import join_phrases
from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.engine.scene import Cell, Scene, Token

from .geometry import AHEAD, Ground
from .paint import Brush, text_of
from .skin import Drawing, Skin


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt whose legal choices are links on the board; the ``chosen`` one is marked.

    ``link`` returns the attributes of a notation: href and others of the page, such as aria-labelledby if the page has
    the choice in words already.
    """

    prompt: Prompt
    link: Callable[[str], Mapping[str, str]]
    chosen: str = ""


def draw_choice_links(
    skin: Skin, brush: Brush, ground: Ground, question: Question, say: Callable[[Message], str]
) -> str:
    """Return all choices of a question, the chosen one last."""
    drawn = skin.choices(brush, ground, question.prompt)
    parts = [
        _link(brush, choice, question, say, drawn[choice.notation], _taken_by(ground, choice))
        for choice in sorted(question.prompt.choices, key=lambda choice: choice.notation == question.chosen)
        if choice.notation in drawn
    ]
    return skin.glow(brush, ground, question.prompt) + "".join(parts)


def _taken_by(ground: Ground, choice: Choice) -> str:
    """Return the squares that select a choice by keyboard: those it covers, or the one that its figure faces."""
    looks = (item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD)
    ahead = (ground.beside(token.cell, token.facing) for token in looks)
    return " ".join(choice.cells or (name for name in ahead if name))


def _link(
    brush: Brush, choice: Choice, question: Question, say: Callable[[Message], str], drawing: Drawing, cells: str
) -> str:
    """Return a choice as a link: the part that is always visible, then the part that hover, focus or choosing shows."""
    seen, ghost = drawing
    chosen = choice.notation == question.chosen
    attributes = {"data-choice": choice.notation, **question.link(choice.notation)}
    if choice.is_step and attributes["href"].partition("#")[0].endswith(urlencode({"choose": choice.notation})):
        del attributes["data-choice"]  # board.js reads it from the address
    if cells != choice.notation.rpartition(" ")[2]:  # board.js reads the squares from the notation then
        attributes["data-cells"] = cells
    if "aria-labelledby" not in attributes:
        attributes["aria-label"] = join_phrases(say(message) for message in (choice.label, *choice.details))
    if chosen:
        attributes["aria-current"] = "true"
    text = " ".join(f'{key}="{text_of(value)}"' for key, value in attributes.items())
    hidden = "" if chosen or brush.has_classes else 'opacity="0"'
    ghost = f"<g {brush.css('b-ghost')}{hidden}>{ghost}</g>" if ghost else ""
    return f"<a {brush.css('b-chosen') if chosen else ''}{text}>{seen}{ghost}</a>"


def draw_grid_cells(
    brush: Brush, ground: Ground, scene: Scene, say: Callable[[Message], str], prompt: Prompt | None
) -> str:
    """Return the grid, each row of it moved to its place; board.css has the size of the squares.

    With a ``prompt``, squares without a choice have the reason ("data-why": an index, 0 without the attribute).
    """
    if not scene.cells:
        return ""
    whys = SquareReasons(prompt, say)
    stop = _stop(scene)
    cells = sorted(scene.cells, key=lambda cell: (cell.row, cell.column))
    drawn = ""
    for row, found in groupby(cells, lambda cell: cell.row):
        squares = _row(ground, scene, found, say, whys, stop)
        drawn += f'<g role="row" transform="translate(0 {ground.top_of(row)})">{squares}</g>'
    return f'<g {brush("cell")} role="grid" aria-labelledby="{brush.name("title")}"{whys.attribute}>{drawn}</g>'


class SquareReasons:
    """The reasons of a prompt, each written once. The most frequent one and squares of choices need no attribute."""

    def __init__(self, prompt: Prompt | None, say: Callable[[Message], str]) -> None:
        self._offered = {cell for choice in prompt.choices for cell in choice.cells} if prompt else set()
        sentences = {name: say(message) for name, message in (prompt.refusals if prompt else {}).items()}
        self._texts = [text for text, _count in Counter(sentences.values()).most_common()]
        self._number = {name: self._texts.index(text) for name, text in sentences.items()}

    @property
    def attribute(self) -> str:
        """All reasons as an attribute of the grid, one a line."""
        return f' data-whys="{text_of(chr(10).join(self._texts))}"' if self._texts else ""

    def of(self, name: str) -> str:
        """Return the index of a square's reason as an attribute: "" for the first, an empty index for none."""
        number = self._number.get(name)
        return (
            ""
            if number == 0 or not self._texts or name in self._offered
            else f' data-why="{"" if number is None else number}"'
        )


def _stop(scene: Scene) -> str:
    """Return the square that Tab reaches first: that of the first figure, the latest marked, or the first of all."""
    if scene.tokens:
        return scene.tokens[0].cell
    changed = next(iter(scene.marks.values()), ())
    return changed[-1] if changed else scene.cells[0].name


def _row(
    ground: Ground, scene: Scene, cells: Iterable[Cell], say: Callable[[Message], str], whys: SquareReasons, stop: str
) -> str:
    """Return the squares of a row. Where squares are missing before one, it has the number of its column.

    A square whose text begins with its name and a colon needs no other name (board.js).
    """
    drawn, column = "", scene.left
    for cell in cells:
        place = "" if cell.column == column else f' aria-colindex="{cell.column - scene.left + 1}"'
        focus = ' tabindex="0" data-stop=""' if cell.name == stop else ""
        text = say(cell.text)
        named = "" if text.partition(":")[0].strip() == cell.name else f' data-cell="{text_of(cell.name)}"'
        drawn += (
            f'<rect role="gridcell"{named}{place}{focus}{whys.of(cell.name)} x="{ground.left_of(cell.column)}">'
            f"<title>{text_of(text)}</title></rect>"
        )
        column = cell.column + 1
    return drawn
