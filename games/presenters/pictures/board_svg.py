"""The board as SVG text: one pure function for the page, the mail, pictures and the API, whatever the title."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from games.engine.messages import Message
from games.engine.scene import Cell, Loop, Piece, Scene, Token
from games.engine.values import Prompt

from . import icons
from .parts import cells, choices, figures, market, mosaics, paths, rugs
from .parts.geometry import MARGIN, Ground
from .parts.paint import Brush, Palette, number, text_of

MAX_BOARDS = 64  # of which the parts that are the same in every position are kept


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

    ``title`` and ``desc`` are its name and description for the ear; ``say`` renders a Message in the reader's language.
    The skin "page" adds classes that board.css repaints (dusk, print); "standalone" and "dusk" need nothing else.
    With a ``prompt`` and a ``link`` (notation -> attributes, href among them) the legal choices become links,
    ``chosen`` is shown as taken. ``letters`` writes each piece's letter on it; on a page they are always there, and
    board.css shows them to whoever wants them. ``grid`` makes every cell known by what lies there, to ear, keyboard and
    pointer.
    ``width`` is in pixels (the height follows), ``ident`` keeps the ids of several boards on one page apart. With the
    ``styles`` of a whole game the drawing holds what every position of it needs, on a page the faces of the die too:
    ``board_layers`` of another position, put into its groups "b-lying" and "b-standing", show that one. Several boards
    on a page share their definitions and the empty market when ``of`` names one of them, which must have all ``styles``
    that the others need and stand in the page itself; for that one it is its own ``ident``. Unknown cells: KeyError.
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
    """Return the empty market so that other drawings of a page find it, or as one of those."""
    return f"<g {brush.id('market')}>{market}</g>" if is_here else f"<use {brush.ref('market')}/>"


def board_layers(
    scene: Scene, *, letters: bool = False, ident: str = "board", palette: Palette = "page"
) -> tuple[str, str]:
    """Return what lies (pieces, marks, ways walked) and what stands (figures), for the groups of an open drawing.

    That drawing must have been made with ``styles`` and the same ``ident`` and ``palette``, of a scene with the same cells
    and loops.
    """
    brush, ground = Brush(ident, palette), Ground(scene)
    return _lying(brush, ground, scene, letters=letters, faint=False), _standing(brush, ground, scene)


def _head(brush: Brush, ground: Ground, *, title: str, desc: str, width: int | None, ident: str, is_group: bool) -> str:
    wide, high = ground.width + 2 * MARGIN, ground.height + 2 * MARGIN
    lender = f' data-of="{brush.ident}"' if brush.ident != ident else ""
    size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
    described = f'<desc id="{ident}-desc">{text_of(desc)}</desc>' if desc else ""
    told = f' aria-describedby="{ident}-desc"' if desc else ""
    box = f'viewBox="{-MARGIN} {-MARGIN} {wide} {high}"'
    role = "group" if is_group else "img"
    return (
        f'<svg {brush.css("board")}xmlns="http://www.w3.org/2000/svg" {box}{size}{lender} role="{role}" '
        f'aria-labelledby="{ident}-title"{told}><title id="{ident}-title">{text_of(title)}</title>{described}'
    )


Plot = tuple[int, int, tuple[tuple[str, int, int], ...], tuple[Loop, ...]]  # columns, rows, cells, loops


def _plot(scene: Scene) -> Plot:
    """Return what all positions of a game have in common."""
    places = tuple([(cell.name, cell.column, cell.row) for cell in scene.cells])
    return scene.columns, scene.rows, places, scene.loops


@lru_cache(MAX_BOARDS)
def _market(ident: str, palette: Palette, plot: Plot) -> tuple[str, str]:
    """Return the empty market, and the definitions that it needs."""
    columns, rows, places, loops = plot
    scene = Scene("", columns, rows, tuple(Cell(*place, Message("")) for place in places), loops)
    brush, ground = Brush(ident, palette), Ground(scene)
    drawn = (
        market.ground_plate(brush, ground),
        mosaics.draw(brush, ground),
        market.floor(brush, ground, scene),
        market.names(brush, ground, scene),
    )
    return "".join(drawn), market.definitions(brush) + mosaics.definitions(brush, ground)


@lru_cache(MAX_BOARDS)
def _rugs(ident: str, classes: bool, styles: tuple[str, ...]) -> str:
    """Return the definitions of rugs of these styles."""
    brush = Brush(ident, "page" if classes else "standalone")  # dyes are the same in every light
    return "".join([rugs.shared(brush) if styles else "", *(rugs.definition(brush, style) for style in styles)])


def _lying(brush: Brush, ground: Ground, scene: Scene, *, letters: bool, faint: bool) -> str:
    """Return what lies flat on the market, lowest first."""
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
    """Return what pieces, figures and choices need."""
    previews = [item for choice in (prompt.choices if prompt else ()) for item in choice.preview]
    pieces = [*scene.pieces, *(item for item in previews if isinstance(item, Piece))]
    tokens = (*scene.tokens, *(item for item in previews if isinstance(item, Token)))
    styles = tuple(sorted({piece.style for piece in pieces} | set(game_styles)))
    asked = choices.definitions(brush, prompt) if prompt else ""
    return f"{_rugs(ident, brush.has_classes, styles)}{figures.definitions(brush, tokens)}{asked}"


def _trails(brush: Brush, ground: Ground, scene: Scene, *, faint: bool) -> str:
    """Return the ways walked; they step back while something is to be chosen."""
    drawn = "".join(paths.trail(brush, ground, walked) for walked in scene.trails)
    return f'<g opacity=".55">{drawn}</g>' if drawn and faint else drawn


def _letters(brush: Brush, ground: Ground, scene: Scene, *, shown: bool) -> str:
    """Return the letters of all visible halves as one text, since every board of a page carries them.

    What turns letters into paths for mail takes each by itself.
    """
    places = [(piece.letter, *ground.centre(cell)) for piece in scene.pieces for cell in piece.cells]
    across, down = [number(x) for _, x, _ in places], [number(y + 6) for _, _, y in places]
    texts = [(" ".join(across), " ".join(down), "".join(letter for letter, _, _ in places))]
    if not brush.has_classes:
        texts = [(x, y, letter) for (letter, _, _), x, y in zip(places, across, down, strict=True)]
    written = "".join(f'<text x="{x}" y="{y}">{text_of(letters)}</text>' for x, y, letters in texts)
    seen = brush.css("b-letters b-letters--shown" if shown else "b-letters")
    drawn = f"<g {brush('letter')}>{written}</g>"
    return f"<g {seen}>{drawn}</g>" if places else ""
