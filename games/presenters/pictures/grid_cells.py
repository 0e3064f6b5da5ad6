"""The squares of a board as an invisible ARIA grid that names their contents.

The arrow keys move the focus in it (static/js/board/board.js). Without scripts the names are tooltips.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.scene import Cell, Scene
from games.skins.geometry import Ground
from games.skins.paint import Brush, text_of


def draw(brush: Brush, ground: Ground, scene: Scene, say: Callable[[Message], str], prompt: Prompt | None) -> str:
    """Return the grid, each row of it moved to its place; board_grid.css has the size of the squares.

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
