"""A position as text for emails: the board in letters and in words, and the purses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits

from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import SCORE, Panel
from games.engine.scene import Scene
from games.presenters.wording import join_phrases, labelled, render_message
from games.skins.registry import skin_of

ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat in the table of purses: a figure for each label of ``Purses.labels``, and the next piece.

    ``changes`` are the changes of money since an earlier position, one for each figure, "" for none.
    """

    name: str
    styles: tuple[str, ...]
    figures: tuple[str, ...]
    changes: tuple[str, ...]
    next: str
    next_style: str
    is_reader: bool
    is_acting: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class Purses:
    """The table of purses: the labels of its columns, and the seats in order of play.

    ``has_points``: the changes are those of points, in a title without money.
    """

    labels: tuple[str, ...]
    rows: tuple[SeatLine, ...]
    has_points: bool


def style_name(title: Title, style: str) -> str:
    """Return the colour name of a style in the active language, its key if the title has no name for it."""
    key = f"colour.{style}"
    return render_message(title, Message(key), ()) if key in title.phrases else style


def styles_of(title: Title, panel: Panel) -> tuple[str, ...]:
    """Return the colours of a seat's pieces, its own first: the styles whose pictures are of the same kind."""
    icon = skin_of(title.key).style_icon
    kind = icon(panel.style).removesuffix(panel.style)
    styles = (stat.style for stat in panel.stats if stat.style and icon(stat.style) == kind + stat.style)
    return tuple(dict.fromkeys([panel.style, *styles]))


def purses_of(
    title: Title, state: object, names: Sequence[str], reader: int | None, before: object | None = None
) -> Purses:
    """Return the figures of all seats, and the changes of money since the position ``before``."""
    panels = title.panels(state)
    earlier = {panel.seat: _coins(panel) for panel in title.panels(before)} if before is not None else {}
    stats = [stat for panel in panels for stat in panel.stats if stat.kind != "next"]
    labels = {stat.name: render_message(title, Message(stat.label), names) for stat in stats}
    acting = title.acting(state)
    rows = [_row(title, panel, names, tuple(labels), reader, acting, earlier.get(panel.seat, {})) for panel in panels]
    return Purses(tuple(labels.values()), tuple(rows), not any(stat.kind == "coins" for stat in stats))


def _row(
    title: Title,
    panel: Panel,
    names: Sequence[str],
    columns: Sequence[str],
    reader: int | None,
    acting: Sequence[int],
    earlier: Mapping[str, int],
) -> SeatLine:
    next_piece = next((stat for stat in panel.stats if stat.kind == "next"), None)
    pieces = {stat.name for stat in panel.stats if stat.kind == "piece"}
    figures = {name: [str(s.value) for s in panel.stats if s.name == name and s.kind != "next"] for name in columns}
    return SeatLine(
        name=names[panel.seat],
        styles=styles_of(title, panel),
        figures=tuple((", " if name in pieces else " + ").join(figures[name]) or "–" for name in columns),
        changes=tuple(
            signed(_coins(panel).get(name, 0) - earlier[name]) if name in earlier else "" for name in columns
        ),
        next=labelled(render_message(title, Message(next_piece.label), names), style_name(title, next_piece.style))
        if next_piece
        else "",
        next_style=next_piece.style if next_piece else "",
        is_reader=panel.seat == reader,
        is_acting=panel.seat in acting,
        is_out=panel.out,
    )


def _coins(panel: Panel) -> dict[str, int]:
    """Return the figures whose changes are told: money, or points in a title without money."""
    money = {stat.name: stat.value for stat in panel.stats if stat.kind == "coins"}
    return money or {stat.name: stat.value for stat in panel.stats if stat.kind == SCORE}


def signed(change: int) -> str:
    """Return "+3", "−3" with a true minus, "" for nothing."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else ""


def board_letters(scene: Scene) -> str:
    """Return the board in fixed-width letters: the letter of the piece on each cell, an arrow for a figure.

    There is no wall between the two cells of a whole piece, and none round a hole of the board.
    """
    grid = {(cell.column, cell.row): cell.name for cell in scene.cells}
    letters = {cell: piece.letter for piece in scene.pieces for cell in piece.cells}
    figures = {token.cell: ARROWS.get(token.facing, "o") for token in scene.tokens}
    joined = {frozenset(piece.cells) for piece in scene.pieces if len(piece.cells) == 2}
    columns = range(scene.left, scene.left + scene.columns + 1)
    rows = range(scene.top, scene.top + scene.rows + 1)
    files, ranks = _labels(grid, 0), _labels(grid, 1)
    indent = max(map(len, ranks.values()), default=0)

    def inside(column: int, row: int) -> str:
        name = grid.get((column, row), "")
        letter = letters.get(name, " ")
        return f"{letter}{figures[name]} " if name in figures else letter.rjust(2).ljust(3)

    def is_wall(*sides: tuple[int, int]) -> bool:
        names = [grid[side] for side in sides if side in grid]
        return bool(names) and frozenset(names) not in joined

    def corner(column: int, row: int) -> str:
        around = ((column - right, row - down) for right in (0, 1) for down in (0, 1))
        return "+" if any(place in grid for place in around) else " "

    lines = []
    for row in rows:
        walls = ("---" if is_wall((column, row - 1), (column, row)) else "   " for column in columns)
        edge = "".join(corner(column, row) + wall for column, wall in zip(columns, walls, strict=True))
        lines.append(f"{'':{indent}} {edge}".rstrip())
        cells = (
            ("|" if is_wall((column - 1, row), (column, row)) else " ") + inside(column, row) for column in columns
        )
        lines.append(f"{ranks.get(row, ''):>{indent}} {''.join(cells)}".rstrip())
    below = "".join(files.get(column, "").center(3) + " " for column in columns)
    return "\n".join([*lines[:-1], f"{'':{indent}}  {below}".rstrip()])


def _labels(grid: Mapping[tuple[int, int], str], axis: int) -> dict[int, str]:
    """Return what the names of the cells of each column (0) or row (1) have in common: "a", "7", "e3", "n2"."""
    lines: dict[int, list[str]] = {}
    for place, name in grid.items():
        lines.setdefault(place[axis], []).append(name)
    return {line: _common(names, axis) for line, names in lines.items() if len(names) > 1}


def _common_start(names: Sequence[str]) -> str:
    """Return the longest text with which all names begin."""
    first, last = min(names), max(names)
    length = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:length]


def _common(names: Sequence[str], axis: int) -> str:
    """Return what names of one column (0) or row (1) have in common, "0" for nothing."""
    start, end = _common_start(names), _common_start([name[::-1] for name in names])[::-1]
    start = start.rstrip(ascii_letters) if any(map(str.isdecimal, start)) else start
    end = end.lstrip(digits) if any(map(str.isalpha, end)) else end
    return (start or end if axis else end or start) or "0"


def position_sentences(title: Title, scene: Scene, panels: Sequence[Panel], names: Sequence[str]) -> list[str]:
    """Return the position as sentences: the figures, then the pieces of each colour."""
    cells = {cell.name: cell for cell in scene.cells}
    sentences = [
        f"{render_message(title, cells[token.cell].text, names)}." for token in scene.tokens if token.cell in cells
    ]
    for panel in panels:
        for style in styles_of(title, panel):
            places = _places(scene, style)
            if places:
                params = {"colour": style_name(title, style), "name": names[panel.seat], "places": places}
                sentences.append(_("%(colour)s (%(name)s): %(places)s.") % params)
    return sentences if scene.pieces else [*sentences, _("There is nothing else on the board.")]


def _places(scene: Scene, style: str) -> str:
    pieces = [piece for piece in scene.pieces if piece.style == style]
    whole = _list("-".join(sorted(piece.cells)) for piece in pieces if piece.whole)
    half = _list("-".join(sorted(piece.cells)) for piece in pieces if not piece.whole)
    parts = [_("whole on %(cells)s") % {"cells": whole}] if whole else []
    return join_phrases([*parts, _("half on %(cells)s") % {"cells": half}] if half else parts)


def _list(places: Iterable[str]) -> str:
    return ", ".join(sorted(places))


def legend(title: Title, scene: Scene, panels: Sequence[Panel], names: Sequence[str]) -> list[str]:
    """Return the legend of the board: one line for each figure and each colour."""
    letters = {piece.style: piece.letter for piece in scene.pieces}
    figures = [
        f"{ARROWS.get(token.facing, 'o')} = {render_message(title, Message(key, {'square': token.cell}), names)}"
        for token in scene.tokens
        if (key := f"token.{token.kind}") in title.phrases
    ]
    return figures + [
        f"{letters[style]} = {style_name(title, style)} ({names[panel.seat]})"
        for panel in panels
        for style in styles_of(title, panel)
        if style in letters
    ]
