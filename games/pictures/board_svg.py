"""Boards as SVG text for pages, emails, files and the API, of every title; choices on them are links."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from urllib.parse import urlencode
from zlib import crc32

from django.utils.translation import gettext

from games.common.errors import NotFound
from games.common.wording import join_phrases
from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.engine.registry import TITLES
from games.engine.scene import Cell, Loop, Piece, Scene, Token

from . import paths
from .coordinates import draw_coordinates
from .geometry import AHEAD, UNIT, Ground, Point, point
from .paint import Brush, Palette, number, text_of
from .registry import skin_of
from .skin import Drawing, Skin
from .sprite import pieces_version, sprite_svg, sprite_version

MAX_BOARDS = 64  # boards whose unchanging parts are cached
IDENT = "b"  # begins the ids of a board: short, because a page refers to them more than a hundred times

STAR = 'd="M0-9 2.6-3.2 8.9-2.6 4.2 1.6 5.5 7.8 0 4.5-5.5 7.8-4.2 1.6-8.9-2.6-2.6-3.2z"'  # of a good choice

_MARKED = re.compile(r'<defs data-mark="(\w+)">.*?</defs>', re.DOTALL)

_ART = (
    '<path class="robot-mark__fez" d="M8.2 8.4 9.4 2.6h5.2l1.2 5.8z"/>'
    '<path class="robot-mark__line" d="M12 2.6V1.4M12 1.6c3 0 5 .8 5.2 3.4"/>'
    '<circle class="robot-mark__line" cx="17.2" cy="6.2" r=".6"/>'
    '<rect class="robot-mark__head" x="4.6" y="8.6" width="14.8" height="12.4" rx="3.2"/>'
    '<path class="robot-mark__line" d="M2.6 12.6v4M21.4 12.6v4M9 17.8h6"/>'
    '<circle class="robot-mark__eye" cx="9" cy="13.4" r="1.5"/>'
    '<circle class="robot-mark__eye" cx="15" cy="13.4" r="1.5"/>'
)


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt whose legal choices are links on the board; the ``chosen`` one is marked, ``starred`` ones have a star.

    ``link`` returns the attributes of a notation: href and others of the page, such as aria-labelledby if the page has
    the choice in words already.
    """

    prompt: Prompt
    link: Callable[[str], Mapping[str, str]]
    chosen: str = ""
    starred: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How a board is drawn.

    The palette "page" writes classes, whose colours are in board.css; "light" and "dark" need no style sheet.
    ``letters`` writes the letter of each piece; on a page they are always there, and board.css shows them on demand.
    ``grid`` adds a grid that names the content of every cell for screen readers, keyboard and pointer. ``width`` is in
    pixels (the height follows), ``ident`` begins all ids, so that a page can have several boards. With the ``styles``
    of a whole game the drawing has the definitions for every position of it, on a page those of films too: the groups
    "b-lying" and "b-standing" can then be replaced by the ``board_layers`` of another position. ``of`` is the ``ident``
    of the board on the same page whose definitions and empty board this one uses; that board must have all ``styles``
    of the others. It is its own ``of``.
    """

    palette: Palette = "page"
    letters: bool = False
    grid: bool = False
    width: int | None = None
    ident: str = IDENT
    styles: Collection[str] = ()
    of: str = ""


ON_A_PAGE = BoardLook()


def board_svg(
    scene: Scene,
    look: BoardLook = ON_A_PAGE,
    *,
    say: Callable[[Message], str],
    title: str,
    desc: str = "",
    question: Question | None = None,
) -> str:
    """Return the drawing of a scene, with the choices of a question as links. Raises KeyError for unknown cells.

    ``title`` and ``desc`` are read by screen readers; ``say`` renders a Message in the reader's language.
    """
    skin, lender = skin_of(scene.title), look.of or look.ident
    brush, ground = skin.brush(lender, look.palette), Ground(scene)
    prompt = question.prompt if question else None
    empty, needed = _empty_board(skin, lender, look.palette, _plot(scene))
    drawn = _lying(skin, brush, ground, scene, letters=look.letters, faint=prompt is not None)
    night = f'filter="{skin.night}"' if skin.night and look.palette == "dark" else ""
    layers = [
        _shared(brush, empty, is_here=look.of == look.ident) if look.of else empty,
        f"<g {brush.css('b-lying')}{night}>{drawn}</g>",
        skin.items(brush, ground, prompt.preview) if prompt else "",
        draw_grid_cells(brush, ground, scene, say, prompt) if look.grid else "",
        draw_choice_links(skin, brush, ground, question, say) if question else "",
        f"<g {brush.css('b-standing')}>{_standing(skin, brush, ground, scene)}</g>",
    ]
    role = "group" if prompt or look.grid else "img"
    head = _head(brush, ground.box(skin.margin), look, role, title, desc)
    if lender != look.ident:
        return f"{head}{''.join(layers)}</svg>"
    needed += _definitions(skin, brush, scene, prompt, look.styles)
    asked = f"<defs>{skin.choice_definitions(brush, prompt)}</defs>" if prompt else ""
    mark = f' data-mark="{crc32(needed.encode()):08x}"' if look.styles and brush.has_classes else ""
    return f"{head}<defs{mark}>{needed}</defs>{asked}{''.join(layers)}</svg>"


def definitions_mark(board: str) -> str:
    """Return what changes with the definitions of a page's board that are there for every position of its game."""
    found = _MARKED.search(board)
    return found[1] if found else ""


def without_definitions(board: str) -> str:
    """Return the drawing for a page that has the same definitions already (static/js/table/morph.js)."""
    return _MARKED.sub(r'<defs data-mark="\1"></defs>', board)


def close_up(scene: Scene, columns: int = 1, rows: int = 1) -> Scene:
    """Return the scene of an open board without its empty edge, but so many columns and rows; others as they are."""
    if not skin_of(scene.title).is_open or not scene.pieces:
        return scene
    covered = {name for piece in scene.pieces for name in piece.cells}
    cells = tuple(cell for cell in scene.cells if cell.name in covered)
    left, wide = _at_least(columns, [cell.column for cell in cells])
    top, high = _at_least(rows, [cell.row for cell in cells])
    marks = {kind: tuple(name for name in names if name in covered) for kind, names in scene.marks.items()}
    return scene._replace(cells=cells, marks=marks, left=left, top=top, columns=wide, rows=high)


def _at_least(wanted: int, lines: Collection[int]) -> tuple[int, int]:
    """Return the first and the number of these lines, with empty ones on both sides up to the wanted number."""
    first, found = min(lines), max(lines) - min(lines) + 1
    more = max(0, wanted - found)
    return first - more // 2, found + more


def silent_board(
    scene: Scene, *, letters: bool = False, has_coordinates: bool = False, styles: Collection[str] = ()
) -> str:
    """Return the drawing of a scene for a picture: without a style sheet."""
    look = BoardLook("light", letters=letters, styles=styles)
    drawn, skin = board_svg(scene, look, say=lambda message: message.key, title=""), skin_of(scene.title)
    if not has_coordinates or skin.has_coordinates:
        return drawn
    return drawn.removesuffix("</svg>") + draw_coordinates(scene, skin.margin) + "</svg>"


def board_choices(scene: Scene, prompt: Prompt) -> Collection[str]:
    skin = skin_of(scene.title)
    return skin.choices(skin.brush(IDENT, "page"), Ground(scene), prompt).keys()


def _shared(brush: Brush, empty: str, *, is_here: bool) -> str:
    return f"<g {brush.id('market')}>{empty}</g>" if is_here else f"<use {brush.ref('market')}/>"


def board_layers(
    scene: Scene, *, letters: bool = False, ident: str = IDENT, palette: Palette = "page"
) -> tuple[str, str]:
    """Return two layers of a position: lying (pieces, marks, trails) and standing (figures).

    They fit into a drawing made with ``styles``, the same ``ident`` and ``palette``, and a scene of the same cells and
    loops.
    """
    skin = skin_of(scene.title)
    brush, ground = skin.brush(ident, palette), Ground(scene)
    return _lying(skin, brush, ground, scene, letters=letters, faint=False), _standing(skin, brush, ground, scene)


def _head(brush: Brush, box: str, look: BoardLook, role: str, title: str, desc: str) -> str:
    wide, high = map(float, box.split()[2:])
    ident = look.ident
    lender = f' data-of="{brush.ident}"' if brush.ident != ident else ""
    size = f' width="{look.width}" height="{round(look.width * high / wide)}"' if look.width else ""
    described = f'<desc id="{ident}-desc">{text_of(desc)}</desc>' if desc else ""
    described_by = f' aria-describedby="{ident}-desc"' if desc else ""
    return (
        f'<svg {brush.css("board")}xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{size}{lender} role="{role}" '
        f'aria-labelledby="{ident}-title"{described_by}><title id="{ident}-title">{text_of(title)}</title>{described}'
    )


# left, top, columns, rows, cells, loops: what positions with an equal empty board have in common
Plot = tuple[int, int, int, int, tuple[tuple[str, int, int], ...], tuple[Loop, ...]]


def _plot(scene: Scene) -> Plot:
    places = tuple([(cell.name, cell.column, cell.row) for cell in scene.cells])
    return scene.left, scene.top, scene.columns, scene.rows, places, scene.loops


@lru_cache(MAX_BOARDS)
def _empty_board(skin: Skin, ident: str, palette: Palette, plot: Plot) -> tuple[str, str]:
    left, top, columns, rows, places, loops = plot
    cells = tuple(Cell(*place, Message("")) for place in places)
    scene = Scene("", columns, rows, cells, loops, left=left, top=top)
    return skin.empty_board(skin.brush(ident, palette), Ground(scene), scene)


def _lying(skin: Skin, brush: Brush, ground: Ground, scene: Scene, *, letters: bool, faint: bool) -> str:
    return "".join(
        (
            *(lying_piece(skin, brush, ground, piece) for piece in scene.pieces),
            *(skin.mark(brush, ground, kind, cells) for kind, cells in scene.marks.items() if cells),
            _letters(skin, brush, ground, scene, shown=letters) if letters or brush.has_classes else "",
            _trails(brush, ground, scene, faint=faint),
        )
    )


def lying_piece(skin: Skin, brush: Brush, ground: Ground, piece: Piece) -> str:
    return skin.piece(brush, ground, piece) + (skin.hatching(brush, ground, piece) if piece.out else "")


def _standing(skin: Skin, brush: Brush, ground: Ground, scene: Scene) -> str:
    return "".join(skin.token(brush, ground, token) for token in scene.tokens)


def _definitions(skin: Skin, brush: Brush, scene: Scene, prompt: Prompt | None, styles: Collection[str]) -> str:
    items: list[Piece | Token] = [*scene.pieces, *scene.tokens]
    if prompt:
        items += [*prompt.preview, *(item for choice in prompt.choices for item in choice.preview)]
    film = skin.film_definitions(brush) if styles and brush.has_classes else ""
    return skin.definitions(brush, items, styles) + film


def _trails(brush: Brush, ground: Ground, scene: Scene, *, faint: bool) -> str:
    drawn = "".join(paths.trail(brush, ground, walked) for walked in scene.trails)
    return f'<g opacity=".55">{drawn}</g>' if drawn and faint else drawn


def _letters(skin: Skin, brush: Brush, ground: Ground, scene: Scene, *, shown: bool) -> str:
    places = [(piece.letter, ground.centre(cell)) for piece in scene.pieces if piece.letter for cell in piece.cells]
    seen = brush.css("b-letters b-letters--shown" if shown else "b-letters")
    drawn = f"<g {seen}>{lettering(skin, brush, places)}</g>"
    return drawn if places else ""


def lettering(skin: Skin, brush: Brush, places: Sequence[tuple[str, Point]]) -> str:
    """Return letters for cells with these middles. Single letters, and numbers, share a text for each row."""
    right, down = skin.letter_offset
    rows: dict[float, list[tuple[str, float]]] = {}
    for letter, (x, y) in places:
        characters = letter if letter.isdecimal() else [letter]
        first = x + right - skin.letter_width * (len(characters) - 1) / 2
        rows.setdefault(y + down, []).extend(
            (character, first + skin.letter_width * index) for index, character in enumerate(characters)
        )
    written = "".join(
        _text(f'x="{" ".join(number(x) for _, x in row)}" y="{number(y)}"', [character for character, _ in row])
        if all(len(character) == 1 for character, _ in row)
        else "".join(_text(f'x="{number(x)}" y="{number(y)}"', [character]) for character, x in row)
        for y, row in rows.items()
    )
    return f'<g {brush(skin.letter_role)} aria-hidden="true">{written}</g>'


def _text(place: str, characters: Sequence[str]) -> str:
    return f"<text {place}>{''.join(map(text_of, characters))}</text>"


def small_picture(title: str, name: str) -> str:
    """Return a small picture as an SVG file. Raises NotFound for an unknown title or name."""
    if title not in TITLES:
        raise NotFound
    try:
        return skin_of(title).icon(name)
    except KeyError as error:
        raise NotFound from error


def small_pictures(title: str) -> tuple[str, str]:
    """Return the file of a title's small pictures, and its version. Raises NotFound for an unknown title."""
    if title not in TITLES:
        raise NotFound
    skin = skin_of(title)
    return sprite_svg(skin), sprite_version(skin)


@cache
def pieces_file(title: str) -> tuple[str, str]:
    """Return the file of the pieces of a title's boards, and its version. Raises NotFound if it has none."""
    skin = skin_of(title) if title in TITLES else None
    drawing = skin.pieces_svg() if skin else ""
    if not skin or not drawing:
        raise NotFound
    return drawing, pieces_version(skin)


def robot_svg(title: str, *, size: int = 20) -> str:
    """Return the mark in the colours of static/css/common.css."""
    return (
        f'<svg class="robot-mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="{size}" '
        f'height="{size}" role="img" aria-label="{text_of(title)}">{_ART}</svg>'
    )


# Choices as links, and squares as a grid for screen readers


def draw_choice_links(
    skin: Skin, brush: Brush, ground: Ground, question: Question, say: Callable[[Message], str]
) -> str:
    drawn = skin.choices(brush, ground, question.prompt)
    squares = _squares_of(ground, question.prompt.choices)
    parts = [
        _link(
            brush,
            choice,
            question,
            say,
            _with_star(skin, brush, ground, question, choice, drawn),
            squares[choice.notation],
        )
        for choice in sorted(question.prompt.choices, key=lambda choice: choice.notation == question.chosen)
        if choice.notation in drawn
    ]
    return skin.glow(brush, ground, question.prompt) + "".join(parts)


def _with_star(
    skin: Skin, brush: Brush, ground: Ground, question: Question, choice: Choice, drawn: Mapping[str, Drawing]
) -> Drawing:
    seen, ghost = drawn[choice.notation]
    if choice.notation not in question.starred or not choice.cells:
        return seen, ghost
    return (
        seen + f'<path {brush("star")} {STAR} transform="translate({point(skin.star_place(ground, choice))})"/>',
        ghost,
    )


def _squares_of(ground: Ground, choices: Sequence[Choice]) -> dict[str, str]:
    """Return the squares that select each choice by notation: those it covers, or those on the way of its figure.

    A square on several ways belongs to the one that comes there first.
    """
    found = {choice.notation: list(choice.cells or _ahead(ground, choice)) for choice in choices}
    taken = {cell for cells in found.values() for cell in cells}
    ways = [(steps, cell, choice.notation) for choice in choices for cell, steps in _way(choice).items()]
    for _steps, cell, notation in sorted(ways):
        if cell not in taken:
            found[notation].append(cell)
            taken.add(cell)
    return {notation: " ".join(cells) for notation, cells in found.items()}


def _ahead(ground: Ground, choice: Choice) -> Iterator[str]:
    """Return the squares that the figures of a choice face."""
    looks = (item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD)
    return (name for token in looks if (name := ground.beside(token.cell, token.facing)))


def _way(choice: Choice) -> dict[str, int]:
    """Return after how many steps the figure of a choice may come to each square that it leads to."""
    return {
        cell: steps
        for branch in choice.branches
        for steps, cell in enumerate(branch.path)
        if steps and not choice.cells
    }


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
    if prompt and prompt.texts:
        scene = scene._replace(
            cells=tuple(cell._replace(text=prompt.texts.get(cell.name, cell.text)) for cell in scene.cells)
        )
    cells = sorted(scene.cells, key=lambda cell: (cell.row, cell.column))
    drawn = ""
    for row, found in groupby(cells, lambda cell: cell.row):
        in_row = list(found)
        squares, name = _row(ground, scene, in_row, say, whys, stop), text_of(_row_name(in_row, scene))
        drawn += f'<g role="row" aria-label="{name}" transform="translate(0 {row * UNIT})">{squares}</g>'
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


def _row_name(cells: Sequence[Cell], scene: Scene) -> str:
    """Return the name of a row: the number that its squares share ("b7", "c7"), else its number from the top."""
    shared = {cell.name[1:] for cell in cells} if len(cells) == scene.columns else set()
    number = shared.pop() if len(shared) == 1 and scene.columns > 1 else cells[0].row - scene.top + 1
    return gettext("Row %(number)s") % {"number": number}


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
            f'<rect role="gridcell"{named}{place}{focus}{whys.of(cell.name)} x="{cell.column * UNIT}">'
            f"<title>{text_of(text)}</title></rect>"
        )
        column = cell.column + 1
    return drawn
