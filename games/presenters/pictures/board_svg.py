"""The board as SVG text, for pages, emails, pictures and the API, and for every title."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.scene import Cell, Loop, Piece, Scene, Token

from . import icons
from .parts import cells, choices, figures, market, mosaics, paths, rugs
from .parts.geometry import MARGIN, Ground
from .parts.paint import Brush, Palette, number, text_of

MAX_BOARDS = 64  # boards whose unchanging parts are cached


def board_svg(
    scene: Scene,
    *,
    say: Callable[[Message], str],
    title: str,
    desc: str = "",
    palette: Palette = "page",
    prompt: Prompt | None = None,
    link: Callable[[str], Mapping[str, str]] | None = None,
    chosen: str = "",
    letters: bool = False,
    grid: bool = False,
    width: int | None = None,
    ident: str = "board",
    styles: Collection[str] = (),
    of: str = "",
) -> str:
    """Return the drawing of a scene.

    ``title`` and ``desc`` are read by screen readers; ``say`` renders a Message in the reader's language. The palette
    "page" writes classes, whose colours are in board.css; "light" and "dark" need no style sheet. With a
    ``prompt`` and a ``link`` (notation -> attributes, href among them) the legal choices are links, and ``chosen`` is
    marked. ``letters`` writes the letter of each piece; on a page they are always there, and board.css shows them on
    demand. ``grid`` adds a grid that names the content of every cell for screen readers, keyboard and pointer.
    ``width`` is in pixels (the height follows), ``ident`` begins all ids, so that a page can have several boards. With
    the ``styles`` of a whole game the drawing has the definitions for every position of it, on a page the faces of the
    die too: the groups "b-lying" and "b-standing" can then be replaced by the ``board_layers`` of another position.
    ``of`` is the ``ident`` of the board on the same page whose definitions and empty market this one uses; that board
    must have all ``styles`` of the others. It is its own ``of``. Raises KeyError for unknown cells.
    """
    brush, ground = Brush(of or ident, palette), Ground(scene)
    asked = prompt if link is not None else None
    empty, needed = _market(of or ident, palette, _plot(scene))
    layers = [
        _shared(brush, empty, is_here=of == ident) if of else empty,
        f"<g {brush.css('b-lying')}>{_lying(brush, ground, scene, letters=letters, faint=asked is not None)}</g>",
        cells.draw(brush, ground, scene, say, asked) if grid else "",
        choices.draw(brush, ground, asked, choices.Links(say, link, chosen)) if asked and link else "",
        f"<g {brush.css('b-standing')}>{_standing(brush, ground, scene)}</g>",
    ]
    head = _head(brush, ground, title=title, desc=desc, width=width, ident=ident, is_group=asked is not None or grid)
    if of not in ("", ident):
        return f"{head}{''.join(layers)}</svg>"
    film = icons.film_definitions(ident) if styles and brush.has_classes else ""
    needed += _definitions(brush, ident, scene, asked, styles)
    return f"{head}<defs>{needed}{film}</defs>{''.join(layers)}</svg>"


def _shared(brush: Brush, market: str, *, is_here: bool) -> str:
    """Return the empty market: the original of a page, or a reference to it."""
    return f"<g {brush.id('market')}>{market}</g>" if is_here else f"<use {brush.ref('market')}/>"


def board_layers(
    scene: Scene, *, letters: bool = False, ident: str = "board", palette: Palette = "page"
) -> tuple[str, str]:
    """Return two layers of a position: lying (pieces, marks, trails) and standing (figures).

    They fit into a drawing made with ``styles``, the same ``ident`` and ``palette``, and a scene of the same cells and
    loops.
    """
    brush, ground = Brush(ident, palette), Ground(scene)
    return _lying(brush, ground, scene, letters=letters, faint=False), _standing(brush, ground, scene)


def _head(brush: Brush, ground: Ground, *, title: str, desc: str, width: int | None, ident: str, is_group: bool) -> str:
    wide, high = ground.width + 2 * MARGIN, ground.height + 2 * MARGIN
    lender = f' data-of="{brush.ident}"' if brush.ident != ident else ""
    size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
    described = f'<desc id="{ident}-desc">{text_of(desc)}</desc>' if desc else ""
    described_by = f' aria-describedby="{ident}-desc"' if desc else ""
    box = f'viewBox="{-MARGIN} {-MARGIN} {wide} {high}"'
    role = "group" if is_group else "img"
    return (
        f'<svg {brush.css("board")}xmlns="http://www.w3.org/2000/svg" {box}{size}{lender} role="{role}" '
        f'aria-labelledby="{ident}-title"{described_by}><title id="{ident}-title">{text_of(title)}</title>{described}'
    )


Plot = tuple[int, int, tuple[tuple[str, int, int], ...], tuple[Loop, ...]]  # columns, rows, cells, loops


def _plot(scene: Scene) -> Plot:
    """Return the parts that all positions of a game share."""
    places = tuple([(cell.name, cell.column, cell.row) for cell in scene.cells])
    return scene.columns, scene.rows, places, scene.loops


@lru_cache(MAX_BOARDS)
def _market(ident: str, palette: Palette, plot: Plot) -> tuple[str, str]:
    """Return the empty market and its definitions."""
    columns, rows, places, loops = plot
    scene = Scene("", columns, rows, tuple(Cell(*place, Message("")) for place in places), loops)
    brush, ground = Brush(ident, palette), Ground(scene)
    drawn = (
        market.ground_plate(brush, ground),
        mosaics.draw(brush, ground),
        market.floor(brush, ground, scene),
        market.names(brush, ground, scene),
    )
    return "".join(drawn), market.definitions(brush, ground) + mosaics.definitions(brush, ground)


@lru_cache(MAX_BOARDS)
def _rugs(ident: str, classes: bool, styles: tuple[str, ...]) -> str:
    """Return the definitions of the rugs of these styles."""
    brush = Brush(ident, "page" if classes else "light")  # the colours of rugs are the same in both themes
    return "".join([rugs.shared(brush) if styles else "", *(rugs.definition(brush, style) for style in styles)])


def _lying(brush: Brush, ground: Ground, scene: Scene, *, letters: bool, faint: bool) -> str:
    """Return everything that lies on the market, the lowest first."""
    return "".join(
        (
            *(rugs.draw(brush, ground, piece) for piece in scene.pieces),
            *(paths.cell_outline(brush, ground, kind, cells) for kind, cells in scene.marks.items() if cells),
            _letters(brush, ground, scene, shown=letters) if letters or brush.has_classes else "",
            _trails(brush, ground, scene, faint=faint),
        )
    )


def _standing(brush: Brush, ground: Ground, scene: Scene) -> str:
    return "".join(figures.draw(brush, ground, token) for token in scene.tokens)


def _definitions(brush: Brush, ident: str, scene: Scene, prompt: Prompt | None, game_styles: Collection[str]) -> str:
    """Return the definitions of pieces, figures and choices."""
    previews = [item for choice in (prompt.choices if prompt else ()) for item in choice.preview]
    pieces = [*scene.pieces, *(item for item in previews if isinstance(item, Piece))]
    tokens = (*scene.tokens, *(item for item in previews if isinstance(item, Token)))
    styles = tuple(sorted({piece.style for piece in pieces} | set(game_styles)))
    asked = choices.definitions(brush, prompt) if prompt else ""
    return f"{_rugs(ident, brush.has_classes, styles)}{figures.definitions(brush, tokens)}{asked}"


def _trails(brush: Brush, ground: Ground, scene: Scene, *, faint: bool) -> str:
    """Return the trails, paler while there is something to choose."""
    drawn = "".join(paths.trail(brush, ground, walked) for walked in scene.trails)
    return f'<g opacity=".55">{drawn}</g>' if drawn and faint else drawn


def _letters(brush: Brush, ground: Ground, scene: Scene, *, shown: bool) -> str:
    """Return the letters of all visible halves as one text: separate ones would make every board longer."""
    places = [(piece.letter, *ground.centre(cell)) for piece in scene.pieces for cell in piece.cells]
    across, down = " ".join(number(x) for _, x, _ in places), " ".join(number(y + 6) for _, _, y in places)
    written = f'<text x="{across}" y="{down}">{text_of("".join(letter for letter, *_ in places))}</text>'
    seen = brush.css("b-letters b-letters--shown" if shown else "b-letters")
    drawn = f"<g {brush('letter')}>{written}</g>"
    return f"<g {seen}>{drawn}</g>" if places else ""
