"""The squares of a board as an invisible ARIA grid that names their contents.

The arrow keys move the focus in it (static/js/board/board.js). Without scripts the names are tooltips.
"""

from collections import Counter
from collections.abc import Callable
from itertools import groupby

from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.scene import Cell, Scene
from games.skins.geometry import Ground
from games.skins.paint import Brush, text_of


def draw(brush: Brush, ground: Ground, scene: Scene, say: Callable[[Message], str], prompt: Prompt | None) -> str:
    """Return the grid.

    With a ``prompt``, squares without a choice have the reason ("data-why": an index, 0 without the attribute).
    """
    if not scene.cells:
        return ""
    whys = SquareReasons(prompt, say)
    stop = _stop(scene)
    rows = (
        f'<g role="row">{"".join(_cell(brush, ground, scene, cell, say, whys, stop) for cell in cells)}</g>'
        for _row, cells in groupby(sorted(scene.cells, key=lambda cell: (cell.row, cell.column)), lambda cell: cell.row)
    )
    drawn = "".join(rows)
    return f'<g {brush("cell")} role="grid" aria-labelledby="{brush.name("title")}"{whys.attribute}>{drawn}</g>'


class SquareReasons:
    """The reasons of a prompt, each written once; the most frequent one needs no attribute."""

    def __init__(self, prompt: Prompt | None, say: Callable[[Message], str]) -> None:
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
        return "" if number == 0 or not self._texts else f' data-why="{"" if number is None else number}"'


def _stop(scene: Scene) -> str:
    """Return the square that Tab reaches first: that of the first figure, or the first of all."""
    return scene.tokens[0].cell if scene.tokens else scene.cells[0].name


def _cell(
    brush: Brush,
    ground: Ground,
    scene: Scene,
    cell: Cell,
    say: Callable[[Message], str],
    whys: SquareReasons,
    stop: str,
) -> str:
    place = "" if len(scene.cells) == scene.columns * scene.rows else f' aria-colindex="{cell.column - scene.left + 1}"'
    focus = ' tabindex="0" data-stop=""' if cell.name == stop else ""
    return (
        f'<path role="gridcell" data-cell="{text_of(cell.name)}"{place}{focus}{whys.of(cell.name)} '
        f'd="{ground.square(cell.name)}"><title>{text_of(say(cell.text))}</title></path>'
    )
